import { DAY_MS } from "../../../event/time.js";
import { decisionsIn } from "../../../text/prose/decision.js";
import { isContinuation, isCourtesy } from "../../../text/prose/next-action.js";
import { isRemark, newTopicIn } from "../../../text/prose/remark.js";
import { isSubject, writtenWords } from "../../../text/prose/topic.js";
import { nameNotes } from "../session/note.js";
import type { TurnState } from "../session/session-state.js";
import { shortId } from "../stamp.js";
import { isFeatureBranch } from "./thread-branch.js";

/** A line of work across sessions. Bounded. */
export interface Thread {
  readonly id: string;
  readonly title: string;
  /** How informative the title is; highest for a title given by a person. */
  readonly rank: number;
  /** At most 5, the most informative first. */
  readonly topics: readonly string[];
  /** Those that an imported file gave, which come first. */
  readonly given?: readonly string[];
  readonly summary: string;
  /** The last 30 files modified, oldest first. */
  readonly files: readonly string[];
  /** The last 12 files read, oldest first. */
  readonly seen: readonly string[];
  /** At most 40, with weights that fade. */
  readonly words: readonly (readonly [string, number])[];
  /** How those words were written that never stood alone in this form: "cours" for "cour". */
  readonly forms?: readonly (readonly [string, string])[];
  /** The length of the words as a vector, weighted by rarity. */
  readonly norm: number;
  /** The last 5 branches, oldest first. */
  readonly branches: readonly string[];
  /** The last 10 sessions, oldest first. */
  readonly sessions: readonly string[];
  readonly turns: number;
  /** How many of the turns changed, ran or decided something; the others were talk. */
  readonly worked: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** When the last of those turns ended. */
  readonly lastWorkedAt?: number;
  /** Only of the hot thread. */
  readonly work?: WorkContext;
}

/** The details needed to continue at once. */
export interface WorkContext {
  /** The last 10 files, oldest first. */
  readonly files: readonly string[];
  /** The last 5 things done, oldest first. */
  readonly actions: readonly { readonly is: "changed" | "ran"; readonly what: string }[];
  readonly goal: string;
}

/** The state that later turns need. Threads unused for long have left it. */
export interface ThreadsState {
  /** The last turn: no earlier one may follow. */
  readonly last: { readonly clock: number; readonly id: string };
  readonly hot?: string;
  /** At most 50, the latest last. */
  readonly recent: readonly Thread[];
  /** The threads of the last 60 sessions. */
  readonly places: readonly Place[];
  /** In how many turns each word occurred. At most 1,200. */
  readonly vocabulary: readonly (readonly [string, number])[];
  readonly turns: number;
}

/** The thread of a session's last turn, when it ended, and whether the agent asked something at its end. */
export type Place = readonly [session: string, thread: string, at: number, isAsked: boolean];

export type RecentThreads = Pick<ThreadsState, "recent" | "hot">;

export const NO_THREADS: ThreadsState = {
  last: { clock: -1, id: "" },
  recent: [],
  places: [],
  vocabulary: [],
  turns: 0,
};

/** Why a turn belongs to its thread. */
export interface Reason {
  readonly is: "file" | "word" | "branch" | "session" | "reply" | "began" | "corrected";
  readonly what: string;
}

export interface Join {
  /** The turn's short name. */
  readonly turn: string;
  readonly session: string;
  readonly n: number;
  readonly at: number;
  readonly thread: string;
  readonly why: readonly Reason[];
}

/** What decides which work goes on: the branch checked out, and the threads that left something open. */
export interface Now {
  readonly branch?: string;
  readonly open?: ReadonlySet<string>;
}

const HEAT = { last: 0.1, branch: 1, open: 0.4, weight: 0.1, talk: -0.3, question: -0.7 } as const;
const FULL_WEIGHT_TURNS = 5;

/**
 * The line of work that goes on: the latest, unless the branch, unfinished work or much more work speak for another.
 * Questions alone never take its place.
 */
export function hotThread({ recent, hot }: RecentThreads, { branch, open }: Now = {}): Thread | undefined {
  const latest = Math.max(...recent.map(workedAt));
  let best: { thread: Thread; heat: number } | undefined;
  for (const thread of recent) {
    const heat =
      1 / (1 + (latest - workedAt(thread)) / DAY_MS) +
      (thread.id === hot ? HEAT.last : 0) +
      (isFeatureBranch(branch) && thread.branches.includes(branch) ? HEAT.branch : 0) +
      (open?.has(thread.id) ? HEAT.open : 0) +
      HEAT.weight * Math.min(1, thread.worked / FULL_WEIGHT_TURNS) +
      (thread.worked > 0 ? 0 : isQuestion(thread) ? HEAT.question : HEAT.talk);
    // Among equals the latest, which is the last.
    if (best === undefined || heat >= best.heat) best = { thread, heat };
  }
  return best?.thread;
}

/** Whether a thread is a mere question: nothing was done, and it was not talked over. */
export function isQuestion({ worked, turns }: Thread): boolean {
  return worked === 0 && turns < MIN_TALK_TURNS;
}

const MIN_TALK_TURNS = 3;

function workedAt({ lastAt, lastWorkedAt = lastAt }: Thread): number {
  return lastWorkedAt;
}

/** A finished turn. */
export interface ThreadTurn extends TurnState {
  readonly session: string;
  readonly end: { readonly clock: number; readonly id: string };
}

/** The subject of a turn. */
export interface Gist {
  /** Words with their weights. */
  readonly words: ReadonlyMap<string, number>;
  /** How many informative words the request has. */
  readonly asked: number;
  readonly files: ReadonlyMap<string, number>;
  readonly folders: ReadonlySet<string>;
  /** Refers to the previous turn: "no, …", "that …". */
  readonly pointsBack: boolean;
  /** "Go on", a slash command or nothing: the subject was named before. */
  readonly isReply: boolean;
  /** "Thanks", and an answer to it. */
  readonly isChat: boolean;
  /** A comment on the work at hand: "I'm blocked by…", "wait", a rule. */
  readonly isRemark: boolean;
  /** "Different topic: …" */
  readonly opensTopic: boolean;
  /** Something was changed, run or decided. */
  readonly isWork: boolean;
  /** How each word was written. */
  readonly forms: ReadonlyMap<string, string>;
}

const WEIGHT = { asked: 1, everyday: 0.2, edited: 0.5, said: 0.3 } as const;
const POINTS_BACK =
  /^(?:no|nope|yes|yeah|yep|that|that's|thats|this|it|it's|its|these|those|actually|wait|hm+|why|same|still|again|non|oui|ça|c'est|cela|attends|en fait|pareil|toujours)\b/i;
const SEEN_FILE_WEIGHT = 0.4;
const MAX_WORDS = { asked: 28, edited: 34, said: 40 } as const;
const MAX_CLOSING_CHARS = 200;

/** The turn for threading, if it is finished and something was asked or done in it. */
export function threadTurn(session: string, turn: TurnState): ThreadTurn | undefined {
  const { end } = turn;
  if (end === undefined || (turn.n === 0 && turn.tools === 0)) return undefined;
  return { ...turn, notes: nameNotes(turn.notes), session, end };
}

export function turnId(turn: TurnState): string {
  return shortId(turn.id);
}

export function gistOf(turn: ThreadTurn): Gist {
  const words = new Map<string, number>();
  const files = new Map<string, number>();
  const forms = new Map<string, string>();
  // A word counts once in the request, in the changed files and in the answer.
  const add = (texts: readonly string[], weight: number, max: number) => {
    const said = new Set<string>();
    for (const text of texts)
      for (const [word, written] of writtenWords(text)) {
        said.add(word);
        if (forms.get(word) !== word) forms.set(word, written);
      }
    for (const word of said) {
      const counts = isSubject(word) ? weight : weight * WEIGHT.everyday;
      if (words.size < max || words.has(word)) words.set(word, (words.get(word) ?? 0) + counts);
    }
  };
  const isChat = turn.tools === 0 && isCourtesy(turn.request);
  const empty = { words, asked: 0, files, folders: new Set<string>(), forms, opensTopic: false };
  if (isChat) return { ...empty, pointsBack: false, isReply: true, isChat, isRemark: false, isWork: false };
  add([turn.request.replace(/^\/\S+/, ""), ...(turn.topics ?? [])], WEIGHT.asked, MAX_WORDS.asked);
  const asked = [...words.values()].filter((weight) => weight === WEIGHT.asked).length;
  add(turn.edited.map(nameOf), WEIGHT.edited, MAX_WORDS.edited);
  add([(turn.closing ?? "").slice(0, MAX_CLOSING_CHARS)], WEIGHT.said, MAX_WORDS.said);
  for (const path of turn.seen) files.set(path, SEEN_FILE_WEIGHT);
  for (const path of turn.edited) files.set(path, 1);
  const folders = new Set([...files.keys()].map(folderOf));
  const isReply = asked === 0 || isContinuation(turn.request);
  return {
    words,
    asked,
    files,
    folders,
    forms,
    pointsBack: POINTS_BACK.test(turn.request),
    isReply,
    isChat,
    isRemark: isRemark(turn.request),
    opensTopic: newTopicIn(turn.request) !== undefined,
    isWork: isWork(turn),
  };
}

// Commands that only look.
const LOOKS =
  /^(?:sudo |cd \S+ (?:&&|;) )*(?:ls|cat|head|tail|less|grep|rg|find|fd|pwd|wc|tree|date|which|whoami|env|echo|printenv|jq|file|stat|du|df|ps|(?:git|gh) (?:-C \S+ )?(?:status|log|diff|show|branch(?: --\S+)?|remote|blame|ls-\S+|rev-parse|describe|config|pr (?:view|list|diff|checks)|issue (?:view|list)|repo view|run (?:view|list)|api)|\S+ (?:--version|--help|-v|-h))(?:\s|$)/;

function isWork(turn: TurnState): boolean {
  return (
    turn.edited.length > 0 ||
    (turn.notes ?? []).length > 0 ||
    turn.commands.some((command) => !LOOKS.test(command)) ||
    decisionsIn(turn.request).length > 0
  );
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The names of a file and its folder, without the extension. */
function nameOf(path: string): string {
  return path
    .split("/")
    .slice(-2)
    .join("/")
    .replace(/\.\w{1,5}$/, "");
}
