import type { Situation } from "../../brief/situation.js";

/** What a conversation comes down to: all that a summary of it can be made from. */
export interface Digest {
  /** How its session stands: pins, facts, decisions, plan, files. */
  readonly situation: Situation;
  readonly story: Story;
  /** What was chosen and is not stated as a decision, or was kept by an earlier summary, the latest first. */
  readonly chosen: readonly string[];
  /** Decisions that stand among these in the words in which they were said, by their choice. */
  readonly inWords: ReadonlySet<string>;
}

/** How it went: told anew, or in the words of who summed it up before. */
export interface Story {
  /** Written by a model, or kept from an earlier summary. */
  readonly told?: string;
  readonly first?: string;
  /** Oldest first. */
  readonly turns: readonly TurnNote[];
  readonly request?: string;
  /** The agent's last words. */
  readonly left?: string;
}

/** One request, and what came of it. */
export interface TurnNote {
  readonly asked: string;
  readonly came: string;
  readonly edited: number;
}
