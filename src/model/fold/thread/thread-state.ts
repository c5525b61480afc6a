import { isContinuation, isCourtesy } from "../../../text/prose/next-action.js";
import { isTelling, wordsOf } from "../../../text/prose/topic.js";
import type { TurnState } from "../session/session-state.js";
import { shortId } from "../stamp.js";

/** A line of work across sessions. Bounded. */
export interface Thread {
  readonly id: string;
  readonly title: string;
  /** How informative the title is; highest for a title given by a person. */
  readonly rank: number;
  /** At most 5, the most informative first. */
  readonly topics: readonly string[];
  readonly summary: string;
  /** The last 30 files modified, oldest first. */
  readonly files: readonly string[];
  /** The last 12 files read, oldest first. */
  readonly seen: readonly string[];
  /** At most 40, with weights that fade. */
  readonly words: readonly (readonly [string, number])[];
  /** The length of the words as a vector, weighted by rarity. */
  readonly norm: number;
  /** The last 5 branches, oldest first. */
  readonly branches: readonly string[];
  /** The last 10 sessions, oldest first. */
  readonly sessions: readonly string[];
  readonly turns: number;
  readonly firstAt: number;
  readonly lastAt: number;
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
  readonly places: readonly (readonly [session: string, thread: string, at: number])[];
  /** In how many turns each word occurred. At most 1,200. */
  readonly vocabulary: readonly (readonly [string, number])[];
  readonly turns: number;
}

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

export function hotThread(state: RecentThreads): Thread | undefined {
  return state.recent.find((thread) => thread.id === state.hot);
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
  return { ...turn, session, end };
}

export function turnId(turn: TurnState): string {
  return shortId(turn.id);
}

export function gistOf(turn: ThreadTurn): Gist {
  const words = new Map<string, number>();
  const files = new Map<string, number>();
  // A word counts once in the request, in the changed files and in the answer.
  const add = (texts: readonly string[], weight: number, max: number) => {
    for (const word of new Set(texts.flatMap(wordsOf))) {
      const counts = isTelling(word) ? weight : weight * WEIGHT.everyday;
      if (words.size < max || words.has(word)) words.set(word, (words.get(word) ?? 0) + counts);
    }
  };
  const isChat = turn.tools === 0 && isCourtesy(turn.request);
  if (isChat) return { words, asked: 0, files, folders: new Set(), pointsBack: false, isReply: true, isChat };
  add([turn.request.replace(/^\/\S+/, "")], WEIGHT.asked, MAX_WORDS.asked);
  const asked = [...words.values()].filter((weight) => weight === WEIGHT.asked).length;
  add(turn.edited.map(nameOf), WEIGHT.edited, MAX_WORDS.edited);
  add([(turn.closing ?? "").slice(0, MAX_CLOSING_CHARS)], WEIGHT.said, MAX_WORDS.said);
  for (const path of turn.seen) files.set(path, SEEN_FILE_WEIGHT);
  for (const path of turn.edited) files.set(path, 1);
  const folders = new Set([...files.keys()].map(folderOf));
  const isReply = asked === 0 || isContinuation(turn.request);
  return { words, asked, files, folders, pointsBack: POINTS_BACK.test(turn.request), isReply, isChat };
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
