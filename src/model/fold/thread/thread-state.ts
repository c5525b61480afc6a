import { isContinuation, isCourtesy } from "../../../text/prose/next-action.js";
import { isTelling, wordsOf } from "../../../text/prose/topic.js";
import type { TurnState } from "../session/session-state.js";
import { shortId } from "../stamp.js";

/** A line of work across sessions. Bounded: what it is about, not all that was done. */
export interface Thread {
  readonly id: string;
  readonly title: string;
  /** How much the title's own turn said; a person's title is above all. */
  readonly rank: number;
  /** At most 5, the most telling first. */
  readonly topics: readonly string[];
  readonly summary: string;
  /** The last 30 files modified, oldest first. */
  readonly files: readonly string[];
  /** The last 12 files read, oldest first. */
  readonly seen: readonly string[];
  /** What its turns talk about, with a weight that fades. At most 40. */
  readonly words: readonly (readonly [string, number])[];
  /** The length of the words as a vector, rare ones longer. */
  readonly norm: number;
  /** The last 5 branches, oldest first. */
  readonly branches: readonly string[];
  /** The last 10 sessions, oldest first. */
  readonly sessions: readonly string[];
  readonly turns: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Of the hot thread alone. */
  readonly work?: WorkContext;
}

/** What one would need to go on at once. */
export interface WorkContext {
  /** The last 10 files, oldest first. */
  readonly files: readonly string[];
  /** The last 5 things done, oldest first. */
  readonly actions: readonly { readonly is: "changed" | "ran"; readonly what: string }[];
  readonly goal: string;
}

/** What has been threaded so far, as far as later turns need it. Threads not met for long have left it. */
export interface ThreadsState {
  /** The last turn told: nothing before it may follow. */
  readonly last: { readonly clock: number; readonly id: string };
  readonly hot?: string;
  /** At most 50, the one worked on last is the last. */
  readonly recent: readonly Thread[];
  /** Where the last 60 sessions stand: session, thread, and when that was. */
  readonly places: readonly (readonly [session: string, thread: string, at: number])[];
  /** In how many turns each word occurred, of how many: what all talk about tells nothing apart. At most 1,200. */
  readonly vocabulary: readonly (readonly [string, number])[];
  readonly turns: number;
}

/** The threads themselves. */
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

/** The thread worked on last. */
export function hotThread(state: RecentThreads): Thread | undefined {
  return state.recent.find((thread) => thread.id === state.hot);
}

/** A turn that is over, as threads see it. */
export interface ThreadTurn extends TurnState {
  readonly session: string;
  readonly end: { readonly clock: number; readonly id: string };
}

/** What a turn is about. */
export interface Gist {
  /** Words with their weight: asked for 1, of a changed file ½, of an answer less. */
  readonly words: ReadonlyMap<string, number>;
  /** How many telling words the request has. */
  readonly asked: number;
  readonly files: ReadonlyMap<string, number>;
  readonly folders: ReadonlySet<string>;
  /** It begins by pointing at what was just said: "no, …", "that …". */
  readonly pointsBack: boolean;
  /** "Go on", a command to the agent, or nothing at all: what it is about was said before. */
  readonly isReply: boolean;
  /** "Thanks", and an answer to it: it is about nothing. */
  readonly isChat: boolean;
}

const WEIGHT = { asked: 1, everyday: 0.2, edited: 0.5, said: 0.3 } as const;
const POINTS_BACK =
  /^(?:no|nope|yes|yeah|yep|that|that's|thats|this|it|it's|its|these|those|actually|wait|hm+|why|same|still|again|non|oui|ça|c'est|cela|attends|en fait|pareil|toujours)\b/i;
const SEEN_FILE_WEIGHT = 0.4;
const MAX_WORDS = { asked: 28, edited: 34, said: 40 } as const;
const MAX_CLOSING_CHARS = 200;

/** The turn for threading, if it is over and something was asked or done in it. */
export function threadTurn(session: string, turn: TurnState): ThreadTurn | undefined {
  const { end } = turn;
  if (end === undefined || (turn.n === 0 && turn.tools === 0)) return undefined;
  return { ...turn, session, end };
}

export function turnId(turn: TurnState): string {
  return shortId(turn.id);
}

export function gistOf(turn: ThreadTurn): Gist {
  const words = new Map<string, number>();
  // What is asked for, done and answered is what the turn is about: a word counts once for each.
  const add = (texts: readonly string[], weight: number, most: number) => {
    for (const word of new Set(texts.flatMap(wordsOf))) {
      const counts = isTelling(word) ? weight : weight * WEIGHT.everyday;
      if (words.size < most || words.has(word)) words.set(word, (words.get(word) ?? 0) + counts);
    }
  };
  const isChat = turn.tools === 0 && isCourtesy(turn.request);
  if (isChat)
    return {
      words,
      asked: 0,
      files: new Map(),
      folders: new Set(),
      pointsBack: false,
      isReply: true,
      isChat,
    };
  add([turn.request.replace(/^\/\S+/, "")], WEIGHT.asked, MAX_WORDS.asked);
  const asked = [...words.values()].filter((weight) => weight === WEIGHT.asked).length;
  add(turn.edited.map(nameOf), WEIGHT.edited, MAX_WORDS.edited);
  add([(turn.closing ?? "").slice(0, MAX_CLOSING_CHARS)], WEIGHT.said, MAX_WORDS.said);
  const files = new Map<string, number>();
  for (const path of turn.seen) files.set(path, SEEN_FILE_WEIGHT);
  for (const path of turn.edited) files.set(path, 1);
  const folders = new Set([...files.keys()].map(folderOf));
  const isReply = asked === 0 || isContinuation(turn.request);
  return { words, asked, files, folders, pointsBack: POINTS_BACK.test(turn.request), isReply, isChat };
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The file's name and the folder it lies in, without its ending. */
function nameOf(path: string): string {
  return path
    .split("/")
    .slice(-2)
    .join("/")
    .replace(/\.\w{1,5}$/, "");
}
