import { EVERYDAY_WORDS } from "../words/stop-word.js";
import { wordings } from "../words/wording.js";
import { isQuestion } from "./next-action.js";
import { sentencesIn } from "./sentence.js";
import { sharedStems, stemsOfBoth } from "./stems.js";
import { contentWords } from "./subject.js";

/** What a person need no longer do, or may do again. */
export interface Release {
  readonly what: string;
  /** The rules that it can end. */
  readonly of: "duty" | "ban" | "any";
}

/** The rules that a text ends: "you don't need to run the integration tests anymore", « plus besoin de … ». */
export function releasesIn(text: string): Release[] {
  return sentencesIn(text).flatMap(({ lower }) => {
    if (isQuestion(lower)) return [];
    return FORMS.flatMap(({ of, find }) => {
      const match = find(lower);
      const what = match?.groups?.["what"] ?? match?.groups?.["thing"];
      if (match === undefined || what === undefined || DOUBT.test(lower.slice(0, match.index))) return [];
      return [{ of, what }];
    });
  });
}

/** Whether a release speaks of a rule: the rule has all words of it, or nearly all of many. */
export function isReleased(rule: string, { what, of }: Release): boolean {
  if (of !== "any" && !EXCEPTION.test(rule) && (of === "ban") !== BAN.test(rule)) return false;
  const [said, ruled] = stemsOfBoth(what, rule);
  const shared = sharedStems(said, ruled);
  if (shared < said.size * MIN_SHARE) return false;
  const [only = ""] = contentWords(what);
  return shared > 1 || (shared === 1 && ruled.size <= MAX_RULE_STEMS && !EVERYDAY_WORDS.has(only));
}

const MIN_SHARE = 0.75;
const MAX_RULE_STEMS = 4;
/** "If we no longer have to …" ends nothing. */
const DOUBT =
  /\b(?:if|unless|whether|when|once|until|maybe|perhaps|said|says?|think|asked|si|quand|dès|peut-être|dit|demandé)\b/;
const BAN = /\b(?:never|don't|do not|must not|not|no|avoid|jamais|ne|pas|aucune?)\b|\bn'/i;
/** A ban with an exception asks for something: "don't commit without running the tests". */
const EXCEPTION = /\b(?:without|unless|before|sans|sauf|avant)\b/i;

const WHAT = "(?<what>[^.?!;:]{3,100}?)";
const SAID = "(?<what>[^.?!;:,]{3,100})";
const THING = "(?<thing>[^.?!;:,]{3,80}?)";
const FORMS = [
  {
    of: "duty",
    find: wordings([
      `no longer need|no longer have|no longer required|no longer obliged → no longer (?:need|have|required|obliged) to ${SAID}`,
      `anymore|any more|any longer|from now on|going forward → (?:(?:don't|do not|won't|will not) (?:need|have) to|needn't|need not|no need to|not necessary to) ${WHAT} (?:anymore|any more|any longer|from now on|going forward)`,
      `no longer|anymore|any more → ${THING} (?:is|are) (?:no longer (?:needed|required|necessary|mandatory)|not (?:needed|required|necessary|mandatory) (?:anymore|any more))`,
      `isn't|aren't → ${THING} (?:isn't|aren't) (?:needed|required|necessary|mandatory) (?:anymore|any more)`,
      `stop → (?<=^(?:(?:ok|okay|please|and|so|you can|we can)[, ]+)*)stop (?<what>~+ing [^.?!;:,]{3,100})`,
      `plus besoin → plus besoin (?:de |d')${SAID}`,
      `plus à|plus a → n'(?:as|a|ai|avons|avez|ont) plus à ${SAID}`,
      `plus obligé|plus tenu → plus (?:obligé|tenu)e?s? (?:de |d')${SAID}`,
      `plus nécessaire|plus la peine|plus utile|plus obligatoire → n'est plus (?:nécessaire|la peine|utile|obligatoire) (?:de |d')${SAID}`,
      `plus nécessaire|plus obligatoire|plus requis → ${THING} (?:n'est|ne sont) plus (?:nécessaires?|obligatoires?|requise?s?)`,
      `arrête|arrêtez → (?<=^(?:(?:ok|bon|alors|tu peux)[, ]+)*)arrête[zr]? (?:de |d')${SAID}`,
    ]),
  },
  {
    of: "ban",
    find: wordings([
      `again|now|from now on → (?<=(?:you|we) (?:can|may|are allowed to) )${WHAT} (?:again|now|from now on)(?=\\s*(?:$|[.!,;]))`,
      `now → (?<=(?:you|we) (?:can|may|are) now (?:allowed to )?)${SAID}`,
      `ok|fine|okay → (?:it's|it is) (?:now )?(?:ok|okay|fine)(?: now)? to ${WHAT} (?:again|now)`,
      `maintenant|nouveau|désormais → (?<=(?:tu peux|on peut|vous pouvez) (?:maintenant|désormais|de nouveau|à nouveau) )${SAID}`,
      `maintenant|nouveau|désormais → (?<=(?:tu peux|on peut|vous pouvez) )${WHAT} (?:maintenant|désormais|de nouveau|à nouveau)`,
    ]),
  },
  {
    of: "any",
    find: wordings([
      `rule|convention|requirement → (?:forget|drop|ignore|lift|scrap|cancel|remove) (?:about )?(?:the|that|my|our) (?:rule|convention|requirement) (?:about|on|that|to|of|for) ${SAID}`,
      `règle|consigne → (?:oublie|laisse tomber|ignore|abandonne) (?:la|ma|notre|cette) (?:règle|consigne) (?:sur|de|des|du|d'|qui) ?${SAID}`,
    ]),
  },
] as const;
