import { isQuestion } from "./next-action.js";
import { lowerOf } from "./sentence.js";

/** Whether a question is beside the work: "by the way, what is a semaphore?" It may still ask about the project. */
export function isAside(text: string): boolean {
  const lower = lowerOf(text).replaceAll("’", "'");
  return isQuestion(lower) && (BESIDE.test(lower) || GENERAL.test(lower)) && !OWN.test(lower);
}

/** Whether a text names a file or code, which things of the project have. */
export function namesCode(text: string): boolean {
  return CODE.test(text);
}

const BESIDE =
  /\b(?:by the way|btw|(?:quick|side|random|unrelated|general|stupid|dumb) question|out of curiosity|just curious|just wondering|as an aside|off[- ]topic|unrelated)\b|\b(?:au fait|(?:petite|simple) question|question (?:rapide|bête|à part|générale)|par curiosité|par simple curiosité|rien à voir)(?![\wà-ÿ])/;
const GENERAL =
  /\bwhat(?:'s| is| are) the differences? between\b|\bwhat does [^?]{2,40} (?:stand for|mean in general)\b|\bin general\?|quelle est la différence entre\b|\ben général ?\?/;
/** What belongs to the project. */
const OWN =
  /\b(?:we|us|our|ours|my|here|this|these|repo|repository|project|codebase|on|nous|notre|nos|mon|ma|mes|ici|ce|cette|ces|dépôt|projet)\b|[`/\\]|\w\.\w|_/;
const CODE = /`|\w\/\w|\w\.(?:[a-z]{1,4})\b|\w_\w|[a-z][A-Z]|\(\)/;
