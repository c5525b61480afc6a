import { tellSession } from "../../model/fold/session/rewind.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { sessionEvents } from "../../model/session-events.js";
import type { Store } from "../../model/store/store.js";
import type { WorkBranch } from "./fold/branch.js";

/** Where the branches of a project are looked at from. */
export interface BranchGround {
  readonly home: string;
  readonly store: Store;
  readonly project: string;
}

/** The moment up to which the session that a branch goes on from belongs to it. */
export function pointOf(
  { store, project }: Pick<BranchGround, "store" | "project">,
  { session, turn, until, at }: WorkBranch,
): number {
  if (until !== undefined) return until;
  const next = store.turns(project, session).find(({ n }) => n === turn + 1);
  return next === undefined ? at : next.at - 1;
}

/** A session as it was at a moment; undefined where it had not begun. */
export function stateAt(
  ground: Pick<BranchGround, "home" | "store">,
  session: Pick<SessionState, "project" | "session">,
  until: number,
): SessionState | undefined {
  const [first, ...rest] = sessionEvents(ground, session).known.filter(({ at }) => at <= until);
  return first === undefined ? undefined : tellSession([first, ...rest]).state;
}
