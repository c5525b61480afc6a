import { DAY_MS, MINUTE_MS } from "../../../event/time.js";
import { isFeatureBranch, workBranch } from "./thread-branch.js";
import { normOf } from "./thread-draft.js";
import type { ThreadIndex } from "./thread-index.js";
import { folderOf, type Gist, type Reason, type Thread, type ThreadTurn } from "./thread-state.js";

const THRESHOLD = 0.3;
const MAX_REASONS = 4;

const WEIGHT = {
  files: 0.9,
  folder: 0.1,
  words: 1,
  /** The thread of the previous turn in the session; fades with the pause between them. */
  before: 0.38,
  pause: 90 * MINUTE_MS,
  sameSession: 0.1,
  branch: 0.2,
  lastOnBranch: 0.34,
  otherBranch: -0.7,
  changedBranch: -0.3,
  /** The request has nothing in common with the previous thread. */
  shift: -0.3,
  halfLife: 14 * DAY_MS,
} as const;
// Bounds of the file weight that counts as all files shared: long turns need no more than short ones.
const MAX_FILE_WEIGHT = 3;
const MIN_FILE_WEIGHT = 0.65;
const MIN_EVIDENCE = 0.13;
// Many threads share files: if the request has this many words, they must agree too.
const MANY_ASKED_WORDS = 4;

/** The thread of the session's previous turn, and when it ended. */
export interface Before {
  readonly thread: string;
  readonly at: number;
  /** The turn is about something else. */
  readonly isApart: boolean;
}

/** The thread that a turn continues, and why; undefined if it begins another. */
export function bestThread(
  turn: ThreadTurn,
  gist: Gist,
  index: ThreadIndex,
  before: Before | undefined,
): { readonly thread: Thread; readonly why: readonly Reason[] } | undefined {
  const branch = workBranch(turn);
  const onBranch = isFeatureBranch(branch) ? index.lastOn(branch) : undefined;
  // Rare things count more. Words are compared by their cosine.
  const files = weigh(
    gist.files,
    (path, used) => used * index.fileRarity(path),
    (path) => index.withFile(path),
  );
  const words = weigh(
    gist.words,
    (word, said) => said * index.rarity(word) ** 2,
    (word) => index.withWord(word),
  );
  const norm = normOf(gist.words, index.rarity);
  const asking = { turn, gist, before, branch, onBranch, files, words, norm, whole: wholeOf(files) };
  const ofFiles = sums(files);
  const ofWords = sums(words);
  const likely = [before?.thread, onBranch].filter((id) => id !== undefined);
  let best: { thread: Thread; score: number } | undefined;
  for (const id of new Set([...likely, ...ofFiles.keys(), ...ofWords.keys()])) {
    const thread = index.get(id);
    if (thread === undefined || (before?.isApart && id === before.thread)) continue;
    const score = scoreOf(asking, thread, ofFiles.get(id) ?? 0, ofWords.get(id) ?? 0);
    // Ties are broken by id, so that the order of the index does not matter.
    if (best === undefined || score > best.score || (score === best.score && id < best.thread.id))
      best = { thread, score };
  }
  if (best === undefined || best.score < THRESHOLD) return undefined;
  return { thread: best.thread, why: reasonsFor(asking, best.thread) };
}

/** A turn with everything needed to compare it with threads. */
interface Candidate {
  readonly turn: ThreadTurn;
  readonly gist: Gist;
  readonly before: Before | undefined;
  readonly branch: string | undefined;
  /** The latest thread on the turn's branch. */
  readonly onBranch: string | undefined;
  readonly files: readonly Weighed[];
  readonly words: readonly Weighed[];
  /** The length of the words as a vector. */
  readonly norm: number;
  /** The file weight that counts as all files shared. */
  readonly whole: number;
}

function scoreOf(asking: Candidate, thread: Thread, files: number, words: number): number {
  const { turn, gist, norm, whole } = asking;
  const fading = fadingOf(turn, thread);
  const isBefore = asking.before?.thread === thread.id;
  const near = isBefore && files === 0 && isNear(gist, thread) ? WEIGHT.folder : 0;
  const alike = words / (norm * thread.norm || 1);
  const trust =
    isBefore || thread.id === asking.onBranch || gist.asked < MANY_ASKED_WORDS
      ? 1
      : Math.min(1, 0.5 + 2 * alike);
  const evidence = (Math.min(1, files / whole) * WEIGHT.files * trust + alike * WEIGHT.words + near) * fading;
  const shift = isBefore && isShift(gist, evidence) ? WEIGHT.shift : 0;
  return evidence + branchWeight(asking, thread, fading) + sessionWeight(asking, thread) + shift;
}

/** The strongest reasons. */
function reasonsFor(asking: Candidate, thread: Thread): Reason[] {
  const { turn, branch, files, words, norm, whole } = asking;
  const fading = fadingOf(turn, thread);
  const ofFiles = (WEIGHT.files * fading) / whole;
  const ofWords = (WEIGHT.words * fading) / (norm * thread.norm || 1);
  const weighed: (readonly [Reason, number])[] = [
    [{ is: "session", what: turn.session }, sessionWeight(asking, thread)],
  ];
  if (branch !== undefined)
    weighed.push([{ is: "branch", what: branch }, branchWeight(asking, thread, fading)]);
  for (const { what, weight, inThreads } of files)
    weighed.push([{ is: "file", what }, weight * (inThreads.get(thread.id) ?? 0) * ofFiles]);
  for (const { what, weight, inThreads } of words)
    weighed.push([{ is: "word", what }, weight * (inThreads.get(thread.id) ?? 0) * ofWords]);
  return weighed
    .filter(([, weight]) => weight > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_REASONS)
    .map(([reason]) => reason);
}

/** A word or file of the turn with its weight, and its weight in each thread. */
interface Weighed {
  readonly what: string;
  readonly weight: number;
  readonly inThreads: ReadonlyMap<string, number>;
}

function weigh(
  things: ReadonlyMap<string, number>,
  weightOf: (thing: string, weight: number) => number,
  weightsOf: (thing: string) => ReadonlyMap<string, number>,
): Weighed[] {
  return Array.from(things, ([what, weight]) => {
    return { what, weight: weightOf(what, weight), inThreads: weightsOf(what) };
  });
}

function sums(things: readonly Weighed[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const { weight, inThreads } of things)
    inThreads.forEach((hold, id) => {
      all.set(id, (all.get(id) ?? 0) + weight * hold);
    });
  return all;
}

function wholeOf(files: readonly Weighed[]): number {
  const all = files.reduce((sum, { weight }) => sum + weight, 0);
  return Math.max(MIN_FILE_WEIGHT, Math.min(all, MAX_FILE_WEIGHT));
}

function fadingOf(turn: ThreadTurn, thread: Thread): number {
  return 1 / (1 + Math.max(0, turn.at - thread.lastAt) / WEIGHT.halfLife);
}

function isNear(gist: Gist, thread: Thread): boolean {
  return thread.files.some((path) => gist.folders.has(folderOf(path)));
}

function branchWeight({ branch, before, onBranch }: Candidate, thread: Thread, fading: number): number {
  const last = thread.branches.at(-1);
  if (!isFeatureBranch(branch) || last === undefined) return 0;
  if (thread.branches.includes(branch))
    return (thread.id === onBranch ? WEIGHT.lastOnBranch : WEIGHT.branch) * fading;
  // Another branch is another line of work, unless it is created in the middle of one.
  if (before?.thread !== thread.id) return WEIGHT.otherBranch;
  return isFeatureBranch(last) ? WEIGHT.changedBranch : 0;
}

function sessionWeight({ turn, before }: Candidate, thread: Thread): number {
  if (before?.thread === thread.id)
    return WEIGHT.before * Math.exp(-Math.max(0, turn.at - before.at) / WEIGHT.pause);
  return thread.sessions.includes(turn.session) ? WEIGHT.sameSession : 0;
}

/** The request has many words, and the thread knows almost none. Requires more words if no file was touched. */
function isShift(gist: Gist, evidence: number): boolean {
  if (evidence >= MIN_EVIDENCE || gist.pointsBack) return false;
  return gist.asked >= (gist.files.size > 0 ? 2 : 4);
}
