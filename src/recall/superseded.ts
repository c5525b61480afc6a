import type { Memory } from "../model/fold/memory/memory-state.js";
import { wordsOf } from "../text/prose/topic.js";

/** The share of common words that makes two decisions one subject. */
const SAME = 0.6;
const MIN_WORDS = 2;

/** The latest decision on a subject holds: maps the id of an earlier one to its replacement. */
export function supersededDecisions(memories: readonly Memory[]): Map<string, string> {
  const decisions = memories
    .filter(({ kind }) => kind === "decision")
    .map((memory) => ({ memory, words: new Set(wordsOf(memory.text)) }))
    .sort((a, b) => b.memory.at - a.memory.at);
  const replaced = new Map<string, string>();
  decisions.forEach(({ memory, words }, at) => {
    const later = decisions
      .slice(0, at)
      .find(
        (other) =>
          other.memory.at > memory.at && other.memory.text !== memory.text && isAbout(words, other.words),
      );
    if (later !== undefined) replaced.set(memory.id, later.memory.id);
  });
  return replaced;
}

function isAbout(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const fewer = Math.min(one.size, other.size);
  if (fewer < MIN_WORDS) return false;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared / fewer >= SAME;
}
