import { type Decided, decisionTree, flatten } from "../../../model/fold/decision/decision-tree.js";
import type { Decision } from "../../../text/prose/decision.js";
import { replaces, subjectOf } from "../../../text/prose/subject.js";
import { type LeftPlan, type Merge, nameOf, type Task, tasksIn } from "./branch.js";

/** The decisions that hold on a branch of work and its tasks, the oldest first. */
export interface BranchContent {
  readonly decisions: readonly Decision[];
  readonly tasks: readonly Task[];
}

/** The sources of the content: everything decided on the branch and before it, the plans, and the merges into it. */
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
    .map(({ choice, reason, rejected }) => ({ choice, reason, rejected }));
}

/**
 * Decisions as merges left them. A decision that a merge removed names the one that replaces it, and a decision that a
 * merge brought says into which branch.
 */
export function decidedAfter(decided: readonly Decided[], merges: readonly Merge[]): Decided[] {
  return merges.reduce<Decided[]>(afterOne, [...decided]);
}

function afterOne(all: readonly Decided[], merge: Merge): Decided[] {
  const { id, at, from, into, dropped = [], decisions } = merge;
  const taken = new Set(decisions.map(({ choice }) => nameOf(choice)));
  const choosing = all.filter((one) => taken.has(nameOf(one.choice)));
  const gone = new Set(dropped.map(nameOf));
  const isGone = (one: Decided) =>
    (one.line ?? "") === into &&
    one.at <= at &&
    one.supersededBy === undefined &&
    gone.has(nameOf(one.choice));
  const places = new Map<string, string>();
  const after = all.map((one): Decided => {
    if (!isGone(one)) return one;
    const by = replacing(one, choosing, merge);
    if (by !== undefined && !places.has(by.id)) places.set(by.id, one.id);
    return { ...one, supersededBy: by?.id ?? id };
  });
  const isBrought = (one: Decided) =>
    from !== "" && one.line === from && one.at <= at && choosing.includes(one);
  return after.map((one, index): Decided => {
    const before = all[index] ?? one;
    const supersedes = one.supersedes ?? places.get(one.id);
    return { ...one, supersedes, mergedInto: isBrought(before) ? into : one.mergedInto };
  });
}

/** The brought decision that is most clearly about the same thing; of several the last. */
function replacing(one: Decided, choosing: readonly Decided[], { from, at }: Merge): Decided | undefined {
  const subject = subjectOf(one);
  const brought = choosing.filter(({ line = "" }) => line === from);
  // Sessions of a branch that was deleted since are on no branch.
  const homeless = choosing.filter(({ line, at: made }) => line === undefined && made <= at);
  const candidates = brought.length > 0 ? brought : homeless;
  const nearness = (other: Decided): number => {
    const its = subjectOf(other);
    if (replaces(its, subject)) return Number.POSITIVE_INFINITY;
    return [...its.words].filter((word) => subject.words.has(word)).length;
  };
  const nearest = Math.max(...candidates.map(nearness));
  return candidates.findLast((other) => nearness(other) === nearest);
}
