import type { Decided } from "../../model/fold/decision/decision-tree.js";
import type { ProjectState } from "../../model/fold/project.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { type BranchGround, pointOf, stateAt } from "./branch-point.js";
import { decidedApart } from "./decisions.js";
import { findBranch, type LeftPlan, lineOf, mergesIn, mergesInto } from "./fold/branch.js";
import { type BranchContent, type BranchParts, contentOf } from "./fold/branch-content.js";

/** What a look at one branch or at several is made from. */
export interface BranchView extends BranchGround {
  readonly state: ProjectState;
  readonly decided: readonly Decided[];
  /** Newest first. */
  readonly sessions: readonly SessionState[];
}

/** Sessions back to which a task may still be open. */
const SESSIONS = 300;

export function branchView(ground: BranchGround): BranchView | undefined {
  const { store, project } = ground;
  const state = store.project(project);
  if (state === undefined) return undefined;
  const sessions = store.sessions({ project, limit: SESSIONS });
  return { ...ground, state, decided: decidedApart(ground), sessions };
}

/** What holds and is to be done on a branch of work; up to a moment, as it was then. Empty is the work on no branch. */
export function contentOn(view: BranchView, line: string, until = Number.POSITIVE_INFINITY): BranchContent {
  return contentOf(partsOf(view, lineage(view.state, view, line, until)));
}

/** What two branches have in common: as it was where they parted, or when one was last merged into the other. */
export function commonContent(view: BranchView, one: string, other: string): BranchContent {
  const met = mergesIn(view.state).findLast(
    ({ from, into }) => (from === one && into === other) || (from === other && into === one),
  );
  const ours = lineage(view.state, view, one);
  const theirs = lineage(view.state, view, other);
  const parted = ours.find((stretch) => theirs.some(({ line }) => line === stretch.line));
  const also = theirs.find(({ line }) => line === parted?.line);
  const until = Math.min(parted?.until ?? 0, also?.until ?? 0);
  if (met !== undefined && met.at > until) return contentOn(view, met.from, met.at);
  return contentOn(view, parted?.line ?? "", until);
}

/** A part of a branch's past: what was done on a branch until a moment. */
interface Stretch {
  readonly line: string;
  readonly until: number;
}

/** A branch, the one it began on, and so on to the work on no branch. */
export function lineage(
  state: ProjectState,
  ground: Pick<BranchGround, "store" | "project">,
  line: string,
  until = Number.POSITIVE_INFINITY,
): Stretch[] {
  const stretches: Stretch[] = [{ line, until }];
  for (let branch = findBranch(state, line); branch !== undefined; ) {
    const point = Math.min(stretches.at(-1)?.until ?? until, pointOf(ground, branch));
    const parent = lineOf(state, branch.session);
    if (stretches.some((one) => one.line === parent)) {
      stretches.push({ line: "", until: point });
      break;
    }
    stretches.push({ line: parent, until: point });
    branch = findBranch(state, parent);
  }
  return stretches;
}

function partsOf(view: BranchView, stretches: readonly Stretch[]): BranchParts {
  const { state } = view;
  const within = stretches.map(({ line, until }) => ({
    decided: view.decided.filter((one) => (one.line ?? "") === line && one.at <= until),
    plans: view.sessions
      .filter((one) => lineOf(state, one.session) === line && one.startedAt <= until)
      .flatMap((one) => planAt(view, one, until) ?? []),
    merges: mergesInto(state, line).filter(({ at }) => at <= until),
  }));
  return {
    decided: within.flatMap(({ decided }) => decided),
    plans: within.flatMap(({ plans }) => plans),
    merges: within.flatMap(({ merges }) => merges).sort((a, b) => a.at - b.at),
  };
}

/** The plan of a session as it was: told anew from its events where it went on since. */
function planAt(ground: BranchGround, state: SessionState, until: number): LeftPlan | undefined {
  const then = state.lastAt <= until ? state : stateAt(ground, state, until);
  return then === undefined ? undefined : { at: then.lastAt, plan: then.plan };
}
