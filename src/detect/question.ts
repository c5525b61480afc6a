import { type Words, wordSet, wordsIn } from "./word.js";

/** A sentence in small letters that asks, with its question mark or without. */
export function isQuestion(lower: string): boolean {
  if (/\?["'»)\]]*\s*$/.test(lower)) return true;
  const words = wordsIn(lower.slice(0, LONGEST));
  let at = 0;
  while (at < 3 && LEAD.has(words[at] ?? "")) at++;
  const first = words[at] ?? "";
  if (ASKS.has(first)) return true;
  return PAIRS.some(([asks, whom]) => asks.has(first) && whom.has(words[at + 1] ?? ""));
}

const LONGEST = 80;
const LEAD = wordSet("ok okay so soo sooo and but also hm hmm hmmm well wait alors donc et mais bon euh");

const ASKS = wordSet(
  "what what's whats why how who who's where where's which whose isn't aren't wasn't doesn't didn't hasn't haven't wouldn't shouldn't " +
    "pourquoi comment combien quel quels quelle quelles qu'est-ce " +
    "est-ce est-il est-elle sont-ils faut-il peut-on peut-il doit-on doit-il devrait-on pourrait-on va-t-on a-t-on y a-t-il as-tu es-tu sais-tu crois-tu penses-tu vois-tu avez-vous êtes-vous savez-vous pensez-vous",
);

const PAIRS: readonly (readonly [Words, Words])[] = [
  [wordSet("is are was were"), wordSet("it this that there these those they we you the our my any")],
  [wordSet("do"), wordSet("i we you they these those")],
  [wordSet("does did"), wordSet("i we you it this that they the our any")],
  [wordSet("has have had"), wordSet("i we you it this that they the our there")],
  [wordSet("should shall could would can may might must will"), wordSet("i we it this that they the there")],
  [wordSet("don't won't can't"), wordSet("we you they i it")],
  [wordSet("when"), wordSet("is are was do does did will should")],
  [wordSet("c'est ça"), wordSet("quoi veut")],
  [wordSet("où"), wordSet("est sont se en on va")],
  [wordSet("qui"), wordSet("est a fait peut")],
];
