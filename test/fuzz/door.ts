/** Somewhere that a text from outside, or one that may have been damaged, is read. */
export interface Door {
  readonly name: string;
  /** Texts as they should be, to be spoiled. */
  readonly samples: readonly string[];
  /** Reads it, and throws where that is not done as it has to be. */
  enter(text: string): void;
}
