import type { Env } from "../host/env.js";
import type { Place } from "../host/git/git.js";
import type { World } from "../host/world.js";
import type { CutOff } from "../model/cut-off.js";
import type { ContextRule, Pin, Style } from "../model/fold/declared/declared.js";
import type { DeclaredFact } from "../model/fold/declared/declared-fact.js";
import type { Memory } from "../model/fold/memory/memory-state.js";
import type { PlanItem, SessionState } from "../model/fold/session/session-state.js";
import type { Thread } from "../model/fold/thread/thread-state.js";
import type { RecallForPrompt } from "../recall/recall-for-prompt.js";
import type { Kind, Phrases } from "../render/phrase.js";
import type { Decision } from "../text/prose/decision.js";
import type { Language } from "../text/words/language.js";
import type { Weights } from "./choose/score.js";
import type { View } from "./choose/view.js";
import type { Source } from "./source.js";

/** A decision, and the session it was made in. */
export interface MadeDecision extends Decision {
  readonly session: string;
  /** The branch of git it is staged on, where that is neither the present one nor merged. */
  readonly branch?: string;
}

/** All that is known when the agent is to be told something. Composing it touches neither clock nor disk. */
export interface Situation {
  readonly kind: Kind;
  readonly style: Style;
  readonly language: Language;
  readonly now: number;
  /** The agent that is told; undefined where it is a person who looks. */
  readonly agent?: string;
  /** The project's name, as its folder has it. */
  readonly project: string;
  /** Milliseconds since the session spoken of last showed a sign of life. */
  readonly elapsed: number;
  /** The session to speak of: the last one, or the asking one itself after a resume or a compaction. */
  readonly about?: SessionState;
  /** What that was to go on with, where it was only asked to go on and who is told has seen nothing of it. */
  readonly asked?: string;
  /** The newest session of the week that left something to go on with: what codes speak of. */
  readonly worked?: SessionState;
  /** The plan to go by: of that session, or of the one before it in the same thread that left something open. */
  readonly plan: readonly PlanItem[];
  /** What was decided in the sessions that bear on the question and still holds, newest first. */
  readonly decisions: readonly MadeDecision[];
  /** The branch the work tree is on now. */
  readonly branch?: string;
  /** The session was started for a branch of work that does not exist. */
  readonly isBranchMissing?: boolean;
  /** The session spoken of, or one beside it, was cut off in the middle of something. */
  readonly interrupted?: CutOff;
  /** The thread worked on last, and others that bear on the question, the most relevant first. */
  readonly hot?: Thread;
  readonly threads: readonly Thread[];
  readonly pins: readonly Pin[];
  readonly facts: readonly DeclaredFact[];
  /** The rules that the user gave for the work, in their order. */
  readonly rules: readonly ContextRule[];
  /** Lines of extras. */
  readonly extra: readonly ((phrases: Phrases) => Source[])[];
  /** What files, commands and names are chosen from. */
  readonly view?: View;
  readonly world: World;
  readonly prompt?: string;
  /** The word of the first prompt that memory knows something about. */
  readonly known?: string;
  /** A memory of earlier work that the prompt clearly speaks of. */
  readonly recalled?: Memory;
  /** The agent's own summary at a compaction not long ago, for when there is no thread to speak of. */
  readonly synthesis?: string;
  /** What this session has been told, by key. */
  readonly told: ReadonlySet<string>;
}

/** What a session keeps that was handed another to go on with. */
export function handoverItem(session: string): string {
  return `handover:${session}`;
}

const SHORT = 10 * 60_000;
const LONG = 60 * 60_000;
const DAY = 24 * LONG;

/** Under 10 minutes it is the same sitting, under 60 a short break, after that a new start. */
export function kindByElapsed(elapsed: number): Kind {
  if (elapsed < SHORT) return "immediate";
  return elapsed < LONG ? "recent" : "later";
}

/** How many threads to speak of: the longer ago, the less the last session alone says. */
export function threadLimit(elapsed: number): number {
  if (elapsed < SHORT) return 2;
  return elapsed < LONG ? 3 : 5;
}

/** After a day the repository may have moved on. */
export function isLongAgo(elapsed: number): boolean {
  return elapsed >= DAY;
}

/** Who asks, when, and from where. */
export interface Asker {
  readonly project: string;
  readonly session: string;
  /** How that session stands, where it is more than its own events say: it goes on from another. */
  readonly own?: SessionState;
  readonly agent?: string;
  /** How the session begins; "prompt" in the middle of one. */
  readonly source: string;
  readonly now: number;
  readonly branch?: string;
  readonly prompt?: string;
  /** The branch of work to tell about if the session is on none. */
  readonly workBranch?: string;
  /** The session of this project to go on with, where that is not the last; its name comes from outside. */
  readonly resume?: string;
  readonly language?: Language;
  readonly style?: Style;
  /** Other weights than the learned ones, to try them. */
  readonly weights?: Weights;
  /** Where the project lies on this machine, and the environment to ask git with; without it nothing is looked up. */
  readonly ground?: { readonly place: Place; readonly env: Env };
  /** Looks for a memory that the prompt clearly speaks of; without it none is looked for. */
  readonly recallFor?: RecallForPrompt;
  /** Is told of a branch of git that something is staged on and that turns out to be merged. */
  readonly promote?: (branch: string) => void;
  readonly isAlive: (pid: number | undefined, since?: string) => boolean | undefined;
}
