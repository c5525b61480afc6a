// What is neither Latin-1 nor œ nor one of the dashes, quotes, arrows, lines and ticks that people write around words.
const OTHER = /[\u0100-\u0151\u0154-\u200f\u205f-\u218f\u2200-\u24ff\u2776-\ufe0e\ufe10-\uffff]/;

/**
 * Whether the classes below know all letters and numbers of a text. `\p{L}` knows those of every other too, but a pattern
 * with it takes milliseconds to build, and a hook has few: it stands where it is used, so that only that builds it.
 */
export function isLatin(text: string): boolean {
  return !OTHER.test(text);
}

/** For use between square brackets. */
export const LATIN = {
  small: "a-zµß-öø-ÿœ",
  capital: "A-ZÀ-ÖØ-ÞŒ",
  letter: "A-Za-zªµºÀ-ÖØ-öø-ÿŒœ",
  number: "0-9²³¹¼-¾",
} as const;
