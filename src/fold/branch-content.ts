import type { Decision } from "../detect/decision.js";
import type { PlanStatus } from "../event/turn.js";
import type { Merge } from "./branch.js";
import { type Decided, decisionTree, flatten } from "./decision-tree.js";
import { plainText } from "./memory-key.js";
import type { PlanItem } from "./session-state.js";

/** What holds and what is to be done on a branch of work, the oldest first. */
export interface BranchContent {
  readonly decisions: readonly Decision[];
  readonly tasks: readonly Task[];
}

export interface Task {
  readonly text: string;
  readonly status: PlanStatus;
}

/** The plan of one session as it was left. */
export interface LeftPlan {
  readonly at: number;
  readonly plan: readonly PlanItem[];
}

/** What the content is made from: all that was decided on the branch and before it, the plans, and what was merged in. */
export interface BranchParts {
  readonly decided: readonly Decided[];
  readonly plans: readonly LeftPlan[];
  readonly merges: readonly Merge[];
}

/** Two tasks or choices are the same one if they differ in nothing but the way they are written. */
export const nameOf = plainText;

export function contentOf({ decided, plans, merges }: BranchParts): BranchContent {
  return { decisions: decisionsIn(decided, merges), tasks: tasksIn(plans, merges) };
}

function decisionsIn(decided: readonly Decided[], merges: readonly Merge[]): Decision[] {
  let made = decided.map(({ line: _, ...one }): Decided => one);
  for (const { id, at, decisions, dropped = [] } of merges) {
    const gone = new Set(dropped.map(nameOf));
    made = [
      ...made.filter((one) => one.at > at || !gone.has(nameOf(one.choice))),
      ...decisions.map(
        (decision, index): Decided => ({
          ...decision,
          id: `${id}.${String(index).padStart(3, "0")}`,
          rejected: decision.rejected ?? [],
          from: "found",
          by: "user",
          at,
          session: "",
        }),
      ),
    ];
  }
  return [...flatten(decisionTree(made))]
    .filter(({ isCurrent }) => isCurrent)
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .map(({ choice, reason, rejected }) => ({
      choice,
      ...(reason === undefined ? {} : { reason }),
      rejected,
    }));
}

/** What one plan says of a task holds until a later one, or a merge, says otherwise. */
function tasksIn(plans: readonly LeftPlan[], merges: readonly Merge[]): Task[] {
  const said = [...plans.map(({ at, plan }) => ({ at, tasks: plan })), ...merges].sort((a, b) => a.at - b.at);
  const tasks = new Map<string, Task>();
  for (const { text, status } of said.flatMap((one) => one.tasks)) {
    if (status === "dropped") tasks.delete(nameOf(text));
    else tasks.set(nameOf(text), { text, status });
  }
  return [...tasks.values()];
}
