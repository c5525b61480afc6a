import type { Wire as CommonWire } from "../payload/wire.js";

/**
 * What a plugin of ours, which runs inside an agent, sends to the hook. We make it ourselves, but it comes from another
 * process, perhaps of another version: every field is optional and of unknown type here too.
 */
export interface Wire extends CommonWire {
  /** The agent's process. */
  readonly pid?: unknown;
  /** The agent has gone on already: what is answered now would be heard by nobody. */
  readonly late?: unknown;
  /** What the agent said on the way to its last message, oldest first. */
  readonly said?: unknown;
  readonly tool_output?: unknown;
  /** What the agent knows of the call besides its text, such as an exit code. */
  readonly tool_details?: unknown;
  readonly failed?: unknown;
}

/** The hooks a plugin calls, each with the milliseconds the agent is kept waiting at the most. */
export const HOOKS = {
  SessionStart: 2_000,
  UserPromptSubmit: 2_000,
  // A command that may destroy something waits until the files are kept.
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

/** The hook's answer: what to put before the model, and what to put in place of a tool's arguments. */
export interface Answer {
  readonly context?: string;
  readonly input?: { readonly [name: string]: unknown };
}
