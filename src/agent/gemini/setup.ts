import { dirname, join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { named } from "../agents.js";
import { commandFiles } from "../command.js";
import { fieldsOf, listOf } from "../payload/fields.js";
import { sampleOf } from "../payload/sample.js";
import { RUNNING_TOML } from "../settings/command-format.js";
import {
  adviceOnSharing,
  type HookTable,
  hookSettings,
  installedHooks,
  settingIn,
} from "../settings/hook-settings.js";
import { serverSettings } from "../settings/mcp-settings.js";
import type { Advice, AgentSetup, SampleScene, Scope } from "../setup.js";
import { configFolder } from "./folder.js";
import { HOOKS } from "./hooks.js";

const NAME = "tidemark";
const LIMITS: { readonly [event: string]: number } = HOOKS;

export const HOOK_TABLE: HookTable = {
  agent: "gemini",
  events: Object.keys(HOOKS),
  groupOf(event, command) {
    return {
      ...(event === "BeforeTool" || event === "AfterTool" ? { matcher: "*" } : {}),
      hooks: [{ name: NAME, type: "command", command, timeout: LIMITS[event] }],
    };
  },
};

export const geminiSetup: AgentSetup = {
  ...named("gemini"),
  program: "gemini",
  folder: (env) => configFolder(env),
  files(scope, env) {
    const path = settingsPath(env, scope);
    const commands = join(dirname(path), "commands", "tidemark");
    return [hookSettings(path, HOOK_TABLE), serverSettings(path), ...commandFiles(commands, RUNNING_TOML)];
  },
  limits: LIMITS,
  sample: samplePayload,
  advice: (files, env) =>
    files.flatMap(({ path, text }) => [
      ...silenceIn(path, text),
      ...adviceOnSharing(path, settingsPath(env, { is: "user", home: userHome(env) }), "Gemini CLI"),
    ]),
};

/** Gemini CLI's project settings are always shared. */
export function settingsPath(env: Env, scope: Scope): string {
  return scope.is === "project"
    ? join(scope.root, ".gemini", "settings.json")
    : join(configFolder(env, scope.home), "settings.json");
}

/** Whether the settings disable all hooks, or ours by name. */
export function hooksDisabled(text: string): boolean {
  return silenceIn("", text).length > 0;
}

function silenceIn(path: string, text: string): Advice[] {
  const config = fieldsOf(settingIn(text, "hooksConfig"));
  if (config["enabled"] === false)
    return [
      {
        ok: false,
        detail: `${path} switches all hooks off`,
        hint: 'Take "enabled": false out of its "hooksConfig".',
      },
    ];
  // A hook without a name goes by its command.
  const names = new Set([NAME, ...installedHooks(text, HOOK_TABLE.agent).map(({ command }) => command)]);
  if (!listOf(config["disabled"]).some((name) => typeof name === "string" && names.has(name))) return [];
  return [
    {
      ok: false,
      detail: `${path} switches our hooks off`,
      hint: `Say "/hooks enable ${NAME}" in Gemini CLI, or take them out of "disabled" in its "hooksConfig".`,
    },
  ];
}

function samplePayload(event: string, { session, cwd }: SampleScene): object | undefined {
  const common = {
    session_id: session,
    transcript_path: join(cwd, "session.jsonl"),
    cwd,
    hook_event_name: event,
    timestamp: "2026-01-01T00:00:00.000Z",
  };
  return sampleOf(event, common, FIELDS);
}

const CALL = {
  tool_name: "run_shell_command",
  tool_input: { command: "npm test", description: "Run the tests" },
};
const PROMPT = "Does the hook answer?";

const FIELDS: { readonly [event: string]: object } = {
  SessionStart: { source: "startup" },
  BeforeAgent: { prompt: PROMPT },
  BeforeTool: CALL,
  AfterTool: {
    ...CALL,
    tool_response: {
      llmContent: "<untrusted_context>\nOutput: 1 passed\nProcess Group PGID: 1000\n</untrusted_context>",
      returnDisplay: "1 passed",
    },
  },
  AfterAgent: { prompt: PROMPT, prompt_response: "It does.", stop_hook_active: false },
  SessionEnd: { reason: "exit" },
};
