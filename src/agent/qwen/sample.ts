import { join } from "node:path";
import { sampleOf } from "../payload/sample.js";
import type { SampleScene } from "../setup.js";

/** A payload as Qwen Code sends it, for trying an installed hook. Undefined for events we do not know. */
export function samplePayload(event: string, { session, cwd }: SampleScene): object | undefined {
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
