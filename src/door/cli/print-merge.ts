import { isCancel, select } from "@clack/prompts";
import type { Task } from "../../fold/branch/branch.js";
import type { BranchContent } from "../../fold/branch/branch-content.js";
import { hasChanges, type MergeChanges } from "../../fold/branch/merge-changes.js";
import { type Conflict, type Take, takesFor } from "../../fold/branch/merge-conflict.js";
import { Declined } from "./declined.js";
import { legible } from "./legible.js";
import { PLAN_SIGN } from "./plan-sign.js";
import { print, style } from "./print.js";

/** What becomes of the branch that is merged into. */
export function printChanges(changes: MergeChanges): void {
  const { decisions, dropped, tasks } = changes;
  if (!hasChanges(changes)) print(style.dim("Nothing changes there."));
  for (const decision of decisions) print(`  ${style.green("+ decided")}  ${decisionText(decision)}`);
  for (const choice of dropped) print(`  ${style.red("- decided")}  ${style.struck(choice)}`);
  for (const task of tasks)
    print(
      `  ${task.status === "dropped" ? style.red("- task   ") : style.green("+ task   ")}  ${taskText(task)}`,
    );
}

/** Both sides of what both changed. */
export function printConflict(conflict: Conflict, isResolved: boolean): void {
  const { key, is } = conflict;
  const [base, ours, theirs] = sidesOf(conflict);
  print(`\n  ${style.cyan(key)}  ${is}${isResolved ? style.green("  resolved") : ""}`);
  print(`    ${style.dim("before ")} ${base}`);
  print(`    ${style.dim("ours   ")} ${ours}`);
  print(`    ${style.dim("theirs ")} ${theirs}`);
  if (!isResolved) print(style.dim(`    --take ${key}=${takesFor(conflict).join("|")}`));
}

/** Asks a person in a terminal; who gives up has changed nothing. */
export async function askConflict(conflict: Conflict): Promise<Take> {
  const [base, ours, theirs] = sidesOf(conflict);
  const label = {
    ours: `ours: ${ours}`,
    theirs: `theirs: ${theirs}`,
    both: "both",
    drop: "neither",
  } as const;
  const answer = await select({
    message: legible(`This ${conflict.is} was changed on both sides (before: ${base})`),
    options: takesFor(conflict).map((take) => ({ value: take, label: legible(label[take]) })),
  });
  if (isCancel(answer)) throw new Declined("Nothing was merged.");
  return answer;
}

function sidesOf(conflict: Conflict): [string, string, string] {
  const list = (texts: readonly string[]) => texts.join("; ") || "nothing";
  return conflict.is === "decision"
    ? [
        list(conflict.base.map(decisionText)),
        list(conflict.ours.map(decisionText)),
        list(conflict.theirs.map(decisionText)),
      ]
    : [
        list(conflict.base.map(taskText)),
        list(conflict.ours.map(taskText)),
        list(conflict.theirs.map(taskText)),
      ];
}

function decisionText({ choice, reason, rejected }: BranchContent["decisions"][number]): string {
  const why = reason === undefined ? "" : `, because ${reason}`;
  return `${choice}${why}${rejected.length === 0 ? "" : ` (rejected: ${rejected.join(", ")})`}`;
}

function taskText({ text, status }: Task): string {
  return `${PLAN_SIGN[status]} ${text} (${status})`;
}
