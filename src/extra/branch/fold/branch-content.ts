import { type Decided, decisionTree, flatten } from "../../../model/fold/decision/decision-tree.js";
import type { Decision } from "../../../text/prose/decision.js";
import { type LeftPlan, type Merge, nameOf, type Task, tasksIn } from "./branch.js";

/** What holds and what is to be done on a branch of work, the oldest first. */
export interface BranchContent {
  readonly decisions: readonly Decision[];
  readonly tasks: readonly Task[];
}

/** What the content is made from: all that was decided on the branch and before it, the plans, and what was merged in. */
export interface BranchParts {
  readonly decided: readonly Decided[];
  readonly plans: readonly LeftPlan[];
  readonly merges: readonly Merge[];
}

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
