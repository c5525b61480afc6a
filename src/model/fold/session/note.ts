import type { Envelope } from "../../../event/envelope.js";
import type { Label, Speaker } from "../../../text/sentence/label.js";
import type { Reset } from "../../../text/shell/git-reset.js";

/** One thing that a turn said or did and that a later session may need. `event` is the event that it rests on. */
export type Note = { readonly event: string; readonly at: number } & NoteContent;

export type NoteContent =
  | SaidNote
  /** The person answered a question of the agent. */
  | {
      readonly is: "answer";
      readonly question: string;
      readonly choice: string;
      readonly others: readonly string[];
    }
  /** The person refused a tool call, perhaps with words. */
  | { readonly is: "refusal"; readonly tool: string; readonly target: string; readonly words: string }
  /** A plan that the person accepted, rejected or gave. */
  | {
      readonly is: "plan";
      readonly verdict: "accepted" | "rejected" | "given";
      readonly title: string;
      readonly steps: readonly string[];
      readonly words: string;
    }
  | CheckNote
  /** Files that were changed one after the other, with no check, commit or reset between them. */
  | { readonly is: "edit"; readonly branch?: string; readonly paths: readonly string[] }
  /** Changes that were put aside, taken back or undone; no paths means all. */
  | ({ readonly is: "reset" } & Reset)
  | {
      readonly is: "commit";
      readonly sha: string;
      readonly branch: string;
      readonly subject: string;
    }
  | { readonly is: "push"; readonly branch: string }
  | {
      readonly is: "pull-request";
      readonly number: string;
      readonly title: string;
      readonly state: "opened" | "merged" | "closed" | "failing" | "passing";
    }
  /** The person stopped the agent in the middle of its work. */
  | { readonly is: "interrupt" };

/** A sentence of a prompt or of a closing message. */
export interface SaidNote {
  readonly is: "said";
  readonly by: Speaker;
  readonly text: string;
  readonly label: Label;
  /** The probability of the label, from 0 to 1. */
  readonly chance: number;
  /** The probabilities of all labels in percent, in the order of `LABELS`. */
  readonly chances?: readonly number[];
  /** The label is sure enough to be stated as a fact. */
  readonly isSure?: true;
  /** It has a known wording of a decision, a next step, an obstacle or a rule, whatever its label. */
  readonly wording?: "decision" | "next" | "blocker" | "rule";
  /** It belongs to a text that the person pasted, such as a plan. */
  readonly isPasted?: true;
  /** The agent said it on the way, and the turn has no closing message yet. */
  readonly isMidway?: true;
  /** The heading above it. */
  readonly heading: string;
  readonly isBullet: boolean;
  /** Its position in the message, from 0 on, and the number of sentences there. */
  readonly index: number;
  readonly count: number;
}

/** A run of tests, a build, a linter or a type checker. */
export interface CheckNote {
  readonly is: "check";
  readonly runner: string;
  /** What was checked: "" is everything. */
  readonly scope: string;
  readonly command: string;
  readonly ok: boolean;
  /** The line that names the failure, if it failed. */
  readonly error: string;
}

/** A sentence in a fold. Most of what is said on the way is replaced soon, so its meaning is read when the fold is over. */
interface UnreadNote extends Pick<SaidNote, "is" | "by" | "isMidway"> {
  readonly read: () => Note;
}

export type DraftNote = Note | UnreadNote;

/** The notes of one turn. */
export interface TurnNotes {
  readonly session: string;
  readonly turn: string;
  readonly n: number;
  readonly at: number;
  readonly branch?: string;
  readonly edited: readonly string[];
  readonly notes: readonly Note[];
}

/** The runner of checks that run elsewhere. A push lets them run again. */
export const REMOTE = "ci";

const MAX_NOTES = 200;

/** The notes that can name a line of work. They stay with the turn; undefined if there are none. */
export function nameNotes(notes: readonly Note[] = []): readonly Note[] | undefined {
  const naming = notes.filter(({ is }) => is === "plan" || is === "pull-request" || is === "commit");
  return naming.length === 0 ? undefined : naming;
}

/** The notes of a fold that is over. */
export function readNotes(notes: readonly DraftNote[]): Note[] {
  return notes.map((note) => ("read" in note ? note.read() : note));
}

/** Adds a note to a turn. The first notes of a long turn stay: what follows repeats them. */
export function addNote(
  turn: { readonly notes: DraftNote[] },
  event: Pick<Envelope, "id" | "at">,
  content: NoteContent | UnreadNote,
): void {
  if (turn.notes.length < MAX_NOTES)
    turn.notes.push("read" in content ? content : { event: event.id, at: event.at, ...content });
}

const MAX_EDITED = 30;
/** An edit after one of these is another one: what they saw or kept is out of date. */
const BETWEEN_EDITS: ReadonlySet<Note["is"]> = new Set(["check", "commit", "reset"]);

/** Adds a changed file to the last edits of a turn, or opens new ones. */
export function addEdit(
  turn: { readonly notes: DraftNote[] },
  event: Pick<Envelope, "id" | "at" | "branch">,
  path: string,
): void {
  const { branch } = event;
  const index = turn.notes.findLastIndex(({ is }) => is === "edit" || BETWEEN_EDITS.has(is));
  const last = turn.notes[index];
  if (last?.is !== "edit" || last.branch !== branch) {
    addNote(turn, event, { is: "edit", branch, paths: [path] });
  } else if (last.paths.length < MAX_EDITED && !last.paths.includes(path)) {
    turn.notes[index] = { ...last, paths: [...last.paths, path] };
  }
}

/** Adds the result of a check to a turn. Only its last result in the turn stays. */
export function addCheckNote(
  turn: { readonly notes: DraftNote[] },
  event: Pick<Envelope, "id" | "at">,
  note: Omit<CheckNote, "is">,
): void {
  const { notes } = turn;
  const before = notes.findIndex(
    (one) => one.is === "check" && one.runner === note.runner && one.scope === note.scope,
  );
  if (before !== -1) notes.splice(before, 1);
  addNote(turn, event, { is: "check", ...note });
}
