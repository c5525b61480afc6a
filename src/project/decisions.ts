import { TidemarkError } from "../error.js";
import { decisionView } from "../extra/extras.js";
import { type DecisionLine, groupDecisions } from "../model/fold/decision/decision-group.js";
import {
  currentBranch,
  type Decided,
  type DecisionNode,
  decisionTree,
  flatten,
} from "../model/fold/decision/decision-tree.js";
import { type DecisionContext, decisionsMade } from "./decided.js";
import { findSession, type Opened } from "./open.js";
import { findThread } from "./threads.js";

export interface DecisionFilter {
  readonly session?: string;
  readonly branch?: string;
  readonly thread?: string;
  readonly limit?: number;
}

export interface Decisions {
  readonly lines: readonly DecisionLine[];
  readonly currentBranch: string;
  /** The number of trees beyond the limit. */
  readonly left: number;
}

/** The decisions of a project as trees. A filter keeps every tree with a matching decision. */
export function decisionsOf(opened: Opened, filter: DecisionFilter = {}): Decisions {
  const isWanted = wantedBy(opened, filter);
  const forest = decisionTree(decidedIn(opened)).filter((tree) => [...flatten([tree])].some(isWanted));
  const latest = new Set(
    [...forest].sort((a, b) => lastIn(b) - lastIn(a)).slice(0, filter.limit ?? forest.length),
  );
  return {
    lines: groupDecisions(forest.filter((tree) => latest.has(tree))),
    currentBranch: currentBranch(forest),
    left: forest.length - latest.size,
  };
}

/** All decisions of a project, after merges of branches of work. */
export function decidedIn(context: DecisionContext): Decided[] {
  const state = context.store.project(context.project);
  return state === undefined ? [] : decisionView.merge(state, decisionsMade(context, decisionView.place));
}

function wantedBy(
  opened: Opened,
  { session, branch, thread }: DecisionFilter,
): (node: DecisionNode) => boolean {
  const { store, project } = opened;
  const id = session === undefined ? undefined : findSession(opened, session).session;
  const wanted = thread === undefined ? undefined : findThread(store, project, thread).id;
  if (branch === "")
    throw new TidemarkError("bad-argument", "--branch takes the name of a branch of work, or of git.");
  return (node) =>
    (id === undefined || node.session === id) &&
    (branch === undefined || [node.line, node.mergedInto, node.branch].includes(branch)) &&
    (wanted === undefined || node.thread?.id === wanted);
}

function lastIn(tree: DecisionNode): number {
  return Math.max(...[...flatten([tree])].map(({ at }) => at));
}
