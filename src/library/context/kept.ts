import { USUAL } from "./usual.js";

/**
 * Whether a message stays as it is in a compaction: the nth from the end, 0 for the last, where it and all behind it take
 * so many tokens. If many long ones stayed, every further message would be followed by another compaction.
 */
export function isKept(nth: number, tokens: number): boolean {
  return nth === 0 || (nth < USUAL.keptMessages && tokens <= USUAL.keptTokens);
}

/** How many of the messages stay, from what they take, oldest first. */
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
