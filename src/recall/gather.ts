import type { Question } from "./question.js";

/** The memories with a term, newest first; there may be more. */
export interface TermMatches {
  readonly numbers: readonly number[];
  readonly isCapped: boolean;
}

/** The evidence of the index about candidate memories. */
export interface Gathered {
  /** The rarity of each asked word, in their order. */
  readonly rarity: readonly number[];
  readonly total: number;
  /** By memory: the summed rarity of its asked words. */
  readonly held: ReadonlyMap<number, number>;
  /** By session: how much of the question its memories cover together. */
  readonly sessions: ReadonlyMap<number, number>;
  readonly bestHeld: number;
  readonly bestSession: number;
  /** The best candidates, not in their final order. */
  readonly numbers: readonly number[];
}

const NEAR = { one: 0.35, two: 0.2 } as const;
const OF_SESSION = 0.4;
const SATURATION = 1.2;
const MANY = 3;
const STEPS = 256;

/**
 * Scores the matches of the index. Neighbours of a hit and memories of a session that covers the question are
 * candidates, too.
 */
export function gather(
  { asked }: Question,
  matches: ReadonlyMap<string, TermMatches>,
  memories: number,
  sessionNumbers: number,
  most: number,
): Gathered {
  const held = new Map<number, number>();
  const sessions = new Map<number, number>();
  const newest = newestOf(matches, sessionNumbers);
  const rarity = asked.map(({ terms }) => {
    const found = terms.flatMap((term) => matches.get(term) ?? []);
    const weight = rarityOf(found, memories, newest, sessionNumbers);
    const numbers = found.length === 1 ? (found[0]?.numbers ?? []) : unionOf(found);
    addHits(numbers, weight, sessionNumbers, held, sessions);
    return weight;
  });
  const bestHeld = largest(held);
  const bestSession = largest(sessions);
  return {
    rarity,
    total: rarity.reduce((sum, weight) => sum + weight, 0),
    held,
    sessions,
    bestHeld,
    bestSession,
    numbers: best(held, sessions, bestHeld, bestSession, sessionNumbers, most),
  };
}

function newestOf(matches: ReadonlyMap<string, TermMatches>, sessionNumbers: number): number {
  let newest = 0;
  for (const { numbers } of matches.values()) newest = Math.max(newest, numbers[0] ?? 0);
  return Math.floor(newest / sessionNumbers) + 1;
}

/** If there are too many to count, their number is estimated from how far back the newest ones reach. */
function rarityOf(
  found: readonly TermMatches[],
  memories: number,
  newest: number,
  sessionNumbers: number,
): number {
  let count = 0;
  for (const { numbers, isCapped } of found) {
    const reach = newest - Math.floor((numbers.at(-1) ?? 0) / sessionNumbers);
    count += isCapped
      ? Math.max(numbers.length, (numbers.length * newest) / Math.max(1, reach))
      : numbers.length;
  }
  const holding = Math.min(count, memories);
  return Math.log(1 + (memories - holding + 0.5) / (holding + 0.5));
}

function unionOf(found: readonly TermMatches[]): readonly number[] {
  return [...new Set(found.flatMap(({ numbers }) => numbers))].sort((a, b) => b - a);
}

// The numbers of a session are consecutive.
function addHits(
  numbers: readonly number[],
  weight: number,
  sessionNumbers: number,
  held: Map<number, number>,
  sessions: Map<number, number>,
): void {
  let session = -1;
  let times = 0;
  const close = () => {
    if (times > 0)
      sessions.set(
        session,
        (sessions.get(session) ?? 0) + (weight * times * (1 + SATURATION)) / (times + SATURATION),
      );
  };
  for (const n of numbers) {
    held.set(n, (held.get(n) ?? 0) + weight);
    const its = Math.floor(n / sessionNumbers);
    if (its !== session) {
      close();
      session = its;
      times = 0;
    }
    times++;
  }
  close();
}

function best(
  held: ReadonlyMap<number, number>,
  sessions: ReadonlyMap<number, number>,
  bestHeld: number,
  bestSession: number,
  sessionNumbers: number,
  most: number,
): number[] {
  const at = (n: number) => held.get(n) ?? 0;
  const weigh = (n: number) =>
    (at(n) + NEAR.one * (at(n - 1) + at(n + 1)) + NEAR.two * (at(n - 2) + at(n + 2))) / (bestHeld || 1) +
    (OF_SESSION * (sessions.get(Math.floor(n / sessionNumbers)) ?? 0)) / (bestSession || 1);
  const hits = topOf(heaviest(held, bestHeld, most * MANY), weigh, most);
  const near = new Set<number>(hits);
  for (const n of hits.slice(0, most >> 1)) for (const other of [n - 1, n + 1, n - 2, n + 2]) near.add(other);
  return topOf([...near], weigh, most);
}

/** Roughly the best so many, without sorting all: a common word may be in thousands. */
function heaviest(held: ReadonlyMap<number, number>, bestHeld: number, most: number): number[] {
  if (held.size <= most) return [...held.keys()];
  const steps = new Uint32Array(STEPS + 1);
  const stepOf = (weight: number) => Math.floor((weight / (bestHeld || 1)) * STEPS);
  for (const weight of held.values()) steps[stepOf(weight)] = (steps[stepOf(weight)] ?? 0) + 1;
  let least = STEPS;
  for (let count = 0; least > 0; least--) {
    count += steps[least] ?? 0;
    if (count >= most) break;
  }
  const kept: number[] = [];
  // In the last bucket the newest sessions come first, in the order of matching.
  for (const [n, weight] of held) if (stepOf(weight) > least) kept.push(n);
  for (const [n, weight] of held) {
    if (kept.length >= most) break;
    if (stepOf(weight) === least) kept.push(n);
  }
  return kept;
}

function topOf(numbers: readonly number[], weigh: (n: number) => number, most: number): number[] {
  const weighed = numbers.map((n) => ({ n, weight: weigh(n) }));
  weighed.sort((a, b) => b.weight - a.weight || b.n - a.n);
  return weighed.slice(0, most).map(({ n }) => n);
}

function largest(values: ReadonlyMap<number, number>): number {
  let most = 0;
  for (const value of values.values()) if (value > most) most = value;
  return most;
}
