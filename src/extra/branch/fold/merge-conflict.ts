import { shortId } from "../../../model/fold/stamp.js";
import type { Decision } from "../../../text/prose/decision.js";
import { nameOf, type Task } from "./branch.js";
import type { BranchContent } from "./branch-content.js";
import type { Sides } from "./merge-unit.js";

/** Something that both sides changed, each in its own way. An empty side has dropped it. */
export type Conflict = { readonly key: string } & (
  | ({ readonly is: "decision" } & Sides<Decision>)
  | ({ readonly is: "task" } & Sides<Task>)
);

export type Take = "ours" | "theirs" | "both" | "drop";

export interface Merging {
  /** Without what is in conflict. */
  readonly merged: BranchContent;
  readonly conflicts: readonly Conflict[];
}

/** The key is the same as long as the sides are: one that a dry run shows holds in the merge after it. */
export function decisionConflict(sides: Sides<Decision>): Conflict {
  return { is: "decision", key: keyOf("d", sides), ...sides };
}

export function taskConflict(sides: Sides<Task>): Conflict {
  return { is: "task", key: keyOf("t", sides), ...sides };
}

/** The merge with conflicts resolved by key; those that nothing was said of are left. */
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

/** How a conflict can be resolved: what goes by one name cannot stand there twice. */
export function takesFor({ ours, theirs }: Conflict): readonly Take[] {
  const isOne = ours.length * theirs.length === 0 || namesOf(ours) === namesOf(theirs);
  return isOne ? ["ours", "theirs", "drop"] : ["ours", "theirs", "both", "drop"];
}

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
