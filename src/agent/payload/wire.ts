/**
 * The payload of a Claude Code hook, which other agents adopted in large part. Every field is optional and unknown:
 * versions differ, and no payload may disturb the agent.
 */
export interface Wire {
  readonly hook_event_name?: unknown;
  readonly session_id?: unknown;
  readonly transcript_path?: unknown;
  readonly cwd?: unknown;
  readonly source?: unknown;
  readonly model?: unknown;
  readonly reason?: unknown;
  readonly prompt?: unknown;
  /** Qwen Code: the prompt without the context of hooks and reminders. */
  readonly submitted_prompt?: unknown;
  /** Gemini CLI. */
  readonly prompt_response?: unknown;
  readonly trigger?: unknown;
  readonly custom_instructions?: unknown;
  readonly compact_summary?: unknown;
  readonly last_assistant_message?: unknown;
  readonly tool_name?: unknown;
  readonly tool_input?: unknown;
  readonly tool_response?: unknown;
  readonly tool_use_id?: unknown;
  readonly error?: unknown;
  readonly is_interrupt?: unknown;
  readonly duration_ms?: unknown;
  readonly agent_id?: unknown;
  readonly agent_type?: unknown;
}
