import { termsOf } from "../detect/term.js";
import type { Memory } from "../fold/memory-state.js";

/** The share of terms from which on two memories say the same. */
const SAME = 0.8;
/** What one says is all in the other. */
const CONTAINED = 0.92;
const MOST_COMPARED = 40;

/** Of memories that say the same only the first: a prompt and the decision in it, a command that worked every day. */
export function withoutNearDuplicates<T extends { readonly memory: Memory }>(
  ranked: readonly T[],
  most: number,
): T[] {
  const kept: { readonly item: T; readonly terms: ReadonlySet<string> }[] = [];
  for (const item of ranked) {
    if (kept.length >= most) break;
    const terms = new Set(termsOf(item.memory.text));
    const isSaid = kept
      .slice(-MOST_COMPARED)
      .some((other) => isSame(terms, other.terms, item.memory, other.item.memory));
    if (!isSaid) kept.push({ item, terms });
  }
  return kept.map(({ item }) => item);
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
