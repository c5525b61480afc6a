import type { Decision } from "../../../text/prose/decision.js";
import { nameOf, type Task } from "./branch.js";
import type { BranchContent } from "./branch-content.js";

/** What becomes of one side by a merge. */
export interface MergeChanges {
  /** New or changed. */
  readonly decisions: readonly Decision[];
  /** The choices that no longer hold. */
  readonly dropped: readonly string[];
  /** New or changed; a dropped one says so. */
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

export function isSameDecision(a: Decision, b: Decision): boolean {
  const names = (list: readonly string[]) => list.map(nameOf).sort().join("\n");
  return (
    nameOf(a.choice) === nameOf(b.choice) && a.reason === b.reason && names(a.rejected) === names(b.rejected)
  );
}

export function isSameTask(a: Task, b: Task): boolean {
  return nameOf(a.text) === nameOf(b.text) && a.status === b.status;
}
