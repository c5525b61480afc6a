import { disarm } from "./disarm.js";

/** What was recorded stands between these, as data; outside of them only our own words do. */
export const FENCE = { open: "<recorded>", close: "</recorded>" } as const;

/** The characters a fence adds to the lines in it, newlines included. */
export const FENCE_COST = FENCE.open.length + FENCE.close.length + 2;

/** Lines of recorded text inside a fence that nothing in them can close or imitate. No lines, no fence. */
export function fence(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const single = lines.map((line) => line.replace(LINE_END, " "));
  // As a whole: a tag could be begun at the end of one line and finished in the next.
  return [FENCE.open, ...disarm(single.join("\n")).split("\n"), FENCE.close];
}

const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]+/g;
