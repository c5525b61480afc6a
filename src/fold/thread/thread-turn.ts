import { isContinuation, isCourtesy } from "../../detect/next-action.js";
import { isTelling, wordsOf } from "../../detect/topic.js";
import type { TurnState } from "../session/session-state.js";
import { shortId } from "../short-id.js";

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
const BACK =
  /^(?:no|nope|yes|yeah|yep|that|that's|thats|this|it|it's|its|these|those|actually|wait|hm+|why|same|still|again|non|oui|ça|c'est|cela|attends|en fait|pareil|toujours)\b/i;
const SEEN_FILE = 0.4;
const MOST_WORDS = { asked: 28, edited: 34, said: 40 } as const;
const SAID = 200;

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
  add([turn.request.replace(/^\/\S+/, "")], WEIGHT.asked, MOST_WORDS.asked);
  const asked = [...words.values()].filter((weight) => weight === WEIGHT.asked).length;
  add(turn.edited.map(nameOf), WEIGHT.edited, MOST_WORDS.edited);
  add([(turn.closing ?? "").slice(0, SAID)], WEIGHT.said, MOST_WORDS.said);
  const files = new Map<string, number>();
  for (const path of turn.seen) files.set(path, SEEN_FILE);
  for (const path of turn.edited) files.set(path, 1);
  const folders = new Set([...files.keys()].map(folderOf));
  const isReply = asked === 0 || isContinuation(turn.request);
  return { words, asked, files, folders, pointsBack: BACK.test(turn.request), isReply, isChat };
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
