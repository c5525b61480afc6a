import type { Memory, MemoryKind } from "../model/fold/memory/memory-state.js";
import { termsOf } from "../text/words/term.js";
import type { Question } from "./question.js";
import type { Part } from "./rank.js";

/** How the project stands to its memories now. */
export interface Standing {
  readonly now: number;
  /** The branch the work tree is on. */
  readonly branch?: string;
  /** Whether it was recorded on a branch that is neither this one nor merged. */
  readonly isElsewhere?: (memory: Memory) => boolean;
  /** The terms of the topics in focus. */
  readonly focus: ReadonlySet<string>;
  /** How a memory was rated, by its id. */
  rating(id: string): "up" | "down" | undefined;
  /** What took a memory's place. */
  supersededBy(memory: Memory): string | undefined;
}

/** In the units of the learned score: 1 makes a memory about three times as likely to be the better answer. */
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
/** What a person or an agent stated on purpose is more than a passing word. */
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
/** What each part is called. */
export const STANDING_PARTS = ["recent", "kind", "focus", "rating", "branch", "superseded"] as const;

const FORTNIGHT = 14 * 86_400_000;

/** What besides the words speaks for or against a memory. */
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

/** On the branch asked from it is worth more, on another that was not merged less. */
function ofBranch(memory: Memory, { branch, isElsewhere }: Standing): number {
  if (branch === undefined || memory.branch === undefined) return 0;
  if (memory.branch === branch) return MOVES.branch;
  return isElsewhere?.(memory) === true ? MOVES.elsewhere : 0;
}
