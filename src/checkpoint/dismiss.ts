import { TidemarkError } from "../error.js";
import { now } from "../host/clock.js";
import { isAlive } from "../host/process/process.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { interruptionOf, openInterruptions } from "../model/fold/session/status.js";
import { declare } from "../project/declare.js";
import { findSession, type Opened } from "../project/open.js";

const MOST_SESSIONS = 50;

/** Writes down that somebody knows of an interruption: of this session, else of the newest here. */
export function dismiss(opened: Opened, id: string | undefined): SessionState {
  const state = id === undefined ? newestInterrupted(opened) : findSession(opened, id);
  const alive = isAlive(state.pid, state.pidSince);
  if (interruptionOf(state, now(), alive) === undefined) {
    throw new TidemarkError("not-found", `The session ${state.session} ${whyNot(state)}.`, {
      hint: "See those that were: tidemark status",
    });
  }
  const { project, session, agent } = state;
  const { home, redact } = opened;
  const here = project === opened.project ? opened : { home, redact, project, place: { root: "" } };
  declare(here, { type: "session.dismissed", data: {} }, { session, agent });
  return state;
}

function newestInterrupted({ store, project }: Opened): SessionState {
  const sessions = store.sessions({ project, limit: MOST_SESSIONS });
  const [cut] = openInterruptions(sessions, now(), isAlive);
  const state = sessions.find(({ session }) => session === cut?.session);
  if (state !== undefined) return state;
  throw new TidemarkError("not-found", "No session of this project is known to have been interrupted.", {
    hint: "See how they stand: tidemark sessions",
  });
}

function whyNot({ dismissed }: SessionState): string {
  return dismissed === undefined ? "was not interrupted" : "has been dismissed already";
}
