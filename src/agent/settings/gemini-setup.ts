import { dirname, join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { type AgentName, named } from "../agents.js";
import { type CommandFormat, commandFiles } from "../command.js";
import type { Advice, AgentSetup, Scope } from "../setup.js";
import {
  adviceOnSharing,
  HOOK_SECONDS,
  type HookTable,
  hookSettings,
  limitsOf,
  type Samples,
  sampler,
} from "./hook-settings.js";
import { serverSettings } from "./mcp-settings.js";

export const HOOK_NAME = "tidemark";

/** The differences between Gemini CLI and its fork Qwen Code. */
export interface GeminiFlavour {
  readonly name: AgentName;
  configFolder(env: Env, home?: string): string;
  readonly commands: CommandFormat;
  readonly fields: Samples;
  readonly common?: object;
  /** Why the settings disable our hooks. */
  silence(path: string, text: string): Advice[];
}

/** Hooks have names and timeouts in milliseconds, and project settings are always shared. */
export function geminiSetupOf({ name, configFolder, commands, fields, common, silence }: GeminiFlavour) {
  const events = Object.keys(fields);
  const table: HookTable = {
    agent: name,
    events,
    groupOf: (event, command) => ({
      ...(event.includes("Tool") ? { matcher: "*" } : {}),
      hooks: [{ name: HOOK_NAME, type: "command", command, timeout: HOOK_SECONDS * 1_000 }],
    }),
  };
  const settingsPath = (env: Env, scope: Scope) =>
    join(
      scope.is === "project" ? join(scope.root, `.${name}`) : configFolder(env, scope.home),
      "settings.json",
    );
  const setup: AgentSetup = {
    ...named(name),
    program: name,
    folder: (env) => configFolder(env),
    files(scope, env) {
      const path = settingsPath(env, scope);
      const folder = join(dirname(path), "commands", "tidemark");
      return [hookSettings(path, table), serverSettings(path), ...commandFiles(folder, commands)];
    },
    limits: limitsOf(events),
    sample: sampler(fields, (event, { session, cwd }) => ({
      session_id: session,
      transcript_path: join(cwd, "session.jsonl"),
      cwd,
      hook_event_name: event,
      timestamp: "2026-01-01T00:00:00.000Z",
      ...common,
    })),
    advice: (files, env) =>
      files.flatMap(({ path, text }) => [
        ...silence(path, text),
        ...adviceOnSharing(path, settingsPath(env, { is: "user", home: userHome(env) }), named(name).title),
      ]),
  };
  return { setup, table, settingsPath };
}
