/** The words of a text in small letters; an apostrophe or a hyphen inside belongs to its word. */
export function wordsIn(lower: string): string[] {
  return lower.match(WORD) ?? [];
}

/** A table of words, written one after the other. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

const WORD = /[a-z0-9à-öø-ÿœ_]+(?:['’-][a-z0-9à-öø-ÿœ_]+)*/g;
