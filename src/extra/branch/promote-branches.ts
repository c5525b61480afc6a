import { BRANCH, type Env } from "../../host/env.js";
import { noteError } from "../../host/log.js";
import { append, type Scene } from "../../journal/append.js";
import type { Store } from "../../model/store/store.js";
import { findBranch } from "./fold/branch.js";

/** Writes down that branches of git were merged: what was recorded on them until now holds for the whole project. */
export function promoteBranches(
  home: string,
  { at, project }: Pick<Scene, "at" | "project">,
  names: Iterable<string>,
): void {
  const drafts = [...names].map((branch) => ({ type: "branch.promoted" as const, data: { branch } }));
  append(home, drafts, { at, project, session: "", agent: "" });
}

/** Puts a session that begins on the branch of work that its environment names, unless a person has put it somewhere. */
export function joinNamedBranch(home: string, store: Store, scene: Scene, env: Env): void {
  const name = env[BRANCH];
  if (!name) return;
  const { project, session, agent, at } = scene;
  const state = store.project(project);
  if (state?.branches.joined.some(({ id }) => id === session)) return;
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
}
