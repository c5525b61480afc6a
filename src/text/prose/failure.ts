import type { CheckKind } from "../shell/check-call.js";
import { wordSet } from "../words/wording.js";
import { isQuestion } from "./next-action.js";
import { sentencesIn } from "./sentence.js";
import { sharedStems, stemsOfBoth } from "./stems.js";
import { contentWords } from "./subject.js";

/** What a text says to fail: the login of "the login test still fails"; "" is all checks of the kind. */
export interface FailureClaim {
  readonly kind: CheckKind;
  readonly about: string;
}

/** The check that a text reports as failing now. Undefined if it reports none, or only asks or supposes. */
export function failureClaim(text: string): FailureClaim | undefined {
  if (!MAY_FAIL.test(text)) return undefined;
  for (const { lower } of sentencesIn(text)) {
    const match = FAILING.exec(lower) ?? ECHOUE.exec(lower);
    if (match === null || isQuestion(lower) || DOUBT.test(lower.slice(0, match.index + match[0].length)))
      continue;
    const { what = "", noun = "", which = "" } = match.groups ?? {};
    return { kind: kindOf(noun), about: tellingWords(`${what} ${which}`) };
  }
  return undefined;
}

/** Whether a check that passed says the opposite of a claim: it ran all checks of the kind, or what the claim names. */
export function isRefutedBy(
  claim: FailureClaim,
  run: { readonly scope: string; readonly command: string },
): boolean {
  if (run.scope === "") return true;
  const [wanted, ran] = stemsOfBoth(claim.about, `${run.command} ${run.scope}`);
  return wanted.size > 0 && sharedStems(wanted, ran) === wanted.size;
}

/** Whether a person says that a failure does not matter: "that test is flaky, ignore it". */
export function isFlakyRemark(text: string): boolean {
  return sentencesIn(text).some(({ lower }) => {
    if (isQuestion(lower) || KEEPS.test(lower)) return false;
    return FLAKY.test(lower) || IGNORED.test(lower);
  });
}

/** The words of a remark on a failure that say which one is meant. */
export function tellingWords(text: string): string {
  return [...contentWords(text)].filter((word) => !AROUND.has(word)).join(" ");
}

function kindOf(noun: string): CheckKind {
  if (/^(?:tests?|specs?|suites?)$/.test(noun)) return "test";
  if (noun.startsWith("lint") || noun === "eslint") return "lint";
  return noun.startsWith("typ") ? "typecheck" : "build";
}

const MAY_FAIL = /fail|red\b|broken|échou|échec|cassé|rouge|passe/i;
const NOUN = "(?<noun>tests?|specs?|suites?|build|compilation|lint(?:er|ing)?|eslint|type ?checks?|typage)";
const FAILING = new RegExp(
  `(?<what>[^.,;:!?]{0,60}?)\\b${NOUN}\\b(?<which>(?: (?:of|for|in|on) [^.,;:!?]{2,40}?)?) (?:(?:still|now|is|are|currently|keeps?|all|both) )*(?:fail(?:s|ing)?|red|broken)(?![\\w-])`,
);
const ECHOUE = new RegExp(
  `(?<what>[^.,;:!?]{0,60}?)\\b${NOUN}\\b(?<which>(?: (?:de|du|des|d'|sur|pour) ?[^.,;:!?]{2,40}?)?) (?:ne )?(?:(?:est|sont|encore|toujours) )*(?:échoue(?:nt)?|en échec|cassée?s?|au rouge|passe(?:nt)? (?:toujours |encore )?pas)(?![\\w-])`,
);
const DOUBT =
  /\b(?:if|unless|when|whenever|once|until|would|should|could|might|may|no longer|not|never|no|si|quand|plus|pourrait|devrait)\b/;
const FLAKY =
  /\b(?:is|are|'s|was|just|known|est|sont|c'est)(?: (?:just|only|known to be|a bit|really|always|un peu|juste|vraiment|connue?s? comme))* (?:a )?(?:flaky|flakey|instables?|capricieux)\b/;
const FAILURE = "(?:tests?|specs?|failures?|failing check|checks?|suites?|échecs?)";
const IGNORED = new RegExp(
  `\\b(?:ignore|disregard|don't (?:worry|care) about|never mind|forget|ignore[zr]?|laisse tomber|ne t'occupe pas d[eu]) (?:(?:that|this|the|those|these|ce|cet|cette|ces|le|la|les) )?(?:[\\w-]+ ){0,3}${FAILURE}\\b`,
);
/** "Don't ignore it", "fix the flaky test", "it is not flaky", "Sam says it is flaky". */
const KEEPS =
  /\bn'(?:ignore|oublie)|\b(?:don't|do not|never|not|n't|no longer|ne) (?:ignore|flaky|instable|a flaky)|\b(?:isn't|aren't|n'est pas|pas) (?:flaky|instables?)|\b(?:fix|repair|debug|investigate|find out|corrige|répare|répares?)\b|\b(?:if|unless|whether|si)\b|\b(?:says?|said|claims?|thinks?|believes?|dit|pense|crois)\b/;
const AROUND = wordSet(
  "test spec suite build lint check failure fail failing failed flaky flakey ignore known unrelated red broken fine worry care skip forget mind run again ok really bit " +
    "instable échec échoue ignorer laisse tomber cassé rouge connu",
);
