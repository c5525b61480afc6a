import { isLatin, LATIN } from "./latin.js";
import { wordSet } from "./word.js";

const WORDS = new Set(
  (
    "yes yep yeah ok okay sure go on ahead continue proceed next please do it that this sounds good great perfect fine thanks thank " +
    "you lgtm right correct again retry keep going now and then the fix first second option all of them a b 1 2 3 " +
    "let's resume carry on reprend reprends reprenons reprendre la suite oui ouais d'accord vas-y vas y continue continuez poursuis parfait super merci bien c'est bon allez suivant encore stp s'il te plaît plait fais-le fais le"
  ).split(" "),
);
const COURTESY = wordSet(
  "thanks thank thx thnx tks ty tysm cheers appreciated welcome pleasure worries anytime bye goodbye goodnight hello hi hey work job bravo kudos congrats congratulations " +
    "merci rien plaisir prie bonjour bonsoir salut coucou revoir bientôt demain journée soirée",
);
const AROUND_COURTESY = wordSet(
  "ok okay yes yep yeah no so very much many a lot for the that this that's it it's all your you you're my help again now today everything there and see have day night evening really " +
    "great good nice perfect awesome amazing excellent cool super wonderful fantastic brilliant lovely fine looks works well " +
    "oui d'accord parfait génial top nickel beaucoup bien très c'est bon bonne pour tout ton ta votre aide de mille à au je t'en vous en avec et",
);
const LATIN_SIGNS = new RegExp(`[^${LATIN.letter}${LATIN.number}'’ -]+`, "g");
const MOST_WORDS = { continuation: 6, courtesy: 8 } as const;
const LONGEST = 80;

/** A prompt that only says go on, or thanks: what is to be done was said before it. */
export function isContinuation(prompt: string): boolean {
  const words = wordsOf(prompt);
  return (
    (words.length <= MOST_WORDS.continuation && words.every((word) => WORDS.has(word))) || areCourteous(words)
  );
}

/** Thanks, a greeting, a farewell, and nothing else. */
export function isCourtesy(text: string): boolean {
  return areCourteous(wordsOf(text));
}

function areCourteous(words: readonly string[]): boolean {
  return (
    words.length <= MOST_WORDS.courtesy &&
    words.some((word) => COURTESY.has(word)) &&
    words.every((word) => COURTESY.has(word) || AROUND_COURTESY.has(word))
  );
}

/** One empty word, which is in no table, where the text is too long to be either. */
function wordsOf(text: string): string[] {
  if (text.length > LONGEST) return [""];
  return text
    .toLowerCase()
    .replace(isLatin(text) ? LATIN_SIGNS : /[^\p{L}\p{N}'’ -]+/gu, " ")
    .replaceAll("’", "'")
    .replace(/(?:^|\s)-+(?=\s|$)/g, " ")
    .trim()
    .split(/\s+/);
}
