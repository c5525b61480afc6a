import type { Language } from "../detect/language.js";
import type { SessionState } from "../fold/session-state.js";

/** How the asking session stands to what was before it. */
export type Kind =
  | "first"
  | "immediate"
  | "recent"
  | "later"
  | "beside"
  | "clear"
  | "resume"
  | "fork"
  | "compact";

/** All that is known when the agent is to be told something. Composing it touches neither clock nor disk. */
export interface Situation {
  readonly kind: Kind;
  readonly language: Language;
  /** Milliseconds since the session spoken of last showed a sign of life. */
  readonly elapsed: number;
  /** The session to speak of: the last one, or the asking one itself after a resume or a compaction. */
  readonly about?: SessionState;
  /** The branch the work tree is on now. */
  readonly branch?: string;
  /** The session spoken of died in the middle of something. */
  readonly interrupted?: { readonly target?: string };
}

const SHORT = 10 * 60_000;
const LONG = 60 * 60_000;

/** Under 10 minutes it is the same sitting, under 60 a short break, after that a new start. */
export function kindByElapsed(elapsed: number): Kind {
  if (elapsed < SHORT) return "immediate";
  return elapsed < LONG ? "recent" : "later";
}
