import { type Token, tokensOf } from "../text/words/term.js";

/** The part of a memory's text that matches the question. */
export interface Passage {
  readonly tokens: readonly Token[];
  /** The count of each asked word, in the order of the question. */
  readonly times: readonly number[];
}

/** Only the best window of a long text counts: length does not make a better answer. */
const MAX_TOKENS = 48;

export function bestPassage(
  text: string,
  askedBy: ReadonlyMap<string, readonly number[]>,
  rarity: readonly number[],
): Passage {
  const tokens = tokensOf(text);
  const start = tokens.length <= MAX_TOKENS ? 0 : bestStart(tokens, askedBy, rarity);
  const part = tokens.length <= MAX_TOKENS ? tokens : tokens.slice(start, start + MAX_TOKENS);
  const times: number[] = new Array(rarity.length).fill(0);
  for (const { stem } of part) for (const n of askedBy.get(stem) ?? []) times[n] = (times[n] ?? 0) + 1;
  return { tokens: part, times };
}

/** The start of the window in which the rarest asked words occur together. */
function bestStart(
  tokens: readonly Token[],
  askedBy: ReadonlyMap<string, readonly number[]>,
  rarity: readonly number[],
): number {
  const places = tokens.flatMap(({ stem }, at) => (askedBy.get(stem) ?? []).map((n) => ({ at, n })));
  let best = 0;
  let most = -1;
  for (let first = 0; first < places.length; first++) {
    const from = places[first]?.at ?? 0;
    const met = new Set<number>();
    let sum = 0;
    for (let next = first; next < places.length; next++) {
      const { at, n } = places[next] ?? { at: Number.POSITIVE_INFINITY, n: 0 };
      if (at >= from + MAX_TOKENS) break;
      if (!met.has(n)) sum += rarity[n] ?? 0;
      met.add(n);
    }
    if (sum > most) {
      most = sum;
      best = from;
    }
  }
  // A few words before the first match: the answer often precedes it.
  return Math.max(0, Math.min(best - MAX_TOKENS / 6, tokens.length - MAX_TOKENS));
}
