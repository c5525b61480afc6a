import type { Decision } from "../../../text/prose/decision.js";
import { nameOf, type Task } from "./branch.js";
import type { BranchContent } from "./branch-content.js";
import { isSameDecision, isSameTask } from "./merge-changes.js";
import { decisionConflict, type Merging, taskConflict } from "./merge-conflict.js";
import { decisionUnits, type Sides, taskUnits } from "./merge-unit.js";

/** Merges by what each side changed since the base. What only one side changed is taken; nothing is decided silently. */
export function mergeBranches(base: BranchContent, ours: BranchContent, theirs: BranchContent): Merging {
  const decisions = mergeEach(decisionUnits(base, ours, theirs), mergeDecision);
  const tasks = mergeEach(taskUnits(base, ours, theirs), mergeTask);
  return {
    merged: { decisions: decisions.merged, tasks: tasks.merged },
    conflicts: [...decisions.conflicts.map(decisionConflict), ...tasks.conflicts.map(taskConflict)],
  };
}

function mergeEach<T>(
  units: readonly Sides<T>[],
  merge: (unit: Sides<T>) => readonly T[] | undefined,
): { merged: T[]; conflicts: Sides<T>[] } {
  const merged: T[] = [];
  const conflicts: Sides<T>[] = [];
  for (const unit of units) {
    const result = merge(unit);
    if (result === undefined) conflicts.push(unit);
    else merged.push(...result);
  }
  return { merged, conflicts };
}

/** Undefined where both changed it in ways that do not go together. */
function mergeDecision({ base, ours, theirs }: Sides<Decision>): readonly Decision[] | undefined {
  if (isSameSet(ours, theirs, isSameDecision)) return ours;
  if (isSameSet(base, ours, isSameDecision)) return theirs;
  if (isSameSet(base, theirs, isSameDecision)) return ours;
  const [one, ...more] = ours;
  const [other, ...others] = theirs;
  if (one === undefined || other === undefined || more.length + others.length > 0) return undefined;
  return combined(one, other);
}

/** The same choice, for reasons that do not contradict each other. */
function combined(one: Decision, other: Decision): Decision[] | undefined {
  if (nameOf(one.choice) !== nameOf(other.choice)) return undefined;
  if (one.reason !== undefined && other.reason !== undefined && one.reason !== other.reason) return undefined;
  const reason = one.reason ?? other.reason;
  const rejected = new Map([...one.rejected, ...other.rejected].map((text) => [nameOf(text), text]));
  return [
    {
      choice: one.choice,
      ...(reason === undefined ? {} : { reason }),
      rejected: [...rejected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
    },
  ];
}

function mergeTask({ base, ours, theirs }: Sides<Task>): readonly Task[] | undefined {
  if (isSameSet(ours, theirs, isSameTask)) return ours;
  if (isSameSet(base, ours, isSameTask)) return theirs;
  if (isSameSet(base, theirs, isSameTask)) return ours;
  const [was] = base;
  const [one] = ours;
  const [other] = theirs;
  if (was === undefined || one === undefined || other === undefined) return undefined;
  // One side may have done it, the other worded it anew.
  const text = changedOnce(was.text, one.text, other.text, nameOf);
  const status = changedOnce(was.status, one.status, other.status);
  return text === undefined || status === undefined ? undefined : [{ text, status }];
}

function changedOnce<T extends string>(
  was: T,
  one: T,
  other: T,
  by: (value: T) => string = (value) => value,
): T | undefined {
  if (by(one) === by(other) || by(other) === by(was)) return one;
  return by(one) === by(was) ? other : undefined;
}

function isSameSet<T>(some: readonly T[], others: readonly T[], isSame: (a: T, b: T) => boolean): boolean {
  return some.length === others.length && some.every((one) => others.some((other) => isSame(one, other)));
}
