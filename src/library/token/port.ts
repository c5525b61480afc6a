/** Counts the tokens of a text. */
export interface TokenCounter {
  /** Shown beside a count, to mark an estimate. */
  readonly name: string;
  count(text: string): number;
}
