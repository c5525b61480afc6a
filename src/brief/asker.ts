import type { Env } from "../host/env.js";
import type { Place } from "../host/git/git.js";
import type { Style } from "../model/fold/declared/declared.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import type { RecallForPrompt } from "../recall/recall-for-prompt.js";
import type { Language } from "../text/words/language.js";
import type { Weights } from "./choose/score.js";

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
