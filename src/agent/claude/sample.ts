import { join } from "node:path";
import { sampleOf } from "../payload/sample.js";
import type { SampleScene } from "../setup.js";

/** A payload as Claude Code sends it, for trying an installed hook. Undefined for events we do not know. */
export function samplePayload(event: string, { session, cwd }: SampleScene): object | undefined {
  const common = {
    session_id: session,
    transcript_path: join(cwd, "transcript.jsonl"),
    cwd,
    hook_event_name: event,
    permission_mode: "default",
  };
  return sampleOf(event, common, FIELDS);
}

const CALL = {
  tool_name: "Bash",
  tool_input: { command: "npm test", description: "Run the tests" },
  tool_use_id: "toolu_trial",
};
const SUBAGENT = { agent_id: "trial", agent_type: "Explore" };

const FIELDS: { readonly [event: string]: object } = {
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
