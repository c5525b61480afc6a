import { DAY_MS } from "../event/time.js";
import type { Env } from "../host/env.js";
import type { Place } from "../host/git/git.js";
import type { World } from "../host/world.js";
import type { CutOff } from "../model/cut-off.js";
import type { ContextRule, Pin, Style } from "../model/fold/declared/declared.js";
import type { DeclaredFact } from "../model/fold/declared/declared-fact.js";
import type { WorkItem } from "../model/fold/item/item.js";
import type { TreeState } from "../model/fold/item/tree.js";
import type { Memory } from "../model/fold/memory/memory-state.js";
import type { TurnNotes } from "../model/fold/session/note.js";
import type { PlanItem, SessionState } from "../model/fold/session/session-state.js";
import type { Thread } from "../model/fold/thread/thread-state.js";
import type { RecallForPrompt } from "../recall/recall-for-prompt.js";
import type { Kind, Phrases } from "../render/phrase.js";
import type { Decision } from "../text/prose/decision.js";
import type { Language } from "../text/words/language.js";
import type { Weights } from "./choose/score.js";
import type { View } from "./choose/view.js";
import type { Salience } from "./salience/select.js";
import type { Source } from "./source.js";
import type { Unfinished } from "./unfinished.js";

/** A decision, and the session it was made in. */
export interface MadeDecision extends Decision {
  readonly session: string;
  /** The git branch it is staged on, if that is neither the current one nor merged. */
  readonly branch?: string;
  /** A language model noted it. */
  readonly origin?: "model";
}

/** Everything known when context is composed. Composing touches neither clock nor disk. */
export interface Situation {
  readonly kind: Kind;
  readonly style: Style;
  readonly language: Language;
  readonly now: number;
  /** The receiving agent; undefined if a person looks. */
  readonly agent?: string;
  /** The name of the project's folder. */
  readonly project: string;
  /** The agent is asked to end a turn with a line of codes. */
  readonly wantsNotes?: boolean;
  /** The text has icons. */
  readonly hasIcons?: boolean;
  /** Milliseconds since the last sign of life of the session described. */
  readonly elapsed: number;
  /** The session described: the last one, or the asking one itself after a resume or a compaction. */
  readonly about?: SessionState;
  /** The request behind a mere "go on", for an agent that has not seen it. */
  readonly asked?: string;
  /** The newest session of the week that left open work, described by codes. */
  readonly worked?: SessionState;
  /** The plan of that session, or of an earlier one that left something open in the thread that goes on. */
  readonly plan: readonly PlanItem[];
  /** Decisions of relevant sessions that still hold, newest first. */
  readonly decisions: readonly MadeDecision[];
  /** The checked-out branch. */
  readonly branch?: string;
  /** The session was started for a work branch that does not exist. */
  readonly isBranchMissing?: boolean;
  /** An interruption of the session described, or of one beside it. */
  readonly interrupted?: CutOff;
  /** The thread worked on last, and other relevant ones, the most relevant first. */
  readonly hot?: Thread;
  readonly threads: readonly Thread[];
  /** What lines of work left open, by the ids of their threads. */
  readonly unfinished?: ReadonlyMap<string, Unfinished>;
  /** The line of other sessions' work that a prompt returns to, its newest session and the notes of its turns. */
  readonly returned?: {
    readonly thread: Thread;
    readonly about?: SessionState;
    readonly turns: readonly TurnNotes[];
  };
  /** What was said and happened in the last turns, and what became of it. */
  readonly items?: readonly WorkItem[];
  readonly pins: readonly Pin[];
  readonly facts: readonly DeclaredFact[];
  /** The user's rules for the work, in their order. */
  readonly rules: readonly ContextRule[];
  readonly extra: readonly ((phrases: Phrases) => Source[])[];
  /** The candidates for files, commands and names. */
  readonly view?: View;
  readonly world: World;
  /** Learned weights to try instead of the shipped ones. */
  readonly salience?: Salience;
  /** The asking session, if any. */
  readonly session: string;
  /** The notes of the project's last turns, the latest first; none in the middle of a session. */
  readonly turns: readonly TurnNotes[];
  /** What is not committed, not pushed and not checked, by the events; only when a session begins. */
  readonly tree?: TreeState;
  readonly prompt?: string;
  /** The word of the first prompt that memory has something about. */
  readonly known?: string;
  /** A memory of earlier work that the prompt clearly mentions. */
  readonly recalled?: Memory;
  /** The agent's own summary at a recent compaction, used if there is no thread. */
  readonly synthesis?: string;
  /** The keys of everything this session has received. */
  readonly told: ReadonlySet<string>;
}

/** The item that marks a session as handed over to another. */
export function handoverItem(session: string): string {
  return `handover:${session}`;
}

const SHORT_MS = 10 * 60_000;
const LONG_MS = 60 * 60_000;

/** Under 10 minutes it is the same sitting, under 60 a short break, after that a new start. */
export function kindByElapsed(elapsed: number): Kind {
  if (elapsed < SHORT_MS) return "immediate";
  return elapsed < LONG_MS ? "recent" : "later";
}

/** The number of threads to mention: after a long time the last session alone says little. */
export function threadLimit(elapsed: number): number {
  if (elapsed < SHORT_MS) return 2;
  return elapsed < LONG_MS ? 3 : 5;
}

/** After a day the repository may have moved on. */
export function isLongAgo(elapsed: number): boolean {
  return elapsed >= DAY_MS;
}

/** The asking session, its time and place. */
export interface Asker {
  readonly project: string;
  readonly session: string;
  /** The state of that session, if it differs from its own events because it continues another. */
  readonly own?: SessionState;
  readonly agent?: string;
  /** How the session begins; "prompt" in the middle of one. */
  readonly source: string;
  readonly now: number;
  readonly branch?: string;
  readonly prompt?: string;
  /** The work branch to describe if the session is on none. */
  readonly workBranch?: string;
  /** The session of this project to continue, if not the last; its name comes from outside. */
  readonly resume?: string;
  readonly language?: Language;
  /** The language of the machine, if the person has written nothing yet. */
  readonly locale?: Language;
  readonly style?: Style;
  /** Weights to try instead of the learned ones. */
  readonly weights?: Weights;
  readonly salience?: Salience;
  /** The project's folder, and the environment for git; without it nothing is looked up. */
  readonly checkout?: { readonly place: Place; readonly env: Env };
  /** Finds a memory that the prompt clearly mentions. */
  readonly recallFor?: RecallForPrompt;
  /** Receives a git branch that something is staged on and that turns out to be merged. */
  readonly promote?: (branch: string) => void;
  readonly isAlive: (pid: number | undefined, since?: string) => boolean | undefined;
}
