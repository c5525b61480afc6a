import type { Perspective } from "../extra/port.js";
import type { ProjectState } from "../model/fold/project.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { relevantThreads } from "../model/fold/thread/thread-relevance.js";
import type { RecentThreads, Thread } from "../model/fold/thread/thread-state.js";
import type { Store, StoredFootprint } from "../model/store/store.js";
import type { Asker } from "./asker.js";
import { type Sight, type View, viewFrom } from "./choose/view.js";
import { type Situation, threadLimit } from "./situation.js";
import type { About } from "./which-session.js";

/** Sessions back to which something touched may still be needed. */
export const FOOTPRINTS = 30;
/** Sessions among which one that is handed over is looked for. */
const FAR_BACK = 1_000;
const COMPACTED_NOW = 10 * 60_000;

/** All that the choice of files, commands and names is made from. */
export function viewFor(
  store: Store,
  base: About,
  states: readonly (SessionState | undefined)[],
  { project, session, branch, prompt, weights, now }: Asker,
  { perspective, ...wanted }: Pick<Sight, "focus" | "ratings"> & { readonly perspective: Perspective },
): View {
  const { kind } = base;
  const isGoing = kind === "compact" || kind === "resume";
  return viewFrom({
    walks: walksFor(store, project, base).filter((walk) => perspective.isNear(walk.session)),
    states: states.flatMap((state) =>
      state === undefined || (!isGoing && state.session === session) ? [] : [state],
    ),
    moment: isGoing ? "going" : prompt === undefined ? "start" : "prompt",
    session,
    now,
    branch,
    prompt,
    weights,
    ...(kind === "compact" ? { summary: freshSummary(states[0], now) } : {}),
    ...wanted,
  });
}

export function ratingsIn({ declared }: ProjectState): Map<string, number> {
  return new Map(declared.ratings.map(({ id, up, down }) => [id, up - down]));
}

/** The last sessions; where an earlier one is handed over, that one and those before it. */
function walksFor(store: Store, project: string, { kind, about }: About): StoredFootprint[] {
  if (kind !== "handover") return store.footprints(project, FOOTPRINTS);
  const walks = store.footprints(project, FAR_BACK);
  const handed = walks.findIndex(({ session }) => session === about?.session);
  return walks.slice(Math.max(0, handed)).slice(0, FOOTPRINTS);
}

/** What the agent itself kept of its context; "" where it has not said so yet, or said it of an earlier one. */
function freshSummary(own: SessionState | undefined, now: number): string {
  const { at = 0, summary = "" } = own?.compaction ?? {};
  return now - at < COMPACTED_NOW ? summary : "";
}

/** The threads to tell of: by the words of a prompt, by the focus, or by the files that were worked on. */
export function threadsFor(
  threads: RecentThreads | undefined,
  {
    words,
    focus,
    asker,
    base,
    perspective,
  }: {
    words: readonly string[];
    focus: readonly string[];
    asker: Asker;
    base: About;
    perspective: Perspective;
  },
): Pick<Situation, "threads" | "hot" | "known"> {
  if (threads === undefined) return { threads: [] };
  const own = threads.recent.findLast(({ sessions }) => sessions.includes(base.about?.session ?? ""));
  if (base.kind === "handover") {
    return { threads: [], hot: own };
  }
  const { branch, now } = asker;
  // Long after, the last session is one of many: what else was worked on counts as much as what shares its files.
  const files = base.kind === "later" ? [] : (base.about?.turn.edited ?? []);
  const isSeen = ({ sessions }: Thread) => sessions.some(perspective.includes);
  const found = relevantThreads(
    { ...threads, recent: threads.recent.filter(isSeen) },
    { words, focus, files: words.length > 0 ? [] : files, now, branch },
    threadLimit(base.elapsed),
  );
  const hot = perspective.hot(threads, own);
  const topics = new Set([...found, ...(hot === undefined ? [] : [hot])].flatMap((thread) => thread.topics));
  const known = words.find((word) => topics.has(word));
  return {
    threads: found,
    hot,
    known,
  };
}
