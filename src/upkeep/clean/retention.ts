import { type Checkpoint, isAutomatic } from "../../checkpoint/checkpoint.js";
import { byProject } from "../../checkpoint/record.js";
import { outlived } from "../../checkpoint/retain.js";
import { DAY_MS } from "../../event/time.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { isArchived } from "../../model/fold/session/status.js";
import type { Store } from "../../model/store/store.js";

/** The newest sessions of a project are kept in full, however old they are. */
const KEPT_SESSIONS = 10;
const MAX_AUTOMATIC_AGE_MS = 30 * DAY_MS;

/** The sessions of which nothing may be removed. */
export interface KeptInFull {
  has(project: string, session: string): boolean;
}

/** The latest sessions of each project, and all that were active within a week. */
export function keptInFull(store: Store, now: number): KeptInFull {
  const kept = new Set<string>();
  for (const { project } of store.projects()) {
    const sessions = store.sessions({ project });
    const worked = store.sessions({ project, worked: true, limit: KEPT_SESSIONS });
    const fresh = sessions.filter(({ lastAt }) => !isArchived(now - lastAt));
    const own = new Set(
      [...sessions.slice(0, KEPT_SESSIONS), ...worked, ...fresh].map(({ session }) => session),
    );
    for (const session of withOrigins(own, sessions)) kept.add(`${project}\n${session}`);
  }
  return { has: (project, session) => kept.has(`${project}\n${session}`) };
}

/** Adds the sessions that these were forked from, because their messages are needed too. */
function withOrigins(kept: ReadonlySet<string>, sessions: readonly SessionState[]): Set<string> {
  const origins = new Map(sessions.map(({ session, forked }) => [session, forked?.from]));
  const all = new Set(kept);
  // A Set's iteration also visits the members that are added meanwhile.
  for (const session of all) {
    const from = origins.get(session);
    if (from !== undefined) all.add(from);
  }
  return all;
}

/** Checkpoints beyond the limit of their session, and the automatic ones of old sessions. */
export function expired(checkpoints: readonly Checkpoint[], inFull: KeptInFull, now: number): Checkpoint[] {
  return [...byProject(checkpoints).values()].flatMap((own) => {
    const gone = new Set(outlived(own, now));
    return own.filter(
      (checkpoint) =>
        gone.has(checkpoint.id) ||
        (isAutomatic(checkpoint) &&
          now - checkpoint.at > MAX_AUTOMATIC_AGE_MS &&
          !inFull.has(checkpoint.project, checkpoint.session)),
    );
  });
}
