import type { CutFile, WayBack } from "../model/cut-off.js";
import type { DeclaredFact } from "../model/fold/declared/declared-fact.js";
import type { MemoryKind, Provenance } from "../model/fold/memory/memory-state.js";
import type { Language } from "../text/words/language.js";
import { clean, shorten } from "./clean.js";
import { english } from "./english.js";
import { french } from "./french.js";

/** Phrases of one language that several lines share. A line keeps its own words beside it. */
export interface Phrases {
  readonly language: Language;
  header(kind: Kind, elapsed: string): string;
  /** The header of a longer break. */
  lastSession(elapsed: string): string;
  /** Added if another agent than the receiving one did the work; the title may be unknown. */
  otherAgent(title: string | undefined): string;
  duration(ms: number): string;
  branch(name: string): string;
  /** For things recorded on an unmerged branch. */
  staged(name: string): string;
  /** For things that a language model noted. */
  byModel: string;
  onBranch: string;
  moved(now: string, then: string): string;
  branchVerdict(verdict: "here" | "merged" | "deleted" | "unknown"): string;
  firstUse: string;
  /**
   * Cut off inside a tool call, or, without a target, in its last turn; `isOther`: not the session described. `note`
   * is in brackets or "".
   */
  interrupted(target: string | undefined, ago: string, note: string, isOther: boolean): string;
  /** The state of the files it worked on. */
  became(paths: string, verdict: CutFile["verdict"]): string;
  /** The session was started for a work branch that does not exist. */
  missingBranch: string;
  /** The possible recovery from an interruption. */
  recovery: string;
  /** The same with a checkpoint to go back to, in few words. */
  rollBack(back: WayBack): { readonly full: string; readonly short: string };
  request: string;
  thread: string;
  threads: string;
  /** Threads relevant to a prompt. */
  earlier: string;
  stand: string;
  next: string;
  decided: string;
  rejected: string;
  blocked: string;
  names: string;
  memory: string;
  suggest(topic: string): string;
  /** Asks the agent to end a turn with a line of codes. */
  notes: string;
  open(open: number, all: number): string;
  files: string;
  changedSince: string;
  run: string;
  failing: string;
  answer: string;
  summary: string;
  pinned: string;
  known: string;
  profile: string;
  rules: string;
  /** A word of the profile, such as "owner" or "concise"; any other word as it is. */
  trait(word: string): string;
  /** A summarized conversation. */
  conversation: {
    /** Precedes the context of an SDK program's model; the text between the tags is data. */
    header: string;
    first: string;
    turns: string;
    /** The events between the summary and the messages that follow. */
    since: string;
    left: string;
    open: string;
  };
  recall: {
    /** `isOfAll`: across all projects. */
    header(shown: number, matched: number, isOfAll: boolean): string;
    nothing(searched: number): string;
    unasked: string;
    ago(elapsed: string): string;
    session(id: string): string;
    project(name: string): string;
    thread(title: string): string;
    superseded: string;
    said(kind: MemoryKind, by: Provenance): string;
    files: string;
    gone: string;
  };
}

export function phrasesFor(language: Language, hasIcons = false): Phrases {
  const phrases = language === "fr" ? french : english;
  return hasIcons ? withIcons(phrases) : phrases;
}

function withIcons(phrases: Phrases): Phrases {
  return {
    ...phrases,
    header: (kind, elapsed) => `🔄 ${phrases.header(kind, elapsed)}`,
    lastSession: (elapsed) => `🔄 ${phrases.lastSession(elapsed)}`,
    pinned: `📌 ${phrases.pinned}`,
    thread: `🧠 ${phrases.thread}`,
    threads: `🧠 ${phrases.threads}`,
    profile: `👤 ${phrases.profile}`,
  };
}

/** A shorter item is not understandable. */
const MIN_ITEM_CHARS = 32;

/** All items, each cut if needed; if even that does not fit, the first ones and the number of the others. */
export function fill(
  items: readonly string[],
  separator: string,
  room: number,
  least = MIN_ITEM_CHARS,
): string {
  for (let count = items.length; count > 0; count--) {
    const rest = items.length - count;
    const more = rest === 0 ? "" : `${separator}+${rest}`;
    const free = room - more.length - separator.length * (count - 1);
    const shown = items.slice(0, count);
    const share = fairShare(shown, free);
    if (share >= least || shown.every((text) => text.length <= share) || count === 1) {
      return shown.map((text) => shorten(text, share)).join(separator) + more;
    }
  }
  return "";
}

// Room that short items leave goes to the long ones.
function fairShare(items: readonly string[], room: number): number {
  let left = room;
  let open = items.length;
  for (const length of items.map((text) => text.length).sort((a, b) => a - b)) {
    const share = Math.floor(left / open);
    if (length > share) return Math.max(0, share);
    left -= length;
    open--;
  }
  return Math.max(0, room);
}

const MAX_NAME_CHARS = 60;

/** The git branch that limits something, in words; undefined if it holds here. */
export function stagedOn(branch: string | undefined, phrases: Phrases): string | undefined {
  const name = shorten(clean(branch ?? ""), MAX_NAME_CHARS);
  return name === "" ? undefined : phrases.staged(name);
}

/** A fact's text cut to a length, with the mark of its branch. */
export function factText(
  { text, branch, isStaged, origin }: Pick<DeclaredFact, "text" | "branch" | "isStaged" | "origin">,
  longest: number,
  phrases: Phrases,
): string {
  const short = shorten(clean(text), longest);
  const where = isStaged === true ? stagedOn(branch, phrases) : undefined;
  const marks = [where, origin === undefined ? undefined : phrases.byModel].flatMap((mark) => mark ?? []);
  return marks.length === 0 || short === "" ? short : `${short} (${marks.join("; ")})`;
}

/** How the asking session relates to the work before it. */
export type Kind =
  | "first"
  | "immediate"
  | "recent"
  | "later"
  | "beside"
  | "clear"
  | "resume"
  /** A new session that continues a chosen one. */
  | "handover"
  | "fork"
  | "compact"
  /** In the middle of a session that has its context already. */
  | "prompt";
