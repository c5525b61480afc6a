import { dirname, join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { named } from "../agents.js";
import { commandFiles } from "../command.js";
import { sampleOf } from "../payload/sample.js";
import { RUNNING } from "../settings/command-format.js";
import { adviceOnSharing, adviceOnSilence, type HookTable, hookSettings } from "../settings/hook-settings.js";
import { serverSettings } from "../settings/mcp-settings.js";
import type { AgentSetup, SampleScene, Scope } from "../setup.js";
import { configFolder } from "./folder.js";
import { HOOKS } from "./hooks.js";

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

/** Qwen Code's project settings are always shared. */
export function settingsPath(env: Env, scope: Scope): string {
  return scope.is === "project"
    ? join(scope.root, ".qwen", "settings.json")
    : join(configFolder(env, scope.home), "settings.json");
}

function samplePayload(event: string, { session, cwd }: SampleScene): object | undefined {
  const common = {
    session_id: session,
    transcript_path: join(cwd, "session.jsonl"),
    cwd,
    hook_event_name: event,
    timestamp: "2026-01-01T00:00:00.000Z",
    permission_mode: "default",
  };
  return sampleOf(event, common, FIELDS);
}

const CALL = {
  tool_name: "run_shell_command",
  tool_input: { command: "npm test", description: "Run the tests", is_background: false },
  tool_use_id: "toolu_trial",
};
const REPORT = "Command: npm test\nDirectory: (root)\nOutput: ";
const SUBAGENT = { agent_id: "trial", agent_type: "Explore" };

const FIELDS: { readonly [event: string]: object } = {
  SessionStart: { source: "startup" },
  UserPromptSubmit: { prompt: "Does the hook answer?", submitted_prompt: "Does the hook answer?" },
  PreToolUse: CALL,
  PostToolUse: {
    ...CALL,
    tool_response: {
      llmContent: `${REPORT}1 passed\nError: (none)\nExit Code: 0`,
      returnDisplay: "1 passed",
    },
    duration_ms: 12,
  },
  PostToolUseFailure: {
    ...CALL,
    error: `${REPORT}1 failed\nError: (none)\nExit Code: 1`,
    is_interrupt: false,
    duration_ms: 12,
  },
  PreCompact: { trigger: "manual", custom_instructions: "" },
  PostCompact: { trigger: "manual", compact_summary: "The hooks are being tried." },
  SubagentStart: SUBAGENT,
  SubagentStop: { ...SUBAGENT, last_assistant_message: "Nothing found." },
  Stop: { stop_hook_active: false, last_assistant_message: "It does." },
  SessionEnd: { reason: "other" },
};
