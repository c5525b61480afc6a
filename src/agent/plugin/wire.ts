import type { Wire as CommonWire } from "../payload/wire.js";

/**
 * The payload that our plugin, inside an agent, sends to the hook. The plugin may have another version, so every field
 * is optional and unknown here too.
 */
export interface Wire extends CommonWire {
  readonly pid?: unknown;
  /** The agent no longer waits, so it would not see an answer. */
  readonly late?: unknown;
  /** The agent's texts before its last message, oldest first. */
  readonly said?: unknown;
  readonly tool_output?: unknown;
  /** More about the call, such as the exit code. */
  readonly tool_details?: unknown;
  readonly failed?: unknown;
}

/** The hooks that the plugin calls, with the milliseconds that the agent waits at most. */
export const HOOKS = {
  SessionStart: 2_000,
  UserPromptSubmit: 2_000,
  // A destructive command waits until the files are saved.
  PreToolUse: 5_000,
  PostToolUse: 2_000,
  PreCompact: 2_000,
  PostCompact: 2_000,
  SubagentStart: 2_000,
  SubagentStop: 2_000,
  Stop: 2_000,
  SessionEnd: 2_000,
} as const;

export type HookName = keyof typeof HOOKS;

/** The context for the model, and new arguments for a tool call. */
export interface Answer {
  readonly context?: string;
  readonly input?: { readonly [name: string]: unknown };
}
