import type { Asker } from "../../brief/asker.js";
import type { MadeDecision } from "../../brief/situation.js";
import { dataHome } from "../../host/env.js";
import { readTrunk } from "../../host/git/git-branch.js";
import { declaredFacts } from "../../model/fold/declared/declared-fact.js";
import { plainText } from "../../model/fold/memory/memory.js";
import type { ProjectState } from "../../model/fold/project.js";
import { decide } from "../../model/fold/session/finding.js";
import type { PlanItem, SessionState } from "../../model/fold/session/session-state.js";
import { hasWorked } from "../../model/fold/session/status.js";
import type { Store } from "../../model/store/store.js";
import type { World } from "../../project/world.js";
import { lineage } from "./branch-content.js";
import { pointOf, stateAt } from "./branch-point.js";
import {
  branchesOf,
  findBranch,
  lineOf,
  type Merge,
  mergedInto,
  mergesIn,
  mergesInto,
  type Recorded,
  stagedElsewhere,
  tasksIn,
} from "./fold/branch.js";

/** What a session is told of where the project has branches of work. */
export interface BranchSight {
  /** Those on the same branch as the asking one, newest first; before there is one, what the branch goes on from. */
  readonly sessions: readonly SessionState[];
  /** Whether a session works on this branch, or on one that was merged into it. */
  isOn(session: string): boolean;
  /** Whether what it touched bears on this branch: it is on it, or came before it began. */
  isNear(session: string): boolean;
  /** A plan with what was merged into the branch. */
  plan(plan: readonly PlanItem[], about: SessionState | undefined): readonly PlanItem[];
  /** The decisions that hold, newest first, with what was merged. */
  decisions(made: readonly MadeDecision[], about: SessionState | undefined): MadeDecision[];
  /** Whether a merge took this choice away after it was made. */
  isDropped(choice: string, at: number): boolean;
}

const FAR = 60;
const PLAN_HOLDS = 7 * 24 * 3_600_000;

/** Undefined where there is no branch of work, which is nearly everywhere. */
export function branchSight(
  store: Store,
  state: ProjectState | undefined,
  asker: Asker,
): BranchSight | undefined {
  if (state === undefined || branchesOf(state).length + mergesIn(state).length === 0) return undefined;
  const line = lineFor(state, asker);
  const merges = mergesInto(state, line);
  const last = store.sessions({ project: asker.project, worked: true, limit: FAR });
  const own = last.filter(({ session }) => session !== asker.session && lineOf(state, session) === line);
  const began = findBranch(state, line)?.at ?? 0;
  const before = new Set(last.filter(({ startedAt }) => startedAt < began).map(({ session }) => session));
  const isOn = (session: string) => isOnLine(state, line, session);
  const isLater = ({ at }: Merge, about: SessionState | undefined) =>
    about === undefined || at > about.lastAt;
  return {
    sessions: own.length > 0 ? own : originOf(store, state, line, asker),
    isOn,
    isNear: (session) => isOn(session) || before.has(session),
    plan(plan, about) {
      const fresh = merges.filter(({ at }) => asker.now - at < PLAN_HOLDS);
      if (fresh.length === 0) return plan;
      return tasksIn([{ at: about?.lastAt ?? 0, plan }], fresh);
    },
    decisions(made, about) {
      const oldest = [...made].reverse();
      const earlier = merges.filter((merge) => !isLater(merge, about)).flatMap(brought);
      const later = merges.filter((merge) => isLater(merge, about)).flatMap(brought);
      return decide(decide(earlier, oldest), later).reverse();
    },
    isDropped: (choice, at) =>
      merges.some(
        (merge) => merge.at >= at && merge.dropped?.some((gone) => plainText(gone) === plainText(choice)),
      ),
  };
}

/** The branch of the asking session; of one that nobody put on or off one, what its surroundings name. */
function lineFor(state: ProjectState, { session, line = "" }: Pick<Asker, "session" | "line">): string {
  const isPut = state.branches.joined.some(({ id }) => id === session);
  if (isPut || line === "") return lineOf(state, session);
  return findBranch(state, line)?.id ?? "";
}

function originOf(store: Store, state: ProjectState, line: string, asker: Asker): SessionState[] {
  const branch = findBranch(state, line);
  const origin = branch === undefined ? undefined : store.session(asker.project, branch.session)?.state;
  if (branch === undefined || origin === undefined || asker.ground === undefined) return [];
  const home = dataHome(asker.ground.env);
  const until = pointOf({ store, project: asker.project }, branch);
  const then = origin.lastAt <= until ? origin : stateAt({ home, store }, origin, until);
  return then !== undefined && hasWorked(then) ? [then] : [];
}

function isOnLine(state: ProjectState, line: string, session: string): boolean {
  const other = lineOf(state, session);
  if (other === line) return true;
  const branch = findBranch(state, other);
  return branch !== undefined && mergedInto(state, branch)?.into === line;
}

function brought({ decisions }: Merge): MadeDecision[] {
  return decisions.map(({ rejected = [], ...decision }) => ({ ...decision, rejected, session: "" }));
}

/**
 * A project as a session on its branch of work sees it: without what was decided on others that were not merged, and
 * without what was decided elsewhere since its own began. What such a decision took the place of still holds here.
 */
export function seenFrom(
  store: Store,
  state: ProjectState,
  asker: Pick<Asker, "project" | "session" | "line">,
): ProjectState {
  if (branchesOf(state).length === 0) return state;
  const stretches = lineage(state, { store, project: asker.project }, lineFor(state, asker));
  const isSeen = (session: string, at: number) =>
    session === "" ||
    stretches.some(({ line, until }) => at <= until && wasOnLine(state, line, { session, at }));
  const { facts } = state.declared;
  const seen = facts.filter(
    (fact) => "removed" in fact || fact.kind !== "decision" || isSeen(fact.session, fact.at),
  );
  return seen.length === facts.length ? state : { ...state, declared: { ...state.declared, facts: seen } };
}

function wasOnLine(
  state: ProjectState,
  line: string,
  { session, at }: { readonly session: string; readonly at: number },
): boolean {
  const other = lineOf(state, session);
  if (other === line) return true;
  const branch = findBranch(state, other);
  const merged = branch === undefined ? undefined : mergedInto(state, branch);
  return merged?.into === line && at <= merged.at;
}

/** Tells what is staged on a branch of git other than the one checked out, unless git says just now that it was merged. */
export function elsewhereIn(
  state: ProjectState | undefined,
  { branch, ground, promote }: Pick<Asker, "branch" | "ground" | "promote">,
  world: World,
): (one: Recorded) => boolean {
  const commonDir = ground?.place.commonDir;
  const trunk = commonDir === undefined ? undefined : readTrunk(commonDir);
  const isStaged = stagedElsewhere(state, {
    ...(branch === undefined ? {} : { branch }),
    ...(trunk === undefined ? {} : { trunk }),
  });
  return (one) => {
    if (one.branch === undefined || !isStaged(one)) return false;
    if (world.branch(one.branch) !== "merged") return true;
    promote?.(one.branch);
    return false;
  };
}

/** The branches of git that something was recorded on that may be told. */
export function branchesRecorded(
  state: ProjectState | undefined,
  sessions: readonly SessionState[],
): string[] {
  const recorded = [...sessions, ...(state === undefined ? [] : declaredFacts(state))];
  return [...new Set(recorded.flatMap(({ branch }) => branch ?? []))];
}
