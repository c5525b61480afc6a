import { DAY_MS } from "../event/time.js";
import type { Perspective } from "../extra/port.js";
import type { ProjectState } from "../model/fold/project.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { isFeatureBranch } from "../model/fold/thread/thread-join.js";
import type { RecentThreads, Thread } from "../model/fold/thread/thread-state.js";
import type { Store, StoredFootprint } from "../model/store/store.js";
import type { About } from "./carried-over.js";
import { type Sight, type View, viewFrom } from "./choose/view.js";
import { type Asker, type Situation, threadLimit } from "./situation.js";

/** How many sessions back a touched item may still be needed. */
export const FOOTPRINTS = 30;
/** How many sessions back a handed one is searched. */
const FAR_BACK = 1_000;
const COMPACTED_NOW = 10 * 60_000;

/** Loads the candidates for files, commands and names. */
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

/** The last sessions; for an earlier handed one, that one and those before it. */
function walksFor(store: Store, project: string, { kind, about }: About): StoredFootprint[] {
  if (kind !== "handover") return store.footprints(project, FOOTPRINTS);
  const walks = store.footprints(project, FAR_BACK);
  const handed = walks.findIndex(({ session }) => session === about?.session);
  return walks.slice(Math.max(0, handed)).slice(0, FOOTPRINTS);
}

/** The agent's own summary of its context; "" if it has not reported one, or only of an earlier compaction. */
function freshSummary(own: SessionState | undefined, now: number): string {
  const { at = 0, summary = "" } = own?.compaction ?? {};
  return now - at < COMPACTED_NOW ? summary : "";
}

interface ThreadQuery {
  readonly words: readonly string[];
  readonly focus: readonly string[];
  readonly asker: Asker;
  readonly base: About;
  readonly perspective: Perspective;
}

/** The threads to mention: by the words of a prompt, the focus, or the files worked on. */
export function threadsFor(
  threads: RecentThreads | undefined,
  { words, focus, asker, base, perspective }: ThreadQuery,
): Pick<Situation, "threads" | "hot" | "known"> {
  if (threads === undefined) return { threads: [] };
  const own = threads.recent.findLast(({ sessions }) => sessions.includes(base.about?.session ?? ""));
  if (base.kind === "handover") return { threads: [], hot: own };
  const { branch, now } = asker;
  // Long after, the last session is one of many: other work counts as much as work on its files.
  const files = base.kind === "later" ? [] : (base.about?.turn.edited ?? []);
  const isSeen = ({ sessions }: Thread) => sessions.some(perspective.includes);
  const found = relevantThreads(
    { ...threads, recent: threads.recent.filter(isSeen) },
    { words, focus, files: words.length > 0 ? [] : files, now, branch },
    threadLimit(base.elapsed),
  );
  const hot = perspective.hot(threads, own);
  const topics = new Set([...found, ...(hot === undefined ? [] : [hot])].flatMap((thread) => thread.topics));
  return { threads: found, hot, known: words.find((word) => topics.has(word)) };
}

export interface Asked {
  readonly words: readonly string[];
  readonly files: readonly string[];
  readonly branch?: string;
  readonly now: number;
  readonly focus?: readonly string[];
}

const WEEK_MS = 7 * DAY_MS;
const WEIGHT = { words: 1, files: 0.8, branch: 0.5, focus: 0.6, recent: 0.4, hot: 0.1 } as const;
/** The share of words that counts as a full match: no thread knows all words of a prompt. */
const FULL_SHARE = 0.5;

/** The most relevant threads first. Without words and files, the recent ones and those of the branch. */
export function relevantThreads(state: RecentThreads, asked: Asked, limit: number): Thread[] {
  const words = new Set(asked.words);
  const files = new Set(asked.files);
  const focus = new Set(asked.focus ?? []);
  const isAsked = words.size > 0 || files.size > 0;
  const spread = spreadOf(state.recent);
  return state.recent
    .map((thread) => {
      const content =
        WEIGHT.words * wordShare(thread, words, spread) +
        WEIGHT.files * fileShare(thread, files) +
        WEIGHT.focus * Math.sign(wordShare(thread, focus, spread));
      const onBranch = isFeatureBranch(asked.branch) && thread.branches.includes(asked.branch);
      const age = Math.max(0, asked.now - thread.lastAt);
      const near = (onBranch ? WEIGHT.branch : 0) + (thread.id === state.hot ? WEIGHT.hot : 0);
      return { thread, content, score: content + near + WEIGHT.recent / (1 + age / WEEK_MS) };
    })
    .filter(({ thread, content }) => !isAsked || content > 0 || thread.id === state.hot)
    .sort(
      (a, b) =>
        b.score - a.score || b.thread.lastAt - a.thread.lastAt || (a.thread.id < b.thread.id ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ thread }) => thread);
}

function spreadOf(threads: readonly Thread[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { words } of threads) for (const [word] of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log((threads.length + 8) / ((counts.get(word) ?? 0) + 0.5));
}

function wordShare(thread: Thread, words: ReadonlySet<string>, rarity: (word: string) => number): number {
  let all = 0;
  let shared = 0;
  const weights = new Map(thread.words);
  for (const word of words) {
    const rare = rarity(word);
    const weight = weights.get(word) ?? 0;
    all += rare;
    shared += rare * (weight / (weight + 0.7));
  }
  return all === 0 ? 0 : Math.min(1, shared / all / FULL_SHARE);
}

function fileShare(thread: Thread, files: ReadonlySet<string>): number {
  if (files.size === 0) return 0;
  const own = new Set([...thread.files, ...thread.seen]);
  const shared = [...files].filter((path) => own.has(path)).length;
  return Math.min(1, shared / Math.min(files.size, 3));
}
