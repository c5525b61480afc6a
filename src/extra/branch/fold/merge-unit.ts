import {
  type DecisionWords,
  decisionWords,
  replaces,
  sharesMost,
} from "../../../model/fold/session/finding.js";
import type { Decision } from "../../../text/prose/decision.js";
import { wordsOf } from "../../../text/prose/topic.js";
import { nameOf, type Task } from "./branch.js";
import type { BranchContent } from "./content.js";

/** One thing in the base and on both sides now. A side that dropped it or never had it is empty. */
export interface Sides<T> {
  readonly base: readonly T[];
  readonly ours: readonly T[];
  readonly theirs: readonly T[];
}

/** Groups decisions of all three that are about the same thing. */
export function decisionUnits(
  base: BranchContent,
  ours: BranchContent,
  theirs: BranchContent,
): Sides<Decision>[] {
  const all = [base, ours, theirs].flatMap(({ decisions }, side) =>
    decisions.map((decision) => ({ decision, side, words: decisionWords(decision) })),
  );
  const units: (typeof all)[] = [];
  for (const one of all) {
    const isAbout = (unit: typeof all) => unit.some((other) => decideTheSame(one, other));
    const near = units.filter(isAbout);
    const rest = units.filter((unit) => !near.includes(unit));
    units.splice(0, units.length, ...rest, [...near.flat(), one]);
  }
  const on = (unit: typeof all, side: number) =>
    all.filter((one) => one.side === side && unit.includes(one)).map(({ decision }) => decision);
  return units.map((unit) => ({ base: on(unit, 0), ours: on(unit, 1), theirs: on(unit, 2) }));
}

interface Worded {
  readonly decision: Decision;
  readonly words: DecisionWords;
}

/** Whether one would replace the other, or both were chosen over the same thing. */
function decideTheSame(one: Worded, other: Worded): boolean {
  const rejected = new Set(one.decision.rejected.map(nameOf));
  return (
    nameOf(one.decision.choice) === nameOf(other.decision.choice) ||
    replaces(one.words, other.words) ||
    replaces(other.words, one.words) ||
    other.decision.rejected.some((no) => rejected.has(nameOf(no)))
  );
}

/** Each task of the base with its successor on both sides, which may be reworded, then the new tasks. */
export function taskUnits(base: BranchContent, ours: BranchContent, theirs: BranchContent): Sides<Task>[] {
  const mine = successors(base.tasks, ours.tasks);
  const others = successors(base.tasks, theirs.tasks);
  const units = base.tasks.map((task) => ({
    base: [task],
    ours: mine.of.get(task) ?? [],
    theirs: others.of.get(task) ?? [],
  }));
  const names = new Set([...mine.added, ...others.added].map(({ text }) => nameOf(text)));
  const named = (tasks: readonly Task[], name: string) => tasks.filter(({ text }) => nameOf(text) === name);
  return [
    ...units,
    ...[...names].map((name) => ({
      base: [],
      ours: named(mine.added, name),
      theirs: named(others.added, name),
    })),
  ];
}

function successors(
  base: readonly Task[],
  side: readonly Task[],
): { readonly of: ReadonlyMap<Task, readonly Task[]>; readonly added: readonly Task[] } {
  const known = new Set(base.map(({ text }) => nameOf(text)));
  const added = side.filter(({ text }) => !known.has(nameOf(text)));
  const of = new Map<Task, readonly Task[]>();
  for (const task of base) {
    const same = side.find(({ text }) => nameOf(text) === nameOf(task.text));
    if (same !== undefined) of.set(task, [same]);
  }
  for (const task of base.filter((one) => !of.has(one))) {
    const words = new Set(wordsOf(task.text));
    const at = added.findIndex(({ text }) => sharesMost(words, new Set(wordsOf(text))));
    if (at >= 0) of.set(task, added.splice(at, 1));
  }
  return { of, added };
}
