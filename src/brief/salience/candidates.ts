import type { Note, SaidNote, TurnNotes } from "../../model/fold/session/note.js";
import { isAside, namesCode } from "../../text/prose/aside.js";
import { isQuestion } from "../../text/prose/next-action.js";
import { isAcknowledgement, isPutOff } from "../../text/prose/promise.js";
import { wordsOf } from "../../text/prose/topic.js";
import type { Label } from "../../text/sentence/label.js";
import type { Candidate, CandidateKind } from "./candidate.js";

/** The turns to read of each session: many of the own one after a compaction, few of each before a new one. */
const MAX_TURNS = { own: 14, each: 7 } as const;
const MAX_SESSIONS = 4;
const MAX_CHARS = 240;
const MIN_CHARS = 8;
const MIN_WORDS = 3;
/** In sentences. */
const SHORT_MESSAGE = 3;
const MAX_QUESTION_CHARS = 90;
const MAX_LIST_CHARS = 190;
const MAX_ITEM_CHARS = 70;
const CLAUSE_END = / [—–-] |: |(?<=[.!?]) /;

export interface LastTurns {
  /** The project's last turns, the latest first. */
  readonly turns: readonly TurnNotes[];
  /** Only this session, if it goes on; else the sessions before it. */
  readonly session: string;
  readonly goesOn: boolean;
  readonly branch?: string;
  /** The sessions of the hot thread. */
  readonly hot: readonly string[];
}

/** Every line of the last turns that the session could be told. */
export function candidatesIn({ turns, session, goesOn, branch, hot }: LastTurns): Candidate[] {
  const order = [...new Set(turns.map((turn) => turn.session))].filter((id) => (id === session) === goesOn);
  const sessions = order.slice(0, MAX_SESSIONS);
  const near = turns.filter((turn) => sessions.includes(turn.session));
  const read = new Map<string, number>();
  return near.flatMap((turn, turnsAgo) => {
    const count = (read.get(turn.session) ?? 0) + 1;
    read.set(turn.session, count);
    const isRead = count <= (goesOn ? MAX_TURNS.own : MAX_TURNS.each);
    const place = {
      session: turn.session,
      turn: turn.n,
      isHot: hot.includes(turn.session),
      turnsAgo,
      sessionsAgo: sessions.indexOf(turn.session),
      isOnBranch: branch === undefined || turn.branch === undefined ? undefined : turn.branch === branch,
      edits: turn.edited.length,
      isClosed: turn.notes.some((note) => note.is === "said" && note.by === "agent" && !note.isMidway),
    };
    // What was only asked and answered is over.
    const isTalk = place.isClosed && turn.edited.length === 0 && turn.notes.every(({ is }) => is === "said");
    return turn.notes.flatMap((note, at) => {
      if (isTalk && note.is === "said" && isAnswered(note, turn.notes)) return [];
      const lines = isRead || LASTING.has(note.is) ? linesOf(note, turn.notes, at, branch) : [];
      return lines.map((line) => ({ ...line, ...place, event: note.event }));
    });
  });
}

/**
 * A question in talk that led to no work, and the advice in its answer: "Use rebase for local work" is no next step. A
 * question beside the work takes the whole answer with it, except what names code.
 */
function isAnswered({ by, text, label }: SaidNote, notes: readonly Note[]): boolean {
  if (by === "user") return isQuestion(text);
  const asked = notes.flatMap((note) =>
    note.is === "said" && note.by === "user" && isQuestion(note.text) ? [note.text] : [],
  );
  if (asked.length === 0) return false;
  if (label === "next" || label === "decision" || label === "reversal") return true;
  return label !== "blocker" && asked.every(isAside) && !namesCode(text);
}

/** Certain enough to be told long after. */
const LASTING: ReadonlySet<Note["is"]> = new Set(["answer", "refusal", "plan"]);

type Line = Pick<Candidate, "kind" | "text" | "said">;

function linesOf(note: Note, notes: readonly Note[], at: number, branch: string | undefined): Line[] {
  if (note.is === "plan") return planLines(note);
  if (note.is !== "said") return [lineOf(note, branch)].filter((line) => line !== undefined);
  const kind = kindOf(note);
  const own = isTelling(note) ? [{ kind, text: note.text, said: note }] : [];
  const list = listFrom(note, notes, at);
  return list === undefined ? own : [...own, { kind, text: list, said: note }];
}

/** Whether a sentence says something by itself: "Let me check." and a line of code do not. */
function isTelling({ text, by, label, chance, count }: SaidNote): boolean {
  if (ORDERS.test(text)) return false;
  if (by === "agent" && REPORTS.includes(label) && isAcknowledgement(text) && !isPutOff(text)) return false;
  if (chance === 1) return true;
  if (text.length < MIN_CHARS || !text.includes(" ") || ANNOUNCES.test(text) || isCode(text)) return false;
  // Short messages and requests have short sentences: "Rename the parser", "Half of them are moved".
  const isShort = by === "user" || label === "next" || label === "blocker" || count <= SHORT_MESSAGE;
  const least = isShort ? MIN_WORDS - 1 : MIN_WORDS;
  return new Set(wordsOf(text)).size >= least || /#\d+|\b[0-9a-f]{7,10}\b/.test(text);
}

/** As such, what an agent only repeats is not told: it may not be so yet. */
const REPORTS: readonly Label[] = ["done", "fact", "none"];

/** Text that poses as somebody else is no statement of the agent or the person. */
const ORDERS =
  /^\W*(?:system|assistant|developer|human)\s*[:：]|\bignore (?:all|any) (?:previous|prior|earlier)\b/i;
const ANNOUNCES =
  /^(?:(?:ok(?:ay)?|now|first|next|so)[,.]? )?(?:let me|implement the following plan|i(?:'ll| will) (?:now |first |just )?(?:check|look|read|run|start|see)|i'm (?:now )?(?:running|checking|looking|reading|going to)|voyons|je vais (?:regarder|vérifier|lire))\b/i;
const CODE_SIGNS = /[{}()[\]<>=;|\\$+*]|:=|=>|::/g;

/** Lines of code, prompts of a shell and marked lines of a log, which people paste between their sentences. */
function isCode(text: string): boolean {
  const signs = text.match(CODE_SIGNS)?.length ?? 0;
  return signs / text.length > 0.08 || /^(?:\d+ [+-]|\[[\w:.-]+\]|[$❯>] )/.test(text);
}

function lineOf(
  note: Exclude<Note, SaidNote | { is: "plan" }>,
  branch: string | undefined,
): Line | undefined {
  switch (note.is) {
    case "answer":
      // An answer to "what next?" is over with the next turn.
      if (STEP_QUESTION.test(note.question)) return undefined;
      return { kind: "answer", text: cut(`${note.question.slice(0, MAX_QUESTION_CHARS)} → ${note.choice}`) };
    case "refusal":
      return note.words === "" ? undefined : { kind: "refusal", text: cut(note.words) };
    case "commit":
      return note.subject === "" ? undefined : { kind: "commit", text: cut(commitText(note, branch)) };
    case "pull-request":
      return {
        kind: "pull-request",
        text: cut(`PR #${note.number} ${note.state} ${note.title}`.replace("# ", "")),
      };
    default:
      return undefined;
  }
}

const STEP_QUESTION =
  /\b(?:what (?:would you like|do you want|should we|next)|(?:how|ready|want) (?:would you like )?to proceed|shall (?:i|we) (?:proceed|continue)|que (?:veux|voulez)-)/i;

function kindOf({ by, isPasted, isMidway }: SaidNote): CandidateKind {
  if (by === "user") return isPasted ? "pasted" : "prompt";
  return isMidway ? "midway" : "closing";
}

/** A list as one line, if it begins here: "Fixed: the parser; the lexer". */
function listFrom(
  { heading, isBullet, by }: SaidNote,
  notes: readonly Note[],
  at: number,
): string | undefined {
  const isOf = (note: Note | undefined) =>
    note?.is === "said" && note.by === by && note.isBullet && note.heading === heading;
  if (!isBullet || heading === "" || isOf(notes[at - 1])) return undefined;
  const items: string[] = [];
  let length = heading.length;
  for (const note of notes.slice(at)) {
    if (note.is !== "said" || !isOf(note)) break;
    const item = (note.text.split(CLAUSE_END)[0] ?? "").slice(0, MAX_ITEM_CHARS);
    length += item.length + 2;
    if (length > MAX_LIST_CHARS) break;
    items.push(item);
  }
  return items.length < 2 ? undefined : `${heading}: ${items.join("; ")}`;
}

function commitText(
  { sha, subject, branch }: Extract<Note, { is: "commit" }>,
  now: string | undefined,
): string {
  const where = branch === "" || branch === now ? "" : ` (on ${branch})`;
  return `${sha} ${subject}${where}`.trim();
}

/** The title of a plan, and its steps if it is to be carried out. */
function planLines({ verdict, title, steps, words }: Extract<Note, { is: "plan" }>): Line[] {
  const isOff = verdict === "rejected";
  const name = isOff && words !== "" ? `${title}: ${words}` : title;
  const list = isOff ? "" : steps.join("; ");
  return [name, list].filter((text) => text !== "").map((text) => ({ kind: "plan", text: cut(text) }));
}

function cut(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_CHARS);
}
