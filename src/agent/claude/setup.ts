import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { named } from "../agents.js";
import { commandFiles } from "../command.js";
import { ASKING } from "../settings/command-format.js";
import {
  adviceOnSilence,
  HOOK_SECONDS,
  type HookTable,
  hookSettings,
  limitsOf,
  type Samples,
  sampler,
} from "../settings/hook-settings.js";
import { type ServerTable, serverSettings } from "../settings/mcp-settings.js";
import type { Advice, AgentSetup, InstalledHook, Scope } from "../setup.js";
import { installedPlugin, pluginIn } from "./beside-plugin.js";
import { configFolder } from "./folder.js";

// The other hooks take no matcher.
const MATCHER: { readonly [event: string]: string } = {
  SessionStart: "startup|resume|clear|compact|fork",
  PreToolUse: "*",
  PostToolUse: "*",
  PostToolUseFailure: "*",
};

const CALL = {
  tool_name: "Bash",
  tool_input: { command: "npm test", description: "Run the tests" },
  tool_use_id: "toolu_trial",
};
const SUBAGENT = { agent_id: "trial", agent_type: "Explore" };

const FIELDS: Samples = {
  SessionStart: { source: "startup" },
  UserPromptSubmit: { prompt: "Does the hook answer?" },
  PreToolUse: CALL,
  PostToolUse: {
    ...CALL,
    tool_response: { stdout: "1 passed", stderr: "", interrupted: false, isImage: false },
    duration_ms: 12,
  },
  PostToolUseFailure: { ...CALL, error: "Exit code 1\n1 failed", is_interrupt: false, duration_ms: 12 },
  PreCompact: { trigger: "manual", custom_instructions: null },
  PostCompact: { trigger: "manual", compact_summary: "The hooks are being tried." },
  SubagentStart: SUBAGENT,
  SubagentStop: { ...SUBAGENT, last_assistant_message: "Nothing found." },
  Stop: { stop_hook_active: false, last_assistant_message: "It does." },
  SessionEnd: { reason: "other" },
};

export const HOOK_TABLE: HookTable = {
  agent: "claude",
  events: Object.keys(FIELDS),
  groupOf: (event, command) => groupOf(event, { command }),
};

/** The entry under an event, in the settings and in the plugin. */
export function groupOf(event: string, run: { readonly command: string; readonly args?: readonly string[] }) {
  return { matcher: MATCHER[event], hooks: [{ type: "command", ...run, timeout: HOOK_SECONDS }] };
}

const SERVER: ServerTable = { entryOf: (command, args) => ({ type: "stdio", command, args }) };

export const claudeSetup: AgentSetup = {
  ...named("claude"),
  program: "claude",
  folder: (env) => configFolder(env, userHome(env)),
  files: (scope, env) => [
    { ...hookSettings(settingsPath(env, scope), HOOK_TABLE), isPrivate: true },
    serverSettings(serverPath(env, scope), SERVER),
    ...commandFiles(join(folderFor(env, scope), "commands", "tidemark"), ASKING),
  ],
  limits: limitsOf(HOOK_TABLE.events),
  sample: sampler(FIELDS, (event, { session, cwd }) => ({
    session_id: session,
    transcript_path: join(cwd, "transcript.jsonl"),
    cwd,
    hook_event_name: event,
    permission_mode: "default",
  })),
  advice: (files) => files.flatMap(adviceOn),
  pluginHooks,
  pluginRemoval(env) {
    const plugin = installedPlugin(env);
    return plugin && `claude plugin uninstall ${plugin.name}`;
  },
};

function adviceOn({ path, text }: { readonly path: string; readonly text: string }): readonly Advice[] {
  return [
    ...adviceOnSilence(path, text),
    ...(pluginIn(text) !== undefined
      ? [
          {
            ok: "warn" as const,
            detail: "the plugin is there, too; its hooks keep silent beside these",
            hint: "One is enough: claude plugin uninstall tidemark@tidemark, or tidemark remove --agent claude",
          },
        ]
      : []),
  ];
}

/** The hooks of our plugin as shell commands. */
export function pluginHooks(env: Env): readonly InstalledHook[] {
  const plugin = installedPlugin(env);
  if (plugin === undefined) return [];
  const quote = process.platform === "win32" ? '"' : "'";
  const command = `node ${quote}${join(plugin.folder, "plugin.cjs")}${quote} hook`;
  return HOOK_TABLE.events.map((event) => ({ event, command }));
}

export function settingsPath(env: Env, scope: Scope): string {
  return join(folderFor(env, scope), scope.is === "project" ? "settings.local.json" : "settings.json");
}

function folderFor(env: Env, scope: Scope): string {
  return scope.is === "project" ? join(scope.root, ".claude") : configFolder(env, scope.home);
}

/** Claude Code keeps the user's servers beside its settings folder, or inside if CLAUDE_CONFIG_DIR is set. */
export function serverPath(env: Env, scope: Scope): string {
  if (scope.is === "project") return join(scope.root, ".mcp.json");
  return join(env["CLAUDE_CONFIG_DIR"] || scope.home, ".claude.json");
}
