import { wordSet, wordsIn } from "./word.js";

/** Whether the words before a claim, in small letters, make it a thought, a condition, a denial or a plan instead. */
export function isHedged(before: string): boolean {
  if (before === "") return false;
  if (wordsIn(before).some((word) => HEDGES.has(word) || /^(?:n'|s'il|qu'est)/.test(word))) return true;
  return PHRASES.some((phrase) => before.includes(phrase)) || isInQuotation(before);
}

function isInQuotation(before: string): boolean {
  let quotes = 0;
  for (const character of before) if (character === '"' || character === "`") quotes++;
  return quotes % 2 === 1 || before.lastIndexOf("«") > before.lastIndexOf("»");
}

const HEDGES = wordSet(
  "if unless whether until till once before when whenever assuming suppose supposing imagine " +
    "could might may would should can maybe perhaps possibly probably potentially ideally eventually i'd we'd you'd they'd " +
    "not never no don't doesn't didn't isn't aren't wasn't hasn't haven't won't cannot can't without nothing neither nor " +
    "recommend recommends recommended suggest suggests suggestion proposal propose consider alternatively option options either " +
    "will shall planning trying said says ask asks asked example like " +
    "si quand lorsque dès avant jusqu'à supposons imaginons " +
    "pourrait pourrais pourrions peut-être éventuellement probablement idéalement devrait devrais faudrait aimerait serait " +
    "ne pas jamais aucun aucune rien sans ni " +
    "propose proposition suggère recommande conseille envisage soit " +
    "va vais allons vont doit dois devons veux voudrais faut dit disait demande exemple comme",
);
const PHRASES = [
  "in case",
  "e.g",
  "going to",
  "plan to",
  "want to",
  "wants to",
  "need to",
  "needs to",
  "have to",
  "has to",
  "to be",
  "try to",
  "about to",
  "want me to",
  "une fois",
  "au cas où",
  "à faire",
  "sans doute",
];
