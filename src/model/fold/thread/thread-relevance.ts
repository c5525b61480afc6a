import { DAY_MS } from "../../../event/time.js";
import { isFeatureBranch } from "./thread-join.js";
import type { RecentThreads, Thread } from "./thread-state.js";

export interface Asked {
  readonly words: readonly string[];
  readonly files: readonly string[];
  readonly branch?: string;
  readonly now: number;
  readonly focus?: readonly string[];
}

const WEEK_MS = 7 * DAY_MS;
const WEIGHT = { words: 1, files: 0.8, branch: 0.5, focus: 0.6, recent: 0.4, hot: 0.1 } as const;
/** The share of words that counts as all: a prompt has many that no thread knows. */
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

/** The rarity of each word among the threads. */
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
