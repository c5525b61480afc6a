import { join } from "node:path";
import { userHome } from "../../host/env.js";
import { named } from "../agents.js";
import {
  HOOK_SECONDS,
  type HookTable,
  hookSettings,
  limitsOf,
  type Samples,
  sampler,
  settingIn,
} from "../settings/hook-settings.js";
import { type ServerTable, serverSettings } from "../settings/mcp-settings.js";
import type { AgentSetup } from "../setup.js";

const CALL = { tool_name: "Execute", tool_input: { command: "npm test", summary: "Run the tests" } };
const FIELDS: Samples = {
  SessionStart: { source: "startup" },
  UserPromptSubmit: { prompt: "Does the hook answer?" },
  PreToolUse: CALL,
  PostToolUse: { ...CALL, tool_response: "1 passed\n\n\n[Process exited with code 0]" },
  PreCompact: { trigger: "manual" },
  Stop: { stop_hook_active: false, tool_execution_count: 0 },
  SessionEnd: { reason: "other" },
};
const EVENTS = Object.keys(FIELDS);

const HOOK_TABLE: HookTable = {
  agent: "droid",
  events: EVENTS,
  groupOf: (event, command) => ({
    ...(event.endsWith("ToolUse") ? { matcher: "*" } : {}),
    hooks: [{ type: "command", command, timeout: HOOK_SECONDS }],
  }),
};

const SERVER: ServerTable = {
  entryOf: (command, args) => ({ type: "stdio", command, args, disabled: false }),
};

export const droidSetup: AgentSetup = {
  ...named("droid"),
  program: "droid",
  folder: (env) => join(userHome(env), ".factory"),
  files(scope) {
    if (scope.is === "project") return [];
    const folder = join(scope.home, ".factory");
    return [
      hookSettings(join(folder, "settings.json"), HOOK_TABLE),
      serverSettings(join(folder, "mcp.json"), SERVER),
    ];
  },
  limits: limitsOf(EVENTS),
  sample: sampler(FIELDS, (event, { session, cwd }) => ({
    session_id: session,
    cwd,
    permission_mode: "off",
    hook_event_name: event,
  })),
  advice: (files) =>
    files.flatMap(({ path, text }) =>
      settingIn(text, "enableHooks") === false
        ? [{ ok: false, detail: `${path} switches all hooks off`, hint: 'Set "enableHooks" to true in it.' }]
        : [],
    ),
};
