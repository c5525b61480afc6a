import { isLatin, LATIN, wordSet } from "./wording.js";

export type Language = "en" | "fr";

const ENGLISH = wordSet(
  "the and is are you this that with for not but what how please can should add fix make use it of to in on let's why when where",
);
const FRENCH = wordSet(
  "le la les des un une est et pas pour avec dans sur que qui quoi comment pourquoi ajoute corrige fais utilise il elle nous vous je tu ce cette ces mais du au aux de en on ça d'abord maintenant",
);

const ELIDED = /^(?:l|d|j|qu|c|n|s|m)'/;
const ACCENTED = /[àâçèéêîôùûœ]/;
const NO_LATIN_LETTERS = new RegExp(`[^${LATIN.letter}']+`);

/** Counts the small English and French words of a text. */
export function languageVotes(text: string): { en: number; fr: number } {
  let en = 0;
  let fr = 0;
  const start = text.slice(0, 300);
  for (const word of start.toLowerCase().split(isLatin(start) ? NO_LATIN_LETTERS : /[^\p{L}']+/u)) {
    if (ENGLISH.has(word)) en++;
    if (FRENCH.has(word)) fr++;
    else if (ACCENTED.test(word) || ELIDED.test(word)) fr++;
  }
  return { en, fr };
}

/** The language a person writes in. English unless French clearly leads. */
export function chooseLanguage(votes: { en: number; fr: number }): Language {
  return votes.fr > votes.en && votes.fr >= 2 ? "fr" : "en";
}
