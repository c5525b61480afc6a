import { shortId } from "../../../model/fold/stamp.js";
import type { Decision } from "../../../text/prose/decision.js";
import { nameOf, type Task } from "./branch.js";
import type { BranchContent } from "./content.js";
import { decisionUnits, type Sides, taskUnits } from "./merge-unit.js";

/** Something that both sides changed differently. A side that dropped it is empty. */
export type Conflict = { readonly key: string } & (
  | ({ readonly is: "decision" } & Sides<Decision>)
  | ({ readonly is: "task" } & Sides<Task>)
);

export type Take = "ours" | "theirs" | "both" | "drop";

export interface Merging {
  /** Without the conflicts. */
  readonly merged: BranchContent;
  readonly conflicts: readonly Conflict[];
}

/** Merges the changes of both sides since the base. A change of one side is taken; nothing is decided silently. */
export function mergeBranches(base: BranchContent, ours: BranchContent, theirs: BranchContent): Merging {
  const decisions = mergeEach(decisionUnits(base, ours, theirs), isSameDecision, combineDecision);
  const tasks = mergeEach(taskUnits(base, ours, theirs), isSameTask, combineTask);
  return {
    merged: { decisions: decisions.merged, tasks: tasks.merged },
    conflicts: [
      ...decisions.conflicts.map((sides) => ({ is: "decision" as const, key: keyOf("d", sides), ...sides })),
      ...tasks.conflicts.map((sides) => ({ is: "task" as const, key: keyOf("t", sides), ...sides })),
    ],
  };
}

/** Resolves conflicts by key; conflicts without a take stay. */
export function resolveConflicts({ merged, conflicts }: Merging, takes: ReadonlyMap<string, Take>): Merging {
  const decisions = [...merged.decisions];
  const tasks = [...merged.tasks];
  const left: Conflict[] = [];
  for (const conflict of conflicts) {
    const take = takes.get(conflict.key);
    if (take === undefined || !takesFor(conflict).includes(take)) left.push(conflict);
    else if (conflict.is === "decision") decisions.push(...taken(conflict, take));
    else tasks.push(...taken(conflict, take));
  }
  return { merged: { decisions, tasks }, conflicts: left };
}

/** The ways to resolve a conflict: "both" only if that leaves no name twice. */
export function takesFor({ ours, theirs }: Conflict): readonly Take[] {
  const isOne = ours.length * theirs.length === 0 || namesOf(ours) === namesOf(theirs);
  return isOne ? ["ours", "theirs", "drop"] : ["ours", "theirs", "both", "drop"];
}

/** How a merge changes one side. */
export interface MergeChanges {
  /** New or changed. */
  readonly decisions: readonly Decision[];
  /** The choices that no longer hold. */
  readonly dropped: readonly string[];
  /** New, changed or dropped. */
  readonly tasks: readonly Task[];
}

export function changesTo(before: BranchContent, after: BranchContent): MergeChanges {
  const choices = new Set(after.decisions.map(({ choice }) => nameOf(choice)));
  const texts = new Set(after.tasks.map(({ text }) => nameOf(text)));
  return {
    decisions: after.decisions.filter((one) => !before.decisions.some((old) => isSameDecision(old, one))),
    dropped: before.decisions.map(({ choice }) => choice).filter((choice) => !choices.has(nameOf(choice))),
    tasks: [
      ...before.tasks
        .filter(({ text }) => !texts.has(nameOf(text)))
        .map(({ text }) => ({ text, status: "dropped" as const })),
      ...after.tasks.filter((one) => !before.tasks.some((old) => isSameTask(old, one))),
    ],
  };
}

export function hasChanges({ decisions, dropped, tasks }: MergeChanges): boolean {
  return decisions.length + dropped.length + tasks.length > 0;
}

function isSameDecision(a: Decision, b: Decision): boolean {
  const names = (list: readonly string[]) => list.map(nameOf).sort().join("\n");
  return (
    nameOf(a.choice) === nameOf(b.choice) && a.reason === b.reason && names(a.rejected) === names(b.rejected)
  );
}

function isSameTask(a: Task, b: Task): boolean {
  return nameOf(a.text) === nameOf(b.text) && a.status === b.status;
}

function mergeEach<T>(
  units: readonly Sides<T>[],
  isSame: (a: T, b: T) => boolean,
  combine: (unit: Sides<T>) => readonly T[] | undefined,
): { merged: T[]; conflicts: Sides<T>[] } {
  const merged: T[] = [];
  const conflicts: Sides<T>[] = [];
  for (const unit of units) {
    const { base, ours, theirs } = unit;
    const result =
      isSameSet(ours, theirs, isSame) || isSameSet(base, theirs, isSame)
        ? ours
        : isSameSet(base, ours, isSame)
          ? theirs
          : combine(unit);
    if (result === undefined) conflicts.push(unit);
    else merged.push(...result);
  }
  return { merged, conflicts };
}

/** The same choice, for reasons that do not contradict each other; undefined if there is no such. */
function combineDecision({ ours, theirs }: Sides<Decision>): Decision[] | undefined {
  const [one, ...more] = ours;
  const [other, ...others] = theirs;
  if (one === undefined || other === undefined || more.length + others.length > 0) return undefined;
  if (nameOf(one.choice) !== nameOf(other.choice)) return undefined;
  if (one.reason !== undefined && other.reason !== undefined && one.reason !== other.reason) return undefined;
  const reason = one.reason ?? other.reason;
  const rejected = new Map([...one.rejected, ...other.rejected].map((text) => [nameOf(text), text]));
  return [
    {
      choice: one.choice,
      reason,
      rejected: [...rejected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
    },
  ];
}

/** One side may have finished a task and the other reworded it. */
function combineTask({ base: [was], ours: [one], theirs: [other] }: Sides<Task>): Task[] | undefined {
  if (was === undefined || one === undefined || other === undefined) return undefined;
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

/** Depends on the sides alone, so a key that a dry run shows also works in the merge after it. */
function keyOf(kind: "d" | "t", { base, ours, theirs }: Sides<Decision | Task>): string {
  return kind + shortId(JSON.stringify([base, ours, theirs])).slice(0, 5);
}

function namesOf(list: readonly (Decision | Task)[]): string {
  return list.map(textOf).sort().join("\n");
}

function textOf(one: Decision | Task): string {
  return nameOf("choice" in one ? one.choice : one.text);
}

function taken<T extends Decision | Task>({ ours, theirs }: Sides<T>, take: Take): readonly T[] {
  switch (take) {
    case "ours":
      return ours;
    case "theirs":
      return theirs;
    case "drop":
      return [];
    case "both": {
      const names = new Set(ours.map(textOf));
      return [...ours, ...theirs.filter((one) => !names.has(textOf(one)))];
    }
  }
}
