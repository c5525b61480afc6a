import type { Situation } from "../../brief/situation.js";

/** Everything that a summary of a conversation is made from. */
export interface Digest {
  /** Pins, facts, decisions, plan and files of its session. */
  readonly situation: Situation;
  readonly story: Story;
  /** Choices that are not recorded as decisions, or come from an earlier summary, the latest first. */
  readonly chosen: readonly string[];
  /** The recorded decisions that `chosen` already contains in other words. */
  readonly inWords: ReadonlySet<string>;
}

/** How a conversation went: its turns, and the text of an earlier or a model's summary. */
export interface Story {
  readonly text?: string;
  readonly first?: string;
  /** Oldest first. */
  readonly turns: readonly TurnNote[];
  readonly request?: string;
  /** The agent's last words. */
  readonly left?: string;
}

/** One request and its outcome. */
export interface TurnNote {
  readonly asked: string;
  readonly came: string;
  readonly edited: number;
}
