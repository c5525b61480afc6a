import { sharesMost } from "../../../model/fold/session/finding.js";
import { shortId } from "../../../model/fold/stamp.js";
import type { Decision } from "../../../text/prose/decision.js";
import { isSameSubject, type Subject, subjectOf } from "../../../text/prose/subject.js";
import { wordsOf } from "../../../text/prose/topic.js";
import { nameOf, type Task } from "./branch.js";
import type { BranchContent } from "./content.js";

/** One thing in the base and on both sides now. A side that dropped it or never had it is empty. */
interface Sides<T> {
  readonly base: readonly T[];
  readonly ours: readonly T[];
  readonly theirs: readonly T[];
}

/** Something that both sides changed differently. */
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
  const decisions = mergeEach(decisionUnits(base, ours, theirs), combineDecision);
  const tasks = mergeEach(taskUnits(base, ours, theirs), combineTask);
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
  const names = (side: readonly Item[]) => namesOf(side.map(textOf));
  const isOne = ours.length * theirs.length === 0 || names(ours) === names(theirs);
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
  const gone = <T extends Item>(old: readonly T[], now: readonly T[]) => {
    const names = new Set(now.map((one) => nameOf(textOf(one))));
    return old.map(textOf).filter((text) => !names.has(nameOf(text)));
  };
  const fresh = <T extends Item>(old: readonly T[], now: readonly T[]) =>
    now.filter((one) => !old.some((other) => isSame(other, one)));
  const dropped = gone(before.tasks, after.tasks).map((text) => ({ text, status: "dropped" as const }));
  return {
    decisions: fresh(before.decisions, after.decisions),
    dropped: gone(before.decisions, after.decisions),
    tasks: [...dropped, ...fresh(before.tasks, after.tasks)],
  };
}

export function hasChanges({ decisions, dropped, tasks }: MergeChanges): boolean {
  return decisions.length + dropped.length + tasks.length > 0;
}

type Item = Decision | Task;

function textOf(one: Item): string {
  return "choice" in one ? one.choice : one.text;
}

function namesOf(texts: readonly string[]): string {
  return texts.map(nameOf).sort().join("\n");
}

function isSame(a: Item, b: Item): boolean {
  const rest = (one: Item) =>
    "choice" in one ? JSON.stringify([one.reason, namesOf(one.rejected)]) : one.status;
  return nameOf(textOf(a)) === nameOf(textOf(b)) && rest(a) === rest(b);
}

function mergeEach<T extends Item>(
  units: readonly Sides<T>[],
  combine: (unit: Sides<T>) => readonly T[] | undefined,
): { merged: T[]; conflicts: Sides<T>[] } {
  const merged: T[] = [];
  const conflicts: Sides<T>[] = [];
  for (const unit of units) {
    const { base, ours, theirs } = unit;
    const isOurs = isSameSet(ours, theirs) || isSameSet(base, theirs);
    const result = isOurs ? ours : isSameSet(base, ours) ? theirs : combine(unit);
    if (result === undefined) conflicts.push(unit);
    else merged.push(...result);
  }
  return { merged, conflicts };
}

function isSameSet(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((one) => others.some((other) => isSame(one, other)));
}

/** The same choice, for reasons that do not contradict each other; undefined if there is no such. */
function combineDecision({ ours, theirs }: Sides<Decision>): Decision[] | undefined {
  const [one, ...more] = ours;
  const [other, ...others] = theirs;
  if (one === undefined || other === undefined || more.length + others.length > 0) return undefined;
  if (nameOf(one.choice) !== nameOf(other.choice)) return undefined;
  const reason = one.reason ?? other.reason;
  if (reason !== (other.reason ?? reason)) return undefined;
  const rejected = new Map([...one.rejected, ...other.rejected].map((text) => [nameOf(text), text]));
  const inOrder = [...rejected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return [{ choice: one.choice, reason, rejected: inOrder }];
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

/** Depends on the sides alone, so a key that a dry run shows also works in the merge after it. */
function keyOf(kind: "d" | "t", { base, ours, theirs }: Sides<Item>): string {
  return kind + shortId(JSON.stringify([base, ours, theirs])).slice(0, 5);
}

function taken<T extends Item>({ ours, theirs }: Sides<T>, take: Take): readonly T[] {
  if (take === "drop") return [];
  if (take !== "both") return take === "ours" ? ours : theirs;
  const names = new Set(ours.map((one) => nameOf(textOf(one))));
  return [...ours, ...theirs.filter((one) => !names.has(nameOf(textOf(one))))];
}

/** Groups decisions of all three that are about the same thing. */
function decisionUnits(...contents: readonly BranchContent[]): Sides<Decision>[] {
  const all = contents.flatMap(({ decisions }, side) =>
    decisions.map((decision) => ({ decision, side, subject: subjectOf(decision) })),
  );
  let units: (typeof all)[] = [];
  for (const one of all) {
    const near = units.filter((unit) => unit.some((other) => decideTheSame(one, other)));
    units = [...units.filter((unit) => !near.includes(unit)), [...near.flat(), one]];
  }
  const on = (unit: typeof all, side: number) =>
    all.filter((one) => one.side === side && unit.includes(one)).map(({ decision }) => decision);
  return units.map((unit) => ({ base: on(unit, 0), ours: on(unit, 1), theirs: on(unit, 2) }));
}

interface Worded {
  readonly decision: Decision;
  readonly subject: Subject;
}

/** Whether one would replace the other, or both were chosen over the same thing. */
function decideTheSame(one: Worded, other: Worded): boolean {
  const rejected = new Set(one.decision.rejected.map(nameOf));
  return (
    nameOf(one.decision.choice) === nameOf(other.decision.choice) ||
    isSameSubject(one.subject, other.subject) ||
    other.decision.rejected.some((no) => rejected.has(nameOf(no)))
  );
}

/** Each task of the base with its successor on both sides, which may be reworded, then the new tasks. */
function taskUnits(base: BranchContent, ours: BranchContent, theirs: BranchContent): Sides<Task>[] {
  const [mine, others] = [successors(base.tasks, ours.tasks), successors(base.tasks, theirs.tasks)];
  const known = base.tasks.map((task) => ({
    base: [task],
    ours: mine.of.get(task) ?? [],
    theirs: others.of.get(task) ?? [],
  }));
  const names = new Set([...mine.added, ...others.added].map(({ text }) => nameOf(text)));
  const added = [...names].map((name) => {
    const named = (tasks: readonly Task[]) => tasks.filter(({ text }) => nameOf(text) === name);
    return { base: [], ours: named(mine.added), theirs: named(others.added) };
  });
  return [...known, ...added];
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
