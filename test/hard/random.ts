/** Chance that can be had again: the same seed gives the same test. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Buffer;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (from) => from[int(0, from.length - 1)] as (typeof from)[number],
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(0, 255))),
  };
}

const WORDS =
  "the test of parser returned an unexpected token while reading line column module import const function result value expected received error warning compiled in ms ok".split(
    " ",
  );

/** Text that looks like the output of a tool. */
export function prose(random: Random, length: number): string {
  const lines: string[] = [];
  for (let size = 0; size < length; ) {
    const line = Array.from({ length: random.int(3, 14) }, () => random.pick(WORDS)).join(" ");
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join("\n").slice(0, length);
}
