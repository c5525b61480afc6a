import type { Decided } from "../../model/fold/decision/decision-tree.js";
import type { ProjectState } from "../../model/fold/project.js";
import { replaySession } from "../../model/fold/session/session.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { sessionEvents } from "../../model/session-events.js";
import type { Store } from "../../model/store/store.js";
import { decisionsMade } from "../../project/decided.js";
import { branchOf, findBranch, type LeftPlan, mergesIn, mergesInto, type WorkBranch } from "./fold/branch.js";
import { type BranchContent, type BranchParts, contentOf } from "./fold/content.js";

interface BranchGround {
  readonly home: string;
  readonly store: Store;
  readonly project: string;
}

/** Everything the content of branches is made from. */
export interface BranchView extends BranchGround {
  readonly state: ProjectState;
  readonly decided: readonly Decided[];
  /** Newest first. */
  readonly sessions: readonly SessionState[];
}

/** Tasks of older sessions count as done. */
const MAX_SESSIONS = 300;

export function branchView(ground: BranchGround): BranchView | undefined {
  const { store, project } = ground;
  const state = store.project(project);
  if (state === undefined) return undefined;
  const sessions = store.sessions({ project, limit: MAX_SESSIONS });
  return { ...ground, state, decided: decisionsMade(ground, placeDecision), sessions };
}

/** A decision with the branch of work it was made on. */
export function placeDecision(state: ProjectState, decided: Decided): Decided {
  const line = decided.session === "" ? "" : branchOf(state, decided.session);
  return line === "" ? decided : { ...decided, line };
}

/** The decisions and tasks of a branch, now or at an earlier time. An empty name stands for the work on no branch. */
export function contentOn(view: BranchView, branch: string, until = Number.POSITIVE_INFINITY): BranchContent {
  return contentOf(partsOf(view, lineage(view.state, view, branch, until)));
}

/** The common base of two branches: the content where they parted, or at the last merge of one into the other. */
export function commonContent(view: BranchView, one: string, other: string): BranchContent {
  const met = mergesIn(view.state).findLast(
    ({ from, into }) => (from === one && into === other) || (from === other && into === one),
  );
  const ours = lineage(view.state, view, one);
  const theirs = lineage(view.state, view, other);
  const parted = ours.find((stretch) => theirs.some(({ branch }) => branch === stretch.branch));
  const also = theirs.find(({ branch }) => branch === parted?.branch);
  const until = Math.min(parted?.until ?? 0, also?.until ?? 0);
  if (met !== undefined && met.at > until) return contentOn(view, met.from, met.at);
  return contentOn(view, parted?.branch ?? "", until);
}

/** A part of a branch's past: the work on some branch until a time. */
interface Stretch {
  readonly branch: string;
  readonly until: number;
}

/** A branch, the branch it began on, and so on down to the work on no branch. */
export function lineage(
  state: ProjectState,
  ground: Pick<BranchGround, "store" | "project">,
  name: string,
  until = Number.POSITIVE_INFINITY,
): Stretch[] {
  const stretches: Stretch[] = [{ branch: name, until }];
  for (let branch = findBranch(state, name); branch !== undefined; ) {
    const point = Math.min(stretches.at(-1)?.until ?? until, startOf(ground, branch));
    const parent = branchOf(state, branch.session);
    if (stretches.some((one) => one.branch === parent)) {
      stretches.push({ branch: "", until: point });
      break;
    }
    stretches.push({ branch: parent, until: point });
    branch = findBranch(state, parent);
  }
  return stretches;
}

/** Until when the session that a branch continues belongs to it. */
export function startOf(
  { store, project }: Pick<BranchGround, "store" | "project">,
  { session, turn, until, at }: WorkBranch,
): number {
  if (until !== undefined) return until;
  const next = store.turns(project, session).find(({ n }) => n === turn + 1);
  return next === undefined ? at : next.at - 1;
}

/** A session as it was at a time, folded again from its events if it went on; undefined if it had not begun. */
export function stateAt(
  ground: Pick<BranchGround, "home" | "store">,
  state: SessionState,
  until: number,
): SessionState | undefined {
  if (state.lastAt <= until) return state;
  const [first, ...rest] = sessionEvents(ground, state).known.filter(({ at }) => at <= until);
  return first === undefined ? undefined : replaySession([first, ...rest]).state;
}

function partsOf(view: BranchView, stretches: readonly Stretch[]): BranchParts {
  const { state } = view;
  const within = stretches.map(({ branch, until }) => ({
    decided: view.decided.filter((one) => (one.line ?? "") === branch && one.at <= until),
    plans: view.sessions
      .filter((one) => branchOf(state, one.session) === branch && one.startedAt <= until)
      .flatMap((one) => planAt(view, one, until)),
    merges: mergesInto(state, branch).filter(({ at }) => at <= until),
  }));
  return {
    decided: within.flatMap(({ decided }) => decided),
    plans: within.flatMap(({ plans }) => plans),
    merges: within.flatMap(({ merges }) => merges).sort((a, b) => a.at - b.at),
  };
}

function planAt(view: BranchView, session: SessionState, until: number): LeftPlan[] {
  const then = stateAt(view, session, until);
  return then === undefined ? [] : [{ at: then.lastAt, plan: then.plan }];
}
