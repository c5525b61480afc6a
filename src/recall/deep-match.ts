import { kindTerm } from "../model/fold/memory/memory-term.js";
import type { StoredMemory } from "../model/store/memory-reader.js";
import type { Store } from "../model/store/store.js";
import { readQuestion } from "./question.js";
import type { RecallFilter } from "./recall.js";

const MAX_COUNT = { matches: 50_000, found: 150, read: 20_000 } as const;
const PORTION = 500;

/**
 * The memories that meet conditions and contain words of the question, at any age, heaviest first. The newest and best
 * of all matches may contain none of them.
 */
export function deepMatches(
  store: Store,
  project: string,
  query: string,
  { kind, session }: RecallFilter,
  { now, isWanted }: { readonly now: number; readonly isWanted: (memory: StoredMemory) => boolean },
): number[] {
  const terms = [...new Set(readQuestion(query, now).asked.flatMap((asked) => asked.terms))];
  const within = kind === undefined ? undefined : kindTerm(kind);
  const matches = store.memories.match(project, terms, MAX_COUNT.matches, within);
  const weights = new Map<number, number>();
  const own =
    session === undefined ? undefined : new Set(store.memories.ofSession(project, session).map(({ n }) => n));
  for (const { numbers } of matches) {
    const weight = 1 / Math.log(2 + numbers.length);
    for (const n of numbers)
      if (own === undefined || own.has(n)) weights.set(n, (weights.get(n) ?? 0) + weight);
  }
  const best = [...weights].sort((a, b) => b[1] - a[1] || b[0] - a[0]).map(([n]) => n);
  const found: number[] = [];
  for (
    let from = 0;
    from < Math.min(best.length, MAX_COUNT.read) && found.length < MAX_COUNT.found;
    from += PORTION
  )
    for (const memory of store.memories.at(best.slice(from, from + PORTION)))
      if (isWanted(memory)) found.push(memory.n);
  return found.slice(0, MAX_COUNT.found);
}
