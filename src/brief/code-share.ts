/** The kinds of codes, in the order in which they are kept if not all fit. */
export const PRIORITY = {
  proj: 100,
  pin: 95,
  rule: 90,
  next: 84,
  block: 80,
  ask: 78,
  file: 70,
  dec: 66,
  test: 64,
  fact: 62,
  name: 60,
} as const;

export type Rank = keyof typeof PRIORITY;

/** The tokens for which the shares are made. */
const ALL_TOKENS = 1_500;

/** The tokens that a kind is sure of, and those it gets before other kinds get more. Pins and rules have no limit. */
const SHARE: { readonly [R in Rank]?: { readonly sure: number; readonly wanted: number } } = {
  file: { sure: 300, wanted: 500 },
  name: { sure: 200, wanted: 400 },
  dec: { sure: 200, wanted: 300 },
  block: { sure: 100, wanted: 200 },
  next: { sure: 100, wanted: 200 },
  ask: { sure: 50, wanted: 100 },
  test: { sure: 30, wanted: 60 },
  fact: { sure: 70, wanted: 150 },
};

/** In less room than this, a share is shorter than a code. */
const MIN_SHARED_CHARS = 1_000;

const REST = "more:0000".length + 1;

interface Ranked {
  readonly rank: Rank;
  readonly text: string;
}

/**
 * All codes if they fit. Else every kind gets its share of the room, so that many files do not push out the decisions,
 * and what is left goes to the most important.
 */
export function fitting<C extends Ranked>(codes: readonly C[], room: number): ReadonlySet<C> {
  const all = codes.reduce((sum, { text }) => sum + text.length + 1, 0);
  if (all - 1 <= room) return new Set(codes);
  const said = new Set<C>();
  const ranked = [...codes].sort((a, b) => PRIORITY[b.rank] - PRIORITY[a.rank]);
  const used = new Map<Rank, number>();
  let left = room - REST;
  const limits = room < MIN_SHARED_CHARS ? (["none"] as const) : (["sure", "wanted", "none"] as const);
  for (const limit of limits)
    for (const code of ranked) {
      const { rank, text } = code;
      const cost = text.length + 1;
      const spent = (used.get(rank) ?? 0) + cost;
      const share = limit === "none" ? undefined : SHARE[rank]?.[limit];
      if (said.has(code) || cost > left || spent > charsOf(share, room)) continue;
      left -= cost;
      used.set(rank, spent);
      said.add(code);
    }
  return said;
}

function charsOf(tokens: number | undefined, room: number): number {
  return tokens === undefined ? Number.POSITIVE_INFINITY : (tokens / ALL_TOKENS) * room;
}
