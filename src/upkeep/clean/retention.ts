import { type Checkpoint, isAutomatic } from "../../checkpoint/checkpoint.js";
import { byProject } from "../../checkpoint/record.js";
import { outlived } from "../../checkpoint/retain.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { isArchived } from "../../model/fold/session/status.js";
import type { Store } from "../../model/store/store.js";

/** How many sessions of a project are kept in full, however old they are. */
const IN_FULL = 10;
const AUTOMATIC_AGE = 30 * 86_400_000;

/** Tells the sessions of which nothing may be taken away. */
export interface KeptInFull {
  has(project: string, session: string): boolean;
}

/** The latest ten of each project, and all that were heard of within a week. */
export function keptInFull(store: Store, now: number): KeptInFull {
  const kept = new Set<string>();
  for (const { project } of store.projects()) {
    const sessions = store.sessions({ project });
    const worked = store.sessions({ project, worked: true, limit: IN_FULL });
    const fresh = sessions.filter(({ lastAt }) => !isArchived(now - lastAt));
    const own = new Set([...sessions.slice(0, IN_FULL), ...worked, ...fresh].map(({ session }) => session));
    for (const session of withOrigins(own, sessions)) kept.add(`${project}\n${session}`);
  }
  return { has: (project, session) => kept.has(`${project}\n${session}`) };
}

/** A session that goes on from another cannot be read without the messages of that. */
function withOrigins(kept: ReadonlySet<string>, sessions: readonly SessionState[]): Set<string> {
  const origins = new Map(sessions.map(({ session, forked }) => [session, forked?.from]));
  const all = new Set(kept);
  // What is added meanwhile is walked, too, and nothing twice.
  for (const session of all) {
    const from = origins.get(session);
    if (from !== undefined) all.add(from);
  }
  return all;
}

/** Checkpoints that have had their time: of each session those beyond its number, of old sessions the automatic ones. */
export function expired(checkpoints: readonly Checkpoint[], inFull: KeptInFull, now: number): Checkpoint[] {
  return [...byProject(checkpoints).values()].flatMap((own) => {
    const gone = new Set(outlived(own, now));
    return own.filter(
      (checkpoint) =>
        gone.has(checkpoint.id) ||
        (isAutomatic(checkpoint) &&
          now - checkpoint.at > AUTOMATIC_AGE &&
          !inFull.has(checkpoint.project, checkpoint.session)),
    );
  });
}
