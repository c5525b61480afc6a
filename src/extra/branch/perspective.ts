import type { Asker, MadeDecision } from "../../brief/situation.js";
import { BRANCH, dataHome } from "../../host/env.js";
import { noteError } from "../../host/log.js";
import { append } from "../../journal/append.js";
import { plainText } from "../../model/fold/memory/memory.js";
import type { ProjectState } from "../../model/fold/project.js";
import { addDecisions } from "../../model/fold/session/finding.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { hasWorked } from "../../model/fold/session/status.js";
import type { Store } from "../../model/store/store.js";
import type { DecisionView, PerspectiveChange, ProjectView, SessionStart } from "../port.js";
import { lineage, placeDecision, startOf, stateAt } from "./content.js";
import {
  branchesOf,
  branchOf,
  findBranch,
  joinOf,
  type Merge,
  mergedInto,
  mergesIn,
  mergesInto,
  tasksIn,
} from "./fold/branch.js";
import { decidedAfter } from "./fold/content.js";

const MAX_SESSIONS = 60;
const PLAN_HOLDS = 7 * 24 * 3_600_000;

/** Puts a new session on the branch of work that its environment names, unless a person has put it somewhere. */
export const joinNamedBranch: SessionStart = (home, store, scene, env) => {
  const name = env[BRANCH];
  if (!name) return;
  const { project, session, agent, at } = scene;
  const state = store.project(project);
  if (state !== undefined && joinOf(state, session) !== undefined) return;
  const branch = state === undefined ? undefined : findBranch(state, name);
  if (branch === undefined) {
    const error = `${BRANCH} names no branch of work of this project: see tidemark branch`;
    noteError(home, { at, agent, hook: "branch", error });
    return;
  }
  append(home, [{ type: "branch.joined", data: { branch: branch.id, session } }], {
    at,
    project,
    session: "",
    agent: "",
  });
};

/** A session is told about the work on its own branch; in a project without branches of work about all of it. */
export const branchPerspective: PerspectiveChange = (whole, store, state, asker) => {
  const isMissing = isMissingIn(state, asker);
  if (state === undefined || branchesOf(state).length + mergesIn(state).length === 0)
    return { ...whole, isMissing };
  const branch = branchFor(state, asker);
  const merges = mergesInto(state, branch);
  const last = store.sessions({ project: asker.project, worked: true, limit: MAX_SESSIONS });
  const own = last.filter(({ session }) => session !== asker.session && branchOf(state, session) === branch);
  // A new branch has no sessions yet: it goes on from the session it began in.
  const sessions = own.length > 0 ? own : originOf(store, state, branch, asker);
  const began = findBranch(state, branch)?.at ?? 0;
  const before = new Set(last.filter(({ startedAt }) => startedAt < began).map(({ session }) => session));
  const includes = (session: string) => wasOn(state, branch, session);
  const isLater = ({ at }: Merge, about: SessionState | undefined) =>
    about === undefined || at > about.lastAt;
  return {
    sessions,
    earlier: () => sessions,
    includes,
    isNear: (session) => includes(session) || before.has(session),
    hot: (_, thread) => thread,
    plan(plan, about) {
      const fresh = merges.filter(({ at }) => asker.now - at < PLAN_HOLDS);
      return fresh.length === 0 ? plan : tasksIn([{ at: about?.lastAt ?? 0, plan }], fresh);
    },
    decisions(made, about) {
      const oldest = [...made].reverse();
      const earlier = merges.filter((merge) => !isLater(merge, about)).flatMap(brought);
      const later = merges.filter((merge) => isLater(merge, about)).flatMap(brought);
      return addDecisions(addDecisions(earlier, oldest), later).reverse();
    },
    isDropped: (choice, at) =>
      merges.some(
        (merge) => merge.at >= at && merge.dropped?.some((gone) => plainText(gone) === plainText(choice)),
      ),
    isMissing,
  };
};

/**
 * A session on a branch does not see what was decided on branches that were not merged, nor what was decided elsewhere
 * since its branch began. A decision that such a one replaced still holds for it.
 */
export const seenFromBranch: ProjectView = (store, state, asker) => {
  if (branchesOf(state).length === 0) return state;
  const stretches = lineage(state, { store, project: asker.project }, branchFor(state, asker));
  const isSeen = (session: string, at: number) =>
    session === "" || stretches.some(({ branch, until }) => at <= until && wasOn(state, branch, session, at));
  const { facts } = state.declared;
  const seen = facts.filter(
    (fact) => "removed" in fact || fact.kind !== "decision" || isSeen(fact.session, fact.at),
  );
  return seen.length === facts.length ? state : { ...state, declared: { ...state.declared, facts: seen } };
};

export const decidedOnBranches: DecisionView = {
  place: placeDecision,
  merge: (state, decided) => decidedAfter(decided, mergesIn(state)),
};

/** Whether the environment names a branch that does not exist, and no person put the session on one or took it off. */
function isMissingIn(state: ProjectState | undefined, { session, workBranch }: Asker): boolean {
  if (workBranch === undefined) return false;
  if (state === undefined) return true;
  return joinOf(state, session) === undefined && findBranch(state, workBranch) === undefined;
}

function branchFor(
  state: ProjectState,
  { session, workBranch = "" }: Pick<Asker, "session" | "workBranch">,
): string {
  if (workBranch === "" || joinOf(state, session) !== undefined) return branchOf(state, session);
  return findBranch(state, workBranch)?.id ?? "";
}

function originOf(store: Store, state: ProjectState, name: string, asker: Asker): SessionState[] {
  const branch = findBranch(state, name);
  const origin = branch === undefined ? undefined : store.session(asker.project, branch.session)?.state;
  if (branch === undefined || origin === undefined || asker.checkout === undefined) return [];
  const home = dataHome(asker.checkout.env);
  const then = stateAt({ home, store }, origin, startOf({ store, project: asker.project }, branch));
  return then !== undefined && hasWorked(then) ? [then] : [];
}

/** Whether a session works on a branch, or on one that was merged into it; at a time, if that merge came later. */
function wasOn(state: ProjectState, branch: string, session: string, at = 0): boolean {
  const other = branchOf(state, session);
  if (other === branch) return true;
  const found = findBranch(state, other);
  const merged = found === undefined ? undefined : mergedInto(state, found);
  return merged?.into === branch && at <= merged.at;
}

function brought({ decisions }: Merge): MadeDecision[] {
  return decisions.map(({ rejected = [], ...decision }) => ({ ...decision, rejected, session: "" }));
}
