import { DAY_MS } from "../event/time.js";
import type { Perspective } from "../extra/port.js";
import type { ProjectState } from "../model/fold/project.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { isFeatureBranch } from "../model/fold/thread/thread-branch.js";
import { isQuestion, type RecentThreads, type Thread } from "../model/fold/thread/thread-state.js";
import type { Store, StoredFootprint } from "../model/store/store.js";
import { tellingWords, wordsOf } from "../text/prose/topic.js";
import type { About } from "./carried-over.js";
import { type Sight, type View, viewFrom } from "./choose/view.js";
import { type Asker, type Situation, threadLimit } from "./situation.js";
import { isOpen, type Unfinished } from "./unfinished.js";

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

interface ThreadQuery extends Pick<Sight, "focus" | "ratings"> {
  readonly words: readonly string[];
  readonly asker: Asker;
  readonly base: About;
  readonly perspective: Perspective;
  readonly unfinished: ReadonlyMap<string, Unfinished>;
  /** The thread that the prompt is about. */
  readonly meant?: Thread;
}

/** The threads to mention: by the words of a prompt, the focus, ratings, the files worked on, and what was done last. */
export function threadsFor(
  threads: RecentThreads | undefined,
  { words, focus, ratings, asker, base, perspective, unfinished, meant }: ThreadQuery,
): Pick<Situation, "threads" | "hot" | "known"> {
  if (threads === undefined) return { threads: [] };
  const own = threads.recent.findLast(({ sessions }) => sessions.includes(base.about?.session ?? ""));
  if (base.kind === "handover") return { threads: [], hot: own };
  const { branch, now } = asker;
  // Long after, the last session is one of many: other work counts as much as work on its files.
  const files = base.kind === "later" ? [] : (base.about?.turn.edited ?? []);
  const isSeen = ({ sessions }: Thread) => sessions.some(perspective.includes);
  const open = new Set([...unfinished].flatMap(([id, left]) => (isOpen(left) ? id : [])));
  const goesOn = base.kind === "prompt" || base.kind === "compact" || base.kind === "resume";
  const hot = (goesOn ? undefined : meant) ?? perspective.hot(threads, own, open);
  const limit = threadLimit(base.elapsed);
  const relevant = relevantThreads(
    { hot: hot?.id, recent: threads.recent.filter(isSeen) },
    { words, focus, ratings, files: words.length > 0 ? [] : files, now, branch, open },
    limit + 1,
  );
  // The hot one is told by itself, and does not count.
  const isHotToo = relevant.some(({ id }) => id === hot?.id);
  const found = isHotToo ? relevant : relevant.slice(0, limit);
  return { threads: found, hot, known: knownTopic(words, hot === undefined ? found : [...found, hot]) };
}

/** The word that the threads are most about: a prompt also has words that say little. */
function knownTopic(words: readonly string[], threads: readonly Thread[]): string | undefined {
  const weights = new Map<string, number>();
  for (const thread of new Set(threads)) {
    const topics = new Set(thread.topics.flatMap(wordsOf));
    for (const [word, weight] of thread.words)
      if (topics.has(word)) weights.set(word, (weights.get(word) ?? 0) + weight);
  }
  const [best] = tellingWords(
    [...new Set(words)].flatMap((word) => {
      const weight = weights.get(word);
      return weight === undefined ? [] : [[word, weight] as const];
    }),
    1,
  );
  return best;
}

export interface Asked {
  readonly words: readonly string[];
  readonly files: readonly string[];
  readonly branch?: string;
  readonly now: number;
  readonly focus?: readonly string[];
  /** The ids of unfinished threads. */
  readonly open?: ReadonlySet<string>;
  /** Ratings by the id of a thread: above 0 for good, below for bad. */
  readonly ratings?: ReadonlyMap<string, number>;
}

const WEEK_MS = 7 * DAY_MS;
const WEIGHT = {
  words: 1,
  files: 0.8,
  branch: 0.5,
  focus: 0.6,
  recent: 0.4,
  hot: 0.1,
  work: 0.05,
  open: 0.5,
} as const;
const RATING = { each: 0.25, most: 0.6 } as const;
/** The share of words that counts as a full match: no thread knows all words of a prompt. */
const FULL_SHARE = 0.5;

/** The most relevant threads first. Without words, the recent ones, those of the branch and those near the files. */
export function relevantThreads(state: RecentThreads, asked: Asked, limit: number): Thread[] {
  const words = new Set(asked.words);
  const files = new Set(asked.files);
  const focus = new Set(asked.focus ?? []);
  const spread = spreadOf(state.recent);
  return state.recent
    .map((thread) => {
      const content =
        WEIGHT.words * wordShare(thread, words, spread) +
        WEIGHT.files * fileShare(thread, files) +
        WEIGHT.focus * Math.sign(wordShare(thread, focus, spread));
      const onBranch = isFeatureBranch(asked.branch) && thread.branches.includes(asked.branch);
      const age = Math.max(0, asked.now - thread.lastAt);
      const near =
        (onBranch ? WEIGHT.branch : 0) +
        (thread.id === state.hot ? WEIGHT.hot : 0) +
        (asked.open?.has(thread.id) ? WEIGHT.open : 0);
      const rating = (asked.ratings?.get(thread.id) ?? 0) * RATING.each;
      const rated =
        Math.max(-RATING.most, Math.min(rating, RATING.most)) + (thread.worked > 0 ? WEIGHT.work : 0);
      return { thread, content, score: content + near + rated + WEIGHT.recent / (1 + age / WEEK_MS) };
    })
    .filter(
      ({ thread, content }) =>
        content > 0 || thread.id === state.hot || (words.size === 0 && !isQuestion(thread)),
    )
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
