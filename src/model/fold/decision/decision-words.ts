import type { Decision } from "../../../text/prose/decision.js";
import { wordsOf } from "../../../text/prose/topic.js";

/** The words of a decision, split once for many comparisons. */
export interface DecisionWords {
  readonly text: string;
  readonly choice: ReadonlySet<string>;
  readonly rejected: readonly ReadonlySet<string>[];
}

/** The share of words from which two statements count as the same. */
const MIN_SHARED = 0.6;

export function decisionWords({ choice, rejected }: Pick<Decision, "choice" | "rejected">): DecisionWords {
  return {
    text: choice,
    choice: new Set(wordsOf(choice)),
    rejected: rejected.map((no) => new Set(wordsOf(no))),
  };
}

/** Whether a decision repeats or rejects the choice of an earlier one. */
export function replaces(made: DecisionWords, old: DecisionWords): boolean {
  return (
    made.text === old.text ||
    sharesMost(made.choice, old.choice) ||
    made.rejected.some((no) => isWithin(no, old.choice))
  );
}

export function sharesMost(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const fewer = Math.min(some.size, others.size);
  if (fewer === 0) return false;
  let shared = 0;
  for (const word of some) if (others.has(word)) shared++;
  return shared / Math.max(some.size, others.size) >= MIN_SHARED || (fewer >= 2 && shared === fewer);
}

function isWithin(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].every((word) => others.has(word));
}
