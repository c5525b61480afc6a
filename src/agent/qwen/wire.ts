import type { ToolWire } from "../payload/gemini-tool.js";

/**
 * What Qwen Code sends to a hook. Every field is optional and of unknown type: versions differ,
 * and whatever arrives must not disturb the agent.
 */
export interface Wire extends ToolWire {
  readonly hook_event_name?: unknown;
  readonly session_id?: unknown;
  readonly transcript_path?: unknown;
  readonly cwd?: unknown;
  readonly source?: unknown;
  readonly model?: unknown;
  readonly reason?: unknown;
  readonly prompt?: unknown;
  readonly submitted_prompt?: unknown;
  readonly trigger?: unknown;
  readonly custom_instructions?: unknown;
  readonly compact_summary?: unknown;
  readonly last_assistant_message?: unknown;
  readonly error?: unknown;
  readonly is_interrupt?: unknown;
  readonly duration_ms?: unknown;
  readonly agent_type?: unknown;
}
