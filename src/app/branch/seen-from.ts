import { branchesOf, findBranch, lineOf, mergedInto } from "../../fold/branch/branch.js";
import type { ProjectState } from "../../fold/project.js";
import type { Store } from "../../store/store.js";
import type { Asker } from "../inject/asker.js";
import { lineage } from "./branch-content.js";
import { lineFor } from "./branch-sight.js";

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
    stretches.some(({ line, until }) => at <= until && isOnLine(state, line, { session, at }));
  const { facts } = state.declared;
  const seen = facts.filter(
    (fact) => "removed" in fact || fact.kind !== "decision" || isSeen(fact.session, fact.at),
  );
  return seen.length === facts.length ? state : { ...state, declared: { ...state.declared, facts: seen } };
}

function isOnLine(
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
