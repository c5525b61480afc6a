import { late } from "./late.js";

/** One pattern for a table of wordings. `\b` does not know accented letters, so the edges are looked at by hand. */
export function anyOf(wordings: readonly string[], flags = "iu"): RegExp {
  return late(`${BEFORE}(?:${wordings.join("|")})${AFTER}`, flags);
}

/** The same, only where the text begins with one of them. */
export function startsWithAnyOf(wordings: readonly string[]): RegExp {
  return late(`^(?:${wordings.join("|")})${AFTER}`, "iu");
}

const BEFORE = "(?<![\\p{L}\\p{N}_/.-])";
// After an apostrophe the next word may begin at once: "d'une".
const AFTER = "(?:(?<=')|(?![\\p{L}\\p{N}_]))";
