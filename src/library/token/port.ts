/** Counts what a text costs a model. */
export interface TokenCounter {
  /** Said beside a count, so that an estimate is known as one. */
  readonly name: string;
  count(text: string): number;
}
