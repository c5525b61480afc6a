import { startsWithAnyOf } from "./any-of.js";

/** A sentence that asks, with its question mark or without. */
export function isQuestion(sentence: string): boolean {
  return /\?["'»)\]]*\s*$/.test(sentence) || ASKS.test(sentence.replace(LEAD, ""));
}

const LEAD = /^(?:(?:ok|okay|so+|and|but|also|hmm+|well|wait|alors|donc|et|mais|bon|euh)[\s,]+){1,3}/i;

const ENGLISH = [
  "what(?:'s| is| are| was| were| does| do| did| would| should| if| about)?",
  "why",
  "how(?! ?ever)",
  "who",
  "where",
  "when (?:is|are|was|do|does|did|will|should)",
  "which",
  "whose",
  "(?:is|are|was|were) (?:it|this|that|there|these|those|they|we|you|the|our|my|any)",
  "do (?:i|we|you|they|these|those)",
  "(?:does|did) (?:i|we|you|it|this|that|they|the|our|any)",
  "(?:has|have|had) (?:i|we|you|it|this|that|they|the|our|there)",
  "(?:should|shall|could|would|can|may|might|must|will) (?:i|we|it|this|that|they|the|there)",
  "(?:isn't|aren't|wasn't|don't|doesn't|didn't|won't|can't|shouldn't|wouldn't|haven't|hasn't) (?:it|this|that|there|they|we|you|i|the)",
];

const FRENCH = [
  "est-ce qu(?:e|')",
  "qu'est-ce",
  "pourquoi",
  "comment",
  "combien",
  "quand est-ce",
  "où (?:est|sont|se|en|on|va)",
  "quels?",
  "quelles?",
  "qui (?:est|a|fait|peut)",
  "c'est quoi",
  "ça veut dire quoi",
  "(?:faut|peut|doit|devrait|pourrait|est|a|va|fait)-(?:il|on|elle|ce)",
  "(?:as|es|sais|crois|penses|vois)-tu",
  "(?:avez|êtes|savez|pensez)-vous",
];

const ASKS = startsWithAnyOf([...ENGLISH, ...FRENCH]);
