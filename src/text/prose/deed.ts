import { memo } from "../words/memo.js";
import { wordsIn } from "../words/wording.js";
import { isHedged } from "./done.js";
import { isQuestion } from "./next-action.js";
import { sentencesIn } from "./sentence.js";
import { sharedStems, stemsOfBoth } from "./stems.js";

/**
 * Whether a report says in other forms of the same words that a step is finished: "the retry setting is documented" for
 * "document the retry settings", "address validation is in place" for "validate addresses".
 */
export function isDoneInOtherForms(task: string, report: string): boolean {
  return reportsIn(report).some((lower) => {
    const [wanted, said] = stemsOfBoth(task, lower);
    if (wanted.size < MIN_STEMS || sharedStems(wanted, said) < wanted.size) return false;
    return IN_PLACE.test(lower) || hasPastForm(task.toLowerCase(), lower);
  });
}

/** The sentences that report something finished. Each is compared with many tasks, so they are cached. */
const reportsIn = memo(
  (text) =>
    sentencesIn(text)
      .map(({ lower }) => lower)
      .filter((lower) => IN_PLACE.test(lower) || wordsIn(lower).some((word) => PAST.test(word)))
      .filter((lower) => !isQuestion(lower) && !UNDONE.test(lower) && !isHedged(lower)),
  200,
  400,
);

/** Whether a report has the verb at the start of a task in the past. */
function hasPastForm(task: string, report: string): boolean {
  const [verb = ""] = wordsIn(task);
  const [wanted] = stemsOfBoth(verb, report);
  return wordsIn(report).some((word) => {
    if (word === verb || !PAST.test(word)) return false;
    const [stem] = stemsOfBoth(word, report);
    return stem.size > 0 && sharedStems(stem, wanted) > 0;
  });
}

const MIN_STEMS = 2;
const PAST = /(?:ed|ée?s?|[iu]e?s?)$/;
const IN_PLACE =
  /\b(?:is|are) (?:now )?(?:in place|there|done|ready|complete|finished)\b|\bexists?\b|\b(?:est|sont) (?:maintenant )?(?:en place|là|prêt|fait|terminé|fini)e?s?(?![\wà-ÿ])|\bexiste(?:nt)?\b/;
const UNDONE =
  /\b(?:yet|must|needs?|being|next|still|almost|partly|half|later|sera|seront|doit|doivent|reste|encore|presque|bientôt)\b|\bn'/;
