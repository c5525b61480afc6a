import { identifyProject } from "../capture/place/identify-project.js";
import type { Env } from "../host/env.js";
import { readPlace } from "../host/git/git.js";
import { readMerged, readTrunk, type SeenBranch } from "../host/git/git-branch.js";
import { append, type EventContext } from "../journal/append.js";
import { declaredFacts } from "../model/fold/declared/declared-fact.js";
import type { ProjectState } from "../model/fold/project.js";
import { type Recorded, stagedIn } from "../model/fold/staged.js";
import type { Store } from "../model/store/store.js";

/** Records that branches were merged: all that was recorded on them now holds for the whole project. */
export function promoteBranches(
  home: string,
  { at, project }: Pick<EventContext, "at" | "project">,
  names: Iterable<string>,
): void {
  const drafts = [...names].map((branch) => ({ type: "branch.promoted" as const, data: { branch } }));
  append(home, drafts, { at, project, session: "", agent: "" });
}

export function promoteMerged(home: string, store: Store, env: Env, now: number): void {
  for (const state of store.projects()) promoteIn(home, store, state, env, now);
}

function promoteIn(home: string, store: Store, state: ProjectState, env: Env, now: number): void {
  const { project, path } = state;
  const { commonDir } = readPlace(path);
  if (commonDir === undefined) return;
  const branches = stagedBranches(store, state, stagedIn(state, { trunk: readTrunk(commonDir) }));
  if (branches.length === 0) return;
  const found = identifyProject(path, home, env, true);
  // Another repository may be there now.
  if (found.project !== project) return;
  promoteBranches(home, { at: now, project }, readMerged(found.place, branches, env));
}

/** Branches with something recorded since their last merge, the latest first. */
function stagedBranches(
  store: Store,
  state: ProjectState,
  isStaged: (one: Recorded) => boolean,
): SeenBranch[] {
  const seen = new Map<string, string[]>();
  const sessions = store.sessions({ project: state.project, worked: true, limit: 100 });
  const recorded = [
    ...sessions.map(({ branch, lastAt }) => ({ branch, at: lastAt })),
    ...declaredFacts(state),
  ];
  for (const { branch, at } of recorded)
    if (branch !== undefined && isStaged({ branch, at })) seen.set(branch, []);
  const names = [...seen.keys()].slice(0, 20);
  for (const session of [...sessions].reverse())
    for (const { branch, head } of [...store.turns(state.project, session.session), session])
      if (branch !== undefined && head !== undefined) seen.get(branch)?.push(head);
  return names.map((name) => ({ name, heads: seen.get(name) ?? [] }));
}
