/** The payload of a hook. Every field is optional and unknown: versions differ, and no payload may disturb the agent. */
export interface Wire {
  readonly sessionId?: unknown;
  readonly timestamp?: unknown;
  readonly cwd?: unknown;
  readonly source?: unknown;
  readonly reason?: unknown;
  readonly prompt?: unknown;
  readonly toolName?: unknown;
  readonly toolArgs?: unknown;
  readonly toolResult?: unknown;
  readonly error?: unknown;
  readonly transcriptPath?: unknown;
  readonly stopReason?: unknown;
  readonly trigger?: unknown;
  readonly customInstructions?: unknown;
  /** Set if a subagent makes the call; then the session is its own. */
  readonly agentId?: unknown;
  readonly agentType?: unknown;
  readonly agentName?: unknown;
  readonly parentAgentId?: unknown;
  readonly response?: unknown;
}

/** Copilot CLI names the event only to Claude-style hooks, and only for some events. Its own are recognized by their fields. */
export function eventOf(wire: Wire): string | undefined {
  const has = (field: keyof Wire) => wire[field] !== undefined;
  if (has("toolName")) {
    if (has("toolResult")) return "postToolUse";
    return has("error") ? "postToolUseFailure" : "preToolUse";
  }
  if (has("prompt")) return "userPromptSubmitted";
  // A subagent's own stop has no name; the one its caller gets has.
  if (has("stopReason")) return has("agentName") ? "subagentStop" : "agentStop";
  if (has("agentName")) return "subagentStart";
  if (has("trigger")) return "preCompact";
  if (has("source")) return "sessionStart";
  return has("reason") ? "sessionEnd" : undefined;
}
