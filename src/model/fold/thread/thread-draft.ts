import { outcomeIn } from "../../../text/prose/outcome.js";
import { isTelling, tellingWords, wordsOf } from "../../../text/prose/topic.js";
import { recentNames } from "../session/recent.js";
import { type Gist, type Thread, type ThreadTurn, turnId, type WorkContext } from "./thread-state.js";

const MAX = { files: 30, seen: 12, words: 40, branches: 5, sessions: 10, topics: 5, work: 10, actions: 5 };
const FADE = 0.95;
const MAX_GOAL_CHARS = 200;
// Later turns do not change the title, so that people recognize the thread.
const MAX_TITLE_TURNS = 6;
const MIN_RANK_GAIN = 2;
export const GIVEN_TITLE_RANK = 100;

/** How rare a word is among the threads, from 0 to 1. */
type Rarity = (word: string) => number;

/** The thread that a turn begins. */
export function beginThread(turn: ThreadTurn, gist: Gist, rarity: Rarity): Thread {
  const empty: Thread = {
    id: `t${turnId(turn)}`,
    title: "",
    rank: -1,
    topics: [],
    summary: "",
    files: [],
    seen: [],
    words: [],
    norm: 0,
    branches: [],
    sessions: [],
    turns: 0,
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
  return {
    id: thread.id,
    title,
    rank,
    topics: topicsOf(words, title, rarity),
    summary: gist.isChat ? thread.summary : summaryOf(turn.closing, thread.summary, turn.edited.length > 0),
    files: put(MAX.files, thread.files, turn.edited),
    seen: put(MAX.seen, thread.seen, seen),
    words,
    norm: round(normOf(words, rarity)),
    branches: put(MAX.branches, thread.branches, turn.branch === undefined ? [] : [turn.branch]),
    sessions: put(MAX.sessions, thread.sessions, [turn.session]),
    turns: thread.turns + 1,
    firstAt: Math.min(thread.firstAt, turn.at),
    lastAt: Math.max(thread.lastAt, turn.endedAt ?? turn.at),
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
  return { ...cool(thread), files: thread.files.slice(-MAX.work), seen: [], words: [], norm: 0 };
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

function betterTitle(thread: Thread, turn: ThreadTurn, gist: Gist): { title: string; rank: number } {
  if (thread.turns >= MAX_TITLE_TURNS || (thread.title !== "" && gist.isReply)) return thread;
  const asked = titleOf(turn.request);
  const title = asked || nameOf(turn);
  const rank = rankOf(turn.request, turn.edited.length > 0, asked);
  const isBetter = thread.title === "" || rank >= thread.rank + MIN_RANK_GAIN;
  return isBetter && title !== "" ? { title, rank } : thread;
}

/** A title if nothing was asked: the last file. */
function nameOf({ edited, seen }: ThreadTurn): string {
  return (edited.at(-1) ?? seen.at(-1) ?? "").split("/").slice(-2).join("/");
}

/** The most frequent rare words. A word of the title counts twice. */
function topicsOf(words: Thread["words"], title: string, rarity: Rarity): string[] {
  const titled = title.toLowerCase();
  return tellingWords(
    words.map(([word, weight]) => [word, weight * rarity(word) * (titled.includes(word) ? 2 : 1)] as const),
    MAX.topics,
  );
}

function workAfter(before: WorkContext | undefined, turn: ThreadTurn, gist: Gist): WorkContext {
  const actions = [
    ...turn.edited.map((what) => ({ is: "changed" as const, what })),
    ...turn.commands.map((what) => ({ is: "ran" as const, what })),
  ];
  // Some of both kinds, because the turn does not say in which order they were done.
  const last = (is: "changed" | "ran", max: number) => actions.filter((one) => one.is === is).slice(-max);
  const some = actions.length <= MAX.actions ? actions : [...last("changed", 3), ...last("ran", 2)];
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

const MAX_TITLE_CHARS = 60;
const MAX_SUMMARY_CHARS = 160;
// Polite openings of a request.
const LEAD =
  /^(?:(?:hi|hello|hey|bonjour|salut|ok|okay|so|now|then|and|also|well|great|thanks|thank you|perfect|yes|yeah|yep|no|next|please|pls|alright|right|cool|nice|sooo*|hm+|alors|maintenant|ensuite|merci|parfait|oui|non)\b[\s,.!:;-]*|(?:(?:can|could|would|will) (?:you|we)(?: please)?|please|let'?s|let us|i(?:'d| would) like(?: you)? to|i (?:want|need)(?: you)? to|we (?:need|want|have|should)(?: to)?|you should|i think(?: that)?|help me(?: to)?|(?:peux|pourrais|peut)[- ](?:tu|on)|est-ce que tu peux|je (?:veux|voudrais|souhaite)(?: que tu)?|il faut(?: que tu)?|implement the following(?: plan)?|implémente le plan suivant)\b[\s,:]*)/i;
const PLAN = /^(?:(?:implementation )?plan|plan d['’]implémentation)\s*[:–—-]\s*/i;
const QUESTION =
  /^(?:what|why|how|where|when|who|which|is|are|do|does|did|should|if|i|you|que|qui|quoi|quel|quelle|pourquoi|comment|où|est-ce)\b/i;

/** A request as a title: one clean line of at most 60 characters, cut at a word. */
export function titleOf(request: string): string {
  let text = plain(request.replace(/^\/\S+\s*/, ""));
  for (let lead = LEAD.exec(text); lead !== null && lead[0].length < text.length; lead = LEAD.exec(text)) {
    text = text.slice(lead[0].length).trimStart();
  }
  const heading = /^#+\s+(.*?)(?:\s+#+\s|$)/.exec(text)?.[1]?.replace(PLAN, "") ?? text;
  const first = sentences(heading).find((sentence) => countTelling(sentence) > 0) ?? heading;
  const line = first.replace(/[\s.:;,!]+$/, "");
  return shorten(line.charAt(0).toUpperCase() + line.slice(1), MAX_TITLE_CHARS);
}

/** How informative a request is as a title. Headings and changes raise the rank, questions lower it. */
export function rankOf(request: string, isDone: boolean, title = titleOf(request)): number {
  const isQuestion = title.endsWith("?") || QUESTION.test(title);
  return (
    Math.min(countTelling(title), 4) +
    (isDone ? 1 : 0) +
    (/(?:^|\s)#+\s/.test(request) ? 2 : 0) -
    (isQuestion ? 2 : 0)
  );
}

/** The status by the agent's closing message. A vague message does not replace a clear one that is still current. */
export function summaryOf(closing: string | undefined, before: string, isOutdated = false): string {
  const outcome = closing === undefined ? undefined : outcomeIn(closing);
  if (outcome === undefined) return before;
  return outcome.isClear || isOutdated || before === ""
    ? shorten(plain(outcome.text), MAX_SUMMARY_CHARS)
    : before;
}

function countTelling(text: string): number {
  return new Set(wordsOf(text).filter(isTelling)).size;
}

/** Without markup, tags, code blocks and addresses. */
function plain(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/<[^<>]{0,80}>|\bhttps?:\/\/\S+/g, " ")
    .replace(/^\s*(?:[-*>]|\d+[.)])\s+/gm, "")
    .replace(/\[([^\]]{1,80})\]\([^)]{0,200}\)/g, "$1")
    .replace(/[*`]+/g, "")
    .trim();
}

function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > max / 2 ? cut.slice(0, end) : cut).replace(/[\s,.:;(\ud800-\udbff-]+$/, "")}…`;
}
