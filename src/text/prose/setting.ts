import { shortLine, wordsIn } from "../words/wording.js";
import { isQuestion } from "./next-action.js";
import { lowerOf, sentencesIn } from "./sentence.js";
import { sharedStems, stemsOfBoth } from "./stems.js";
import { contentWords } from "./subject.js";

/** A thing with its value: the metrics port and 9200. */
export interface Setting {
  readonly topic: string;
  readonly value: string;
}

/** The value that a person gives to something that has one: "change the metrics port to 9200". */
export function newSettingIn(text: string): Setting | undefined {
  for (const { text: sentence, lower } of sentencesIn(text)) {
    const match = CHANGE.exec(lower) ?? CHANGEMENT.exec(lower);
    if (match === null || isQuestion(lower)) continue;
    const { topic = "", value = "" } = match.groups ?? {};
    const original = sentence.slice(lower.lastIndexOf(value)).slice(0, value.length);
    const isNamed = contentWords(topic).size >= MIN_TOPIC_WORDS || NUMBER.test(value);
    if (isNamed && contentWords(topic).size > 0) return { topic: shortLine(topic) ?? topic, value: original };
  }
  return undefined;
}

/** Whether a statement gives another value to the same thing: "the metrics port is 9100", "port 9100 for the metrics". */
export function isOverruled(statement: string, { topic, value }: Setting): boolean {
  const isNumber = NUMBER.test(value);
  // All sentences of a project are compared, and few have a value.
  if (isNumber && !/\d/.test(statement)) return false;
  const lower = lowerOf(statement);
  if (isQuestion(lower) || wordsIn(lower).includes(value.toLowerCase())) return false;
  const [wanted, said] = stemsOfBoth(topic, statement);
  if (sharedStems(wanted, said) < wanted.size) return false;
  if (isNumber) {
    const others = [...said].filter((word) => !wanted.has(word));
    const numbers = others.filter((word) => NUMBER.test(word));
    return numbers.length === 1 && others.length - numbers.length <= MAX_OTHER_WORDS;
  }
  const [, subject = ""] = IS.exec(lower) ?? [];
  const [, of] = stemsOfBoth(topic, subject);
  return of.size === wanted.size && sharedStems(wanted, of) === wanted.size;
}

const MIN_TOPIC_WORDS = 2;
const MAX_OTHER_WORDS = 2;
const NUMBER = /^\d+(?:[.:]\d+)*(?:ms|s|m|h|d|k|kb|mb|gb|%)?$/;
const LEAD =
  "^(?:(?:ok(?:ay)?|no|please|actually|now|and|then|also|so|let'?s|can you|could you|bon|non|alors|et|finalement|en fait)[, ]+)*";
const END =
  "(?= ?(?:$|[.,;!]| (?:instead|please|now|from now on|because|since|everywhere|stp|svp|partout|car|parce)))";
const CHANGE = new RegExp(
  `${LEAD}(?:change|set|bump|raise|lower|increase|decrease|reduce|move|switch|update) (?:the|our|my|its?) (?<topic>[^.,;:?!]{3,40}?) (?:from [^ ]+ )?(?:to|at) (?<value>[\\w:%-]{1,20}(?:\\.\\w{1,20})*)${END}`,
);
const CHANGEMENT = new RegExp(
  `${LEAD}(?:change[rz]?|met[sz]?|mettre|mettons|passe[rz]?|passons|règle[rz]?|monte[rz]?|baisse[rz]?|augmente[rz]?|déplace[rz]?|on (?:met|passe|change)) (?:le |la |les |l'|notre |mon |ma )(?<topic>[^.,;:?!]{3,40}?) (?:de [^ ]+ )?(?:à|en|sur|pour) (?<value>[\\w:%-]{1,20}(?:\\.\\w{1,20})*)${END}`,
);
const IS =
  /^(?:the |our |le |la |l'|notre )?([^.,;:?!]{3,50}?) (?:is|are|stays|est|sont|reste) (?:now |set to |on |at |réglée?s? sur |à )?[\w.:%/-]{1,30}[.!]?$/;
