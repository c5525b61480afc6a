import { dirname, join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { named } from "../agents.js";
import { commandFiles } from "../command.js";
import { adviceOnSharing, adviceOnSilence } from "../settings/advice.js";
import { RUNNING } from "../settings/command-format.js";
import { type HookTable, hookSettings } from "../settings/hook-settings.js";
import { serverSettings } from "../settings/mcp-settings.js";
import type { AgentSetup, Scope } from "../setup.js";
import { configFolder } from "./folder.js";
import { HOOKS } from "./hooks.js";
import { samplePayload } from "./sample.js";

const LIMITS: { readonly [event: string]: number } = HOOKS;
const OF_TOOLS: ReadonlySet<string> = new Set(["PreToolUse", "PostToolUse", "PostToolUseFailure"]);

export const HOOK_TABLE: HookTable = {
  agent: "qwen",
  events: Object.keys(HOOKS),
  groupOf(event, command) {
    return {
      ...(OF_TOOLS.has(event) ? { matcher: "*" } : {}),
      hooks: [{ name: "tidemark", type: "command", command, timeout: LIMITS[event] }],
    };
  },
};

export const qwenSetup: AgentSetup = {
  ...named("qwen"),
  program: "qwen",
  folder: (env) => configFolder(env),
  files(scope, env) {
    const path = settingsPath(env, scope);
    const commands = join(dirname(path), "commands", "tidemark");
    return [hookSettings(path, HOOK_TABLE), serverSettings(path), ...commandFiles(commands, RUNNING)];
  },
  limits: LIMITS,
  sample: samplePayload,
  advice: (files, env) =>
    files.flatMap(({ path, text }) => [
      ...adviceOnSilence(path, text),
      ...adviceOnSharing(path, settingsPath(env, { is: "user", home: userHome(env) }), "Qwen Code"),
    ]),
};

/** Qwen Code has no settings of a project that are one person's alone. */
export function settingsPath(env: Env, scope: Scope): string {
  return scope.is === "project"
    ? join(scope.root, ".qwen", "settings.json")
    : join(configFolder(env, scope.home), "settings.json");
}
