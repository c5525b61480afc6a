import { identifyProject } from "../../capture/place/identify-project.js";
import type { Env } from "../../host/env.js";
import { readPlace } from "../../host/git/git.js";
import { readTrunk } from "../../host/git/git-branch.js";
import { readMerged, type SeenBranch } from "../../host/git/git-merged.js";
import { declaredFacts } from "../../model/fold/declared/declared-fact.js";
import type { ProjectState } from "../../model/fold/project.js";
import type { Store } from "../../model/store/store.js";
import { type Recorded, stagedIn } from "./fold/branch.js";
import { promoteBranches } from "./promote-branches.js";

const SESSIONS = 100;
const MOST = 20;

/** Looks in every project that is on this machine whether what is staged on branches of git was merged, and writes it down. */
export function promoteMerged(home: string, store: Store, env: Env, now: number): void {
  for (const state of store.projects()) promoteIn(home, store, state, env, now);
}

function promoteIn(home: string, store: Store, state: ProjectState, env: Env, now: number): void {
  const { project, path } = state;
  const { commonDir } = readPlace(path);
  if (commonDir === undefined) return;
  const trunk = readTrunk(commonDir);
  const isStaged = stagedIn(state, trunk === undefined ? {} : { trunk });
  const branches = stagedBranches(store, state, isStaged);
  if (branches.length === 0) return;
  const found = identifyProject(path, home, env, true);
  // Another repository may lie there now.
  if (found.project !== project) return;
  promoteBranches(home, { at: now, project }, readMerged(found.place, branches, env));
}

/** Those with something recorded on them since they were merged last, the latest first. */
function stagedBranches(
  store: Store,
  state: ProjectState,
  isStaged: (one: Recorded) => boolean,
): SeenBranch[] {
  const seen = new Map<string, string[]>();
  const sessions = store.sessions({ project: state.project, worked: true, limit: SESSIONS });
  const recorded = [
    ...sessions.map(({ branch, lastAt }) => ({ branch, at: lastAt })),
    ...declaredFacts(state),
  ];
  for (const { branch, at } of recorded)
    if (branch !== undefined && isStaged({ branch, at })) seen.set(branch, []);
  const names = [...seen.keys()].slice(0, MOST);
  for (const session of [...sessions].reverse())
    for (const { branch, head } of [...store.turns(state.project, session.session), session])
      if (branch !== undefined && head !== undefined) seen.get(branch)?.push(head);
  return names.map((name) => ({ name, heads: seen.get(name) ?? [] }));
}
