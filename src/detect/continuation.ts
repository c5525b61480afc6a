import { isLatin, LATIN } from "./latin.js";

const WORDS = new Set(
  (
    "yes yep yeah ok okay sure go on ahead continue proceed next please do it that this sounds good great perfect fine thanks thank " +
    "you lgtm right correct again retry keep going now and then the fix first second option all of them a b 1 2 3 " +
    "let's resume carry on reprend reprends reprenons reprendre la suite oui ouais d'accord vas-y vas y continue continuez poursuis parfait super merci bien c'est bon allez suivant encore stp s'il te plaît plait fais-le fais le"
  ).split(" "),
);
const LATIN_SIGNS = new RegExp(`[^${LATIN.letter}${LATIN.number}'’ -]+`, "g");
const MOST_WORDS = 6;
const LONGEST = 80;

/** A prompt that only says go on: what is to be done was said before it. */
export function isContinuation(prompt: string): boolean {
  if (prompt.length > LONGEST) return false;
  const words = prompt
    .toLowerCase()
    .replace(isLatin(prompt) ? LATIN_SIGNS : /[^\p{L}\p{N}'’ -]+/gu, " ")
    .replaceAll("’", "'")
    .trim()
    .split(/\s+/);
  return words.length <= MOST_WORDS && words.every((word) => WORDS.has(word));
}
