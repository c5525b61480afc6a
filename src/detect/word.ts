/** The words of a text in small letters; an apostrophe or a hyphen inside belongs to its word. */
export function wordsIn(lower: string): string[] {
  return lower.match(WORD) ?? [];
}

/** Some words, to be asked whether a word is one of them. */
export interface Words {
  has(word: string): boolean;
}

/** A table of words, written one after the other. It is taken apart when it is first asked: most hooks ask few. */
export function wordSet(words: string): Words {
  let set: ReadonlySet<string> | undefined;
  return {
    has(word) {
      set ??= new Set(words.split(" "));
      return set.has(word);
    },
  };
}

const WORD = /[a-z0-9à-öø-ÿœ_]+(?:['’-][a-z0-9à-öø-ÿœ_]+)*/g;
