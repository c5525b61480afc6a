/** The meaning of a sentence for the work. */
export const LABELS = [
  "decision",
  "reversal",
  "blocker",
  "unblocked",
  "next",
  "done",
  "rule",
  "request",
  "question",
  "fact",
  "none",
] as const;

export type Label = (typeof LABELS)[number];
export type Speaker = "user" | "agent";

/** A sentence in its message, as the classifier reads it. */
export interface SaidSentence {
  readonly text: string;
  readonly by: Speaker;
  /** The words just before it: the sentence or heading above, or the end of the message it answers. Absent if unknown. */
  readonly before?: string;
  readonly heading?: string;
  readonly isBullet?: boolean;
}

/** From which chance on a label may be stated. `npm run bench -- statements` prints how often that is right in unknown projects. */
export const SURE: Readonly<Partial<Record<Label, number>>> = {
  decision: 0.8,
  reversal: 0.8,
  blocker: 0.4,
  next: 0.6,
  done: 0.5,
};
