import { isUnfinished, outcomeIn } from "../../../text/prose/outcome.js";
import { tellingWords } from "../../../text/prose/topic.js";
import { recentNames } from "../session/recent.js";
import { workBranch } from "./thread-branch.js";
import { type Gist, type Thread, type ThreadTurn, turnId, type WorkContext } from "./thread-state.js";
import { betterTitle, NO_RANK, plain, shorten } from "./thread-title.js";

const MAX = { files: 30, seen: 12, words: 40, branches: 5, sessions: 10, topics: 5, work: 10, actions: 5 };
/** Commands among the last actions, if there are enough changes. */
const FEW_COMMANDS = 2;
const FADE = 0.95;
const MAX_GOAL_CHARS = 200;

/** How rare a word is among the threads, from 0 to 1. */
type Rarity = (word: string) => number;

/** The thread that a turn begins. */
export function beginThread(turn: ThreadTurn, gist: Gist, rarity: Rarity): Thread {
  const empty: Thread = {
    id: `t${turnId(turn)}`,
    title: "",
    rank: NO_RANK,
    topics: [],
    summary: "",
    files: [],
    seen: [],
    words: [],
    norm: 0,
    branches: [],
    sessions: [],
    turns: 0,
    worked: 0,
    firstAt: turn.at,
    lastAt: turn.at,
  };
  return addTurn(empty, turn, gist, rarity);
}

/** Adds a turn and makes the thread the hot one. */
export function addTurn(thread: Thread, turn: ThreadTurn, gist: Gist, rarity: Rarity): Thread {
  const words = addWords(thread.words, gist.words);
  const { title, rank } = betterTitle(thread, turn, gist);
  const seen = turn.seen.filter((path) => !turn.edited.includes(path));
  const given = turn.topics ?? thread.given;
  const forms = formsAfter(thread, gist, words);
  const branch = workBranch(turn);
  const endedAt = turn.endedAt ?? turn.at;
  return {
    id: thread.id,
    title,
    rank,
    topics: [...new Set([...(given ?? []), ...topicsOf(words, new Map(forms), title, rarity)])].slice(
      0,
      MAX.topics,
    ),
    given,
    summary: gist.isChat ? thread.summary : summaryOf(turn.closing, thread.summary, turn.edited.length > 0),
    files: put(MAX.files, thread.files, turn.edited),
    seen: put(MAX.seen, thread.seen, seen),
    words,
    forms: forms.length === 0 ? undefined : forms,
    norm: round(normOf(words, rarity)),
    branches: put(MAX.branches, thread.branches, branch === undefined ? [] : [branch]),
    sessions: put(MAX.sessions, thread.sessions, [turn.session]),
    turns: thread.turns + 1,
    worked: thread.worked + (gist.isWork ? 1 : 0),
    firstAt: Math.min(thread.firstAt, turn.at),
    lastAt: Math.max(thread.lastAt, endedAt),
    lastWorkedAt: gist.isWork ? Math.max(thread.lastWorkedAt ?? 0, endedAt) : thread.lastWorkedAt,
    work: workAfter(thread.work, turn, gist),
  };
}

/** Without the work context, which only the hot thread has. */
export function cool(thread: Thread): Thread {
  if (thread.work === undefined) return thread;
  const { work: _, ...rest } = thread;
  return rest;
}

/** Without what only joining needs, for threads that are only listed. */
export function slim(thread: Thread): Thread {
  return {
    ...cool(thread),
    files: thread.files.slice(-MAX.work),
    seen: [],
    words: [],
    forms: undefined,
    norm: 0,
  };
}

/** The length of words as a vector. */
export function normOf(words: Iterable<readonly [string, number]>, rarity: Rarity): number {
  let sum = 0;
  for (const [word, weight] of words) sum += (weight * rarity(word)) ** 2;
  return Math.sqrt(sum);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function addWords(before: Thread["words"], said: ReadonlyMap<string, number>): Thread["words"] {
  const weights = new Map<string, number>();
  for (const entry of before) weights.set(entry[0], entry[1] * FADE);
  said.forEach((weight, word) => {
    weights.set(word, (weights.get(word) ?? 0) + weight);
  });
  // Rounded, so that the state stays short.
  const list = Array.from(weights, ([word, weight]) => [word, round(weight)] as const);
  if (list.length <= MAX.words) return list;
  const kept = new Set([...list].sort(([, a], [, b]) => b - a).slice(0, MAX.words));
  return list.filter((entry) => kept.has(entry));
}

/** The forms of the words that are kept. A word that was once written as it is folded needs none. */
function formsAfter(
  { words: before, forms = [] }: Thread,
  { forms: written }: Gist,
  words: Thread["words"],
): (readonly [string, string])[] {
  const known = new Set(before.map(([word]) => word));
  const own = new Map(forms);
  for (const [word, form] of written) {
    if (form === word) own.delete(word);
    else if (!known.has(word)) own.set(word, form);
  }
  return words.flatMap(([word]) => {
    const form = own.get(word);
    return form === undefined ? [] : [[word, form] as const];
  });
}

/** The most frequent rare words, as people wrote them. A word of the title counts twice. */
function topicsOf(
  words: Thread["words"],
  forms: ReadonlyMap<string, string>,
  title: string,
  rarity: Rarity,
): string[] {
  const titled = title.toLowerCase();
  return tellingWords(
    words.map(([word, weight]) => [word, weight * rarity(word) * (titled.includes(word) ? 2 : 1)] as const),
    MAX.topics,
  ).map((word) => forms.get(word) ?? word);
}

function workAfter(before: WorkContext | undefined, turn: ThreadTurn, gist: Gist): WorkContext {
  const actions = [
    ...turn.edited.map((what) => ({ is: "changed" as const, what })),
    ...turn.commands.map((what) => ({ is: "ran" as const, what })),
  ];
  // Some of both kinds, because the turn does not say in which order they were done.
  const ran = Math.min(turn.commands.length, Math.max(MAX.actions - turn.edited.length, FEW_COMMANDS));
  const some = [
    ...actions.slice(0, turn.edited.length).slice(ran - MAX.actions),
    ...actions.slice(actions.length - ran),
  ];
  return {
    files: put(MAX.work, before?.files ?? [], [...turn.seen, ...turn.edited]),
    actions: [...(before?.actions ?? []), ...some].slice(-MAX.actions),
    goal: before !== undefined && gist.isReply ? before.goal : turn.request.slice(0, MAX_GOAL_CHARS),
  };
}

function put(max: number, names: readonly string[], more: readonly string[]): string[] {
  const recent = recentNames(max, names);
  for (const name of more) recent.put(name, name);
  return recent.values();
}

const MAX_SUMMARY_CHARS = 160;

/** The status by the agent's closing message. A vague message replaces a clear one only if that no longer holds. */
export function summaryOf(closing: string | undefined, before: string, isOutdated = false): string {
  const outcome = closing === undefined ? undefined : outcomeIn(closing);
  if (outcome === undefined) return isOutdated && closing !== undefined && isUnfinished(before) ? "" : before;
  return outcome.isClear || isOutdated || before === ""
    ? shorten(plain(outcome.text), MAX_SUMMARY_CHARS)
    : before;
}
