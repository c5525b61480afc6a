import { proseIn, sentencesIn } from "../../text/prose/sentence.js";
import type { Language } from "../../text/words/language.js";
import { wordings } from "../../text/words/wording.js";

/** The language in which a person asks to be answered. The last wish in a text counts. */
export function languageWish(text: string): Language | undefined {
  const wishIn = WISH.within(proseIn(text));
  if (wishIn === undefined) return undefined;
  let wish: Language | undefined;
  for (const { lower } of sentencesIn(text)) {
    const said = wishIn(lower.replace(/"[^"]{0,300}"|`[^`]{0,300}`|«[^»]{0,300}»/g, '""'))?.[0];
    if (said !== undefined) wish = /fr[ae]n/.test(said) ? "fr" : "en";
  }
  return wish;
}

const ALWAYS = "(?: (?:to )?(?:me|us)| always| only| from now on)*";
const TOUJOURS = "(?:-moi|-nous)?(?: (?:désormais|toujours|plutôt|maintenant))?";

const WISH = wordings([
  `in french|in english → (?<!(?:don't|not|never|to) )(?:answer|reply|respond|speak|talk|write)${ALWAYS} in (?:french|english)`,
  "in french|in english → in (?:french|english)(?:,)? please",
  "to french|to english → (?:switch|change) to (?:french|english)(?! (?:~+ )?(?:locale|text|keyboard|translation|version))",
  `français|anglais → (?:réponds|répondez|réponse|parle|parlez|parlons|écris|écrivez|continue|continuons|explique|expliquez)${TOUJOURS} en (?:français|anglais)`,
  "français|anglais → (?:parle|parlez|parlons)(?:-moi|-nous)? (?:français|anglais)",
  "français|anglais → en (?:français|anglais)(?:,)? (?:stp|svp|s'il te plaît|s'il vous plaît)",
  "français|anglais → (?:passe|passons|passez) (?:au|à l'|en )(?: ?)(?:français|anglais)",
]);
