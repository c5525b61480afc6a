import type { ToolWire } from "../payload/gemini-tool.js";

/**
 * What Gemini CLI sends to a hook. Every field is optional and of unknown type: versions differ,
 * and whatever arrives must not disturb the agent.
 */
export interface Wire extends ToolWire {
  readonly hook_event_name?: unknown;
  readonly session_id?: unknown;
  readonly transcript_path?: unknown;
  readonly cwd?: unknown;
  readonly source?: unknown;
  readonly reason?: unknown;
  readonly prompt?: unknown;
  readonly prompt_response?: unknown;
}
