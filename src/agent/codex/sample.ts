import { join } from "node:path";
import { sampleOf } from "../payload/sample.js";
import type { SampleScene } from "../setup.js";

/** A payload as Codex sends it, for trying an installed hook. Undefined for events we do not know. */
export function samplePayload(event: string, { session, cwd }: SampleScene): object | undefined {
  const common = {
    session_id: session,
    transcript_path: join(cwd, "rollout.jsonl"),
    cwd,
    hook_event_name: event,
    model: "gpt-5.5",
    permission_mode: "default",
  };
  return sampleOf(event, common, FIELDS);
}

const TURN = { turn_id: "trial" };
const CALL = { ...TURN, tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: "call_trial" };
const SUBAGENT = { ...TURN, agent_id: "trial", agent_type: "default" };

const FIELDS: { readonly [event: string]: object } = {
  SessionStart: { source: "startup" },
  UserPromptSubmit: { ...TURN, prompt: "Does the hook answer?" },
  PreToolUse: CALL,
  PostToolUse: { ...CALL, tool_response: "1 passed\n" },
  PreCompact: { ...TURN, trigger: "auto" },
  PostCompact: { ...TURN, trigger: "auto" },
  SubagentStart: SUBAGENT,
  SubagentStop: { ...SUBAGENT, stop_hook_active: false, last_assistant_message: "Nothing found." },
  Stop: { ...TURN, stop_hook_active: false, last_assistant_message: "It does." },
  Interrupt: TURN,
  SessionEnd: { reason: "other" },
};
