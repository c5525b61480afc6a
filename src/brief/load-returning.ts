import type { Perspective } from "../extra/port.js";
import type { TurnNotes } from "../model/fold/session/note.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import type { RecentThreads, Thread } from "../model/fold/thread/thread-state.js";
import type { Store } from "../model/store/store.js";
import { isContinuation } from "../text/prose/next-action.js";
import { threadsAskedFor } from "./returning.js";
import type { Asker, Situation } from "./situation.js";

const MAX_EARLIER = 4;

/** The thread that the prompt is about, unless it is the session's own: the agent has that in its context. */
export function meantIn(
  threads: RecentThreads | undefined,
  { prompt, session }: Asker,
  { includes }: Perspective,
): Thread | undefined {
  if (threads === undefined || prompt === undefined || prompt.startsWith("/") || isContinuation(prompt))
    return undefined;
  const seen = threads.recent.filter(({ sessions }) => sessions.some(includes));
  const [meant] = threadsAskedFor(prompt, seen);
  return meant?.sessions.includes(session) ? undefined : meant;
}

/** The last sessions of a thread, latest first, without those that are known already. */
export function sessionsOf(
  store: Store,
  project: string,
  thread: Thread | undefined,
  known: readonly SessionState[],
): SessionState[] {
  const ids = (thread?.sessions ?? []).filter((id) => known.every(({ session }) => session !== id));
  return ids
    .slice(-MAX_EARLIER)
    .reverse()
    .flatMap((id) => store.session(project, id)?.state ?? []);
}

export function returnedTo(
  thread: Thread,
  sessions: readonly SessionState[],
  turns: readonly TurnNotes[],
): Situation["returned"] {
  const isIts = ({ session }: { readonly session: string }) => thread.sessions.includes(session);
  return { thread, about: sessions.find(isIts), turns: turns.filter(isIts) };
}
