import { shortLine, wordings } from "../words/wording.js";
import { isQuestion } from "./next-action.js";
import { proseIn, sentencesIn } from "./sentence.js";

/** Sentences that prefer one thing over another. They prove less than a stated decision. */
export function chosenSentencesIn(text: string): string[] {
  const find = CHOICES.within(proseIn(text));
  if (find === undefined) return [];
  const found = sentencesIn(text)
    .filter(({ lower }) => find(lower) !== undefined && !isQuestion(lower))
    .flatMap((sentence) => shortLine(sentence.text, 240) ?? []);
  return [...new Set(found)];
}

const CHOICES = wordings([
  "instead of|instead:|instead. → instead(?: of)?",
  "rather than|opposed to|in favou?r of|in place of → (?:rather than|as opposed to|in favou?r of|in place of)",
  "decided|decision → (?:decided|decision)",
  "chose|opted|settled on → (?:chose|chosen|opted|settled on)",
  "let's|lets|let us → let(?:'?s| us) (?:just |all |rather )?(?:use|go with|keep|stick|switch|do|make|not|drop)",
  "will use|'ll use|we use|going with|go with|switch → (?:(?:will|'ll|we) use|go(?:ing)? with|switch(?:ed)? to)",
  "au lieu|plutôt|à la place → (?:au lieu (?:de|d')|plutôt (?:que|qu')|à la place)",
  "décid|choisi|opté → (?:décid(?:é|ée|ons|er)|décision|choisi|opté)",
  "on part|on utilise|on garde|utilisons|on prend|on va utiliser|partons sur → (?:on (?:part sur|utilise|garde|prend|va utiliser)|utilisons|gardons|prenons|partons sur)",
]);
