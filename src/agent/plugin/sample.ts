import type { SampleScene } from "../setup.js";
import type { Payload } from "./hook-line.js";
import type { HookName } from "./wire.js";

export type SampleCall = Pick<Payload, "tool_name" | "tool_input">;

/** A sample payload of our plugin; undefined for unknown events. */
export function samplePayload(
  event: string,
  { session, cwd }: SampleScene,
  call: SampleCall,
): object | undefined {
  const all: { readonly [name in HookName]: Payload } = {
    SessionStart: { source: "startup", model: "trial" },
    UserPromptSubmit: { prompt: "Does the hook answer?" },
    PreToolUse: { ...call, tool_use_id: "call_trial" },
    PostToolUse: {
      ...call,
      tool_use_id: "call_trial",
      tool_output: "1 passed",
      failed: false,
      duration_ms: 12,
    },
    PreCompact: { trigger: "manual" },
    PostCompact: { trigger: "manual", compact_summary: "The hooks are being tried." },
    SubagentStart: SUBAGENT,
    SubagentStop: { ...SUBAGENT, last_assistant_message: "Nothing found." },
    Stop: { last_assistant_message: "It does." },
    SessionEnd: { reason: "exit" },
  };
  const fields = Object.entries(all).find(([name]) => name === event)?.[1];
  if (fields === undefined) return undefined;
  return { hook_event_name: event, session_id: session, cwd, pid: process.pid, ...fields };
}

const SUBAGENT = { agent_id: "trial", agent_type: "general" };
