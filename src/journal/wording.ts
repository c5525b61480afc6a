/** What stands where something was forgotten. */
export const FORGOTTEN = "[forgotten]";

/** How something that is to be forgotten is said. */
export interface Wording {
  /** The cheap question before the others: a line in which it is not found is not concerned. Undefined: it has to be read. */
  readonly needle?: RegExp;
  replace(text: string): string;
  /** Whether a text that is no event of ours speaks of it: a damaged line, a note, an answer. */
  isIn(text: string): boolean;
  /** Ends a search that takes too long. */
  within?<T>(work: () => T): T;
}
