/** Defaults of a context and a compaction; limits and thresholds are in tokens. */
export const DEFAULTS = {
  contextLimit: 100_000,
  lastMessages: 20,
  summaryLimit: 1_000,
  threshold: 15_000,
  keptMessages: 20,
  keptTokens: 7_500,
} as const;

/** A smaller context has no room for anything. */
export const MIN_CONTEXT_TOKENS = 100;

/** Whether a compaction keeps the nth message from the end, if it and all later ones take this many tokens. */
export function isKept(nth: number, tokens: number): boolean {
  return nth === 0 || (nth < DEFAULTS.keptMessages && tokens <= DEFAULTS.keptTokens);
}

/** How many messages a compaction keeps, by their tokens, oldest first. */
export function keptCount(tokens: readonly number[]): number {
  let count = 0;
  let used = 0;
  for (const cost of tokens.toReversed()) {
    used += cost;
    if (!isKept(count, used)) break;
    count++;
  }
  return count;
}
