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
} from "../settings/hook-settings.js";
import { serverSettings } from "../settings/mcp-settings.js";
import type { AgentSetup } from "../setup.js";

const CALL = { tool_name: "Shell", tool_input: { command: "npm test" }, tool_use_id: "trial" };
const FIELDS: Samples = {
  sessionStart: { is_background_agent: false, composer_mode: "agent" },
  beforeSubmitPrompt: { prompt: "Does the hook answer?", attachments: [] },
  preToolUse: CALL,
  postToolUse: { ...CALL, tool_output: "1 passed", duration: 12 },
  postToolUseFailure: { ...CALL, error_message: "1 failed", failure_type: "error", duration: 12 },
  preCompact: { trigger: "manual" },
  afterAgentResponse: { text: "It does." },
  stop: { status: "completed", loop_count: 0 },
  sessionEnd: { reason: "completed", duration_ms: 12 },
};
const EVENTS = Object.keys(FIELDS);

const HOOK_TABLE: HookTable = {
  agent: "cursor",
  events: EVENTS,
  head: { version: 1 },
  groupOf: (_, command) => ({ command, timeout: HOOK_SECONDS }),
};

export const cursorSetup: AgentSetup = {
  ...named("cursor"),
  program: "cursor",
  isUntried: true,
  folder: (env) => join(userHome(env), ".cursor"),
  // Its project files are shared with everybody.
  files(scope) {
    if (scope.is === "project") return [];
    const folder = join(scope.home, ".cursor");
    return [hookSettings(join(folder, "hooks.json"), HOOK_TABLE), serverSettings(join(folder, "mcp.json"))];
  },
  limits: limitsOf(EVENTS),
  sample: sampler(FIELDS, (event, { session, cwd }) => ({
    conversation_id: session,
    hook_event_name: event,
    workspace_roots: [cwd],
  })),
  advice: () => [],
};
