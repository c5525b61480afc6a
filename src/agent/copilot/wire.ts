/**
 * What Copilot CLI sends to a hook. Every field is optional and of unknown type: versions differ, and whatever arrives
 * must not disturb the agent.
 */
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
  /** Whose call it is, where that is a subagent's; then the session is its own. */
  readonly agentId?: unknown;
  readonly agentType?: unknown;
  readonly agentName?: unknown;
  readonly parentAgentId?: unknown;
  readonly response?: unknown;
}

/**
 * The event a payload tells of. Copilot CLI names it only to hooks of Claude's kind, and runs those for some events alone;
 * to its own it sends fields by which each is known.
 */
export function eventOf(wire: Wire): string | undefined {
  const has = (field: keyof Wire) => wire[field] !== undefined;
  if (has("toolName")) {
    if (has("toolResult")) return "postToolUse";
    return has("error") ? "postToolUseFailure" : "preToolUse";
  }
  if (has("prompt")) return "userPromptSubmitted";
  // A subagent's own stop has no name with it; what its caller hears has.
  if (has("stopReason")) return has("agentName") ? "subagentStop" : "agentStop";
  if (has("agentName")) return "subagentStart";
  if (has("trigger")) return "preCompact";
  if (has("source")) return "sessionStart";
  return has("reason") ? "sessionEnd" : undefined;
}
