import type { Memory, MemoryKind } from "../model/fold/memory/memory-state.js";
import { allWords } from "../text/words/term.js";

/** The share of common words that makes two memories duplicates. */
const SAME = 0.8;
/** One contains all of the other. */
const CONTAINED = 0.92;
const MAX_COMPARED = 40;
const MAX_TEXT = 1_500;

/** The preference among duplicates: findings before the words around them, a thread last. */
const PREFERRED: readonly (readonly MemoryKind[])[] = [
  ["pin", "fact", "decision", "fix", "convention"],
  ["prompt", "answer", "plan", "summary", "blocker"],
  ["command", "change"],
  ["thread"],
];

/** Keeps one of several duplicates: a prompt and the decision in it, a daily command. */
export function withoutNearDuplicates<T extends { readonly memory: Memory }>(
  ranked: readonly T[],
  most: number,
): T[] {
  const kept: { item: T; words: ReadonlySet<string>; place: number }[] = [];
  for (const [place, item] of ranked.entries()) {
    if (kept.length >= most) break;
    const words = new Set(allWords(item.memory.text.slice(0, MAX_TEXT)));
    const same = kept
      .slice(-MAX_COMPARED)
      .find((other) => isSame(words, other.words, item.memory, other.item.memory));
    if (same === undefined) kept.push({ item, words, place });
    else if (preference(item.memory) < preference(same.item.memory))
      Object.assign(same, { item, words, place });
  }
  return kept.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

function preference({ kind }: Memory): number {
  return PREFERRED.findIndex((kinds) => kinds.includes(kind));
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>, a: Memory, b: Memory): boolean {
  if (a.text === b.text) return true;
  let shared = 0;
  for (const term of one) if (other.has(term)) shared++;
  const fewer = Math.min(one.size, other.size);
  if (fewer === 0) return false;
  const isSameTurn = a.session === b.session && a.turn !== undefined && a.turn === b.turn;
  return shared / (one.size + other.size - shared) >= SAME || (isSameTurn && shared / fewer >= CONTAINED);
}
