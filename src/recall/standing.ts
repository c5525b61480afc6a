import type { Memory, MemoryKind } from "../model/fold/memory/memory-state.js";
import { termsOf } from "../text/words/term.js";
import type { Question } from "./question.js";
import type { Part } from "./rank.js";

/** The project's current stance towards its memories. */
export interface Standing {
  readonly now: number;
  /** The checked-out branch. */
  readonly branch?: string;
  /** Whether it was recorded on a branch that is neither this one nor merged. */
  readonly isElsewhere?: (memory: Memory) => boolean;
  /** The terms of the topics in focus. */
  readonly focus: ReadonlySet<string>;
  /** The rating of a memory by its id. */
  rating(id: string): "up" | "down" | undefined;
  /** The replacement of a memory. */
  supersededBy(memory: Memory): string | undefined;
}

/** In units of the learned score: 1 makes a memory about three times as likely to be the better answer. */
const MOVES = {
  focus: 0.8,
  up: 0.6,
  down: -1.2,
  branch: 0.3,
  elsewhere: -0.3,
  recent: 0.4,
  kind: 0.9,
  superseded: -1.5,
} as const;
/** A deliberate statement counts more than a passing word. */
const OF_KIND: { readonly [K in MemoryKind]?: number } = {
  pin: 0.6,
  fact: 0.5,
  decision: 0.4,
  convention: 0.4,
  fix: 0.3,
  thread: -0.3,
  change: -0.3,
  plan: -0.2,
  summary: -0.2,
};
export const STANDING_PARTS = ["recent", "kind", "focus", "rating", "branch", "superseded"] as const;

const FORTNIGHT = 14 * 86_400_000;

/** The score of a memory beside its words. */
export function standingParts(question: Question, memory: Memory, standing: Standing): Part[] {
  const { now, focus } = standing;
  const age = Math.max(0, now - memory.at);
  const rating = standing.rating(memory.id);
  const isSuperseded = memory.superseded !== undefined || standing.supersededBy(memory) !== undefined;
  const isFocused =
    focus.size > 0 && termsOf(`${memory.text}\n${memory.files.join("\n")}`).some((term) => focus.has(term));
  const parts: (Part & { readonly name: (typeof STANDING_PARTS)[number] })[] = [
    { name: "recent", value: MOVES.recent * Math.exp(-age / FORTNIGHT) },
    {
      name: "kind",
      value: (OF_KIND[memory.kind] ?? 0) + (question.kinds.includes(memory.kind) ? MOVES.kind : 0),
    },
    { name: "focus", value: isFocused ? MOVES.focus : 0 },
    { name: "rating", value: rating === undefined ? 0 : MOVES[rating] },
    { name: "branch", value: ofBranch(memory, standing) },
    { name: "superseded", value: isSuperseded ? MOVES.superseded : 0 },
  ];
  return parts.filter(({ value }) => value !== 0);
}

/** It counts more on its own branch, and less on another that was not merged. */
function ofBranch(memory: Memory, { branch, isElsewhere }: Standing): number {
  if (branch === undefined || memory.branch === undefined) return 0;
  if (memory.branch === branch) return MOVES.branch;
  return isElsewhere?.(memory) === true ? MOVES.elsewhere : 0;
}
