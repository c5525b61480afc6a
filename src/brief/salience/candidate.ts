import type { SaidNote } from "../../model/fold/session/note.js";

/** What kind of record a line comes from. */
export const KINDS = [
  "prompt",
  "pasted",
  "closing",
  "midway",
  "answer",
  "refusal",
  "plan",
  "commit",
  "pull-request",
  "tree",
] as const;

export type CandidateKind = (typeof KINDS)[number];

/** A line that a session could be told, with what is known of its place in the work. */
export interface Candidate {
  readonly kind: CandidateKind;
  /** As recorded. */
  readonly text: string;
  /** The sentence, if it is one. */
  readonly said?: SaidNote;
  readonly session: string;
  /** The event it rests on; "" if it sums up many. */
  readonly event: string;
  /** The number of its turn in its session, from 1 on. */
  readonly turn: number;
  /** Its session worked on the hot thread. */
  readonly isHot: boolean;
  /** The turns since, and the sessions since: 0 is the last one. */
  readonly turnsAgo: number;
  readonly sessionsAgo: number;
  /** Whether its branch is the current one; undefined if one of them is unknown. */
  readonly isOnBranch?: boolean;
  /** The files that its turn changed. */
  readonly edits: number;
  /** Whether the agent closed its turn. */
  readonly isClosed: boolean;
  /** Files named in the text: `file:…`. */
  readonly items?: readonly string[];
}
