import { sentencesIn } from "./sentence.js";

/** Whether a person says that something reported as done does not work: "still failing", « ça ne marche pas ». */
export function isComplaint(text: string): boolean {
  return sentencesIn(text).some(({ lower }) => {
    const match = COMPLAINT.exec(lower);
    return match !== null && !CONDITION.test(lower.slice(0, match.index));
  });
}

/** Whether a report says that something works now. */
export function claimsToWork(text: string): boolean {
  return WORKING.test(text);
}

/** Whether a report says that a whole plan, or all steps that were named, are carried out. */
export function isPlanDone(text: string): boolean {
  const match = PLAN_DONE.exec(text);
  return match !== null && !CONDITION.test(text.slice(0, match.index).toLowerCase()) && !/\?\s*$/.test(text);
}

const FAILS = "(?:fail(?:s|ed|ing)?|broken|crash(?:es|ing)?|red|wrong|happen(?:s|ing)|hang(?:s|ing)|stuck)";
const WORKS = "(?:work(?:ing)?|fix(?:ed)?|pass(?:ing)?|solved|resolved|help|start|build|compile|run)";
const MARCHE = "(?:marche|fonctionne|passe|tourne|compile|démarre|marchent|fonctionnent|passent)";
const COMPLAINT = new RegExp(
  [
    `\\bstill (?:${FAILS}|(?:is|are|does|do)(?:n't| not) ${WORKS}|not ${WORKS}|(?:get|getting|see|seeing|have|having|shows?|throws?) )`,
    `\\b(?:it|this|that|they|tests?|build|nothing|login|page|button)(?:'s| is| are)? (?:still )?(?:${FAILS})\\b`,
    `\\b(?:it|this|that|which|they|tests?|build|page|button|fix)(?: (?:is|are|does|do|did)(?:n't| not)|'s not) (?:really |actually |even )?${WORKS}\\b`,
    `^(?:no[,.]? )?(?:still )?(?:not|does(?:n't| not)|did(?:n't| not)|isn't) ${WORKS}\\b`,
    "\\bsame (?:error|issue|problem|failure|bug|result)\\b(?! (?:message|code|type|class|text|handl\\w+|format))",
    `\\b(?:ne |n')?${MARCHE} (?:toujours |encore |vraiment )?(?:pas|plus)\\b`,
    "\\b(?:toujours|encore) (?:pas (?:bon|corrigé|réglé|résolu)|cassée?|en échec|(?:la|le) même|une erreur|des erreurs)",
    "\\b(?:la|le) même (?:erreur|problème|bug|souci)\\b",
    "\\bn'est (?:toujours )?pas (?:corrigée?|réglée?|résolue?|bon)\\b",
  ].join("|"),
);
const CONDITION =
  /\b(?:if|unless|when|whenever|once|after|in case|until|make sure|si|quand|lorsque|une fois|dès|au cas où)\b/;
const PLAN_DONE =
  /\b(?:plan|(?:all|both) (?:of )?(?:the )?(?:\w+ ){0,3}(?:steps|phases|tasks|items|points|todos)|everything (?:in the plan|on the list))\b(?!.{0,40}\bnot\b).{0,40}\b(?:done|complete[d]?|implemented|finished)\b|\b(?:implemented|completed|finished|did|done with) (?:the (?:whole |entire )?plan|(?:all|both) (?:of )?(?:the )?(?:\w+ ){0,3}(?:steps|phases|tasks|items|points|todos)|everything on the list)\b|\b(?:le plan|(?:toutes les|les (?:deux|trois|quatre|cinq|six))(?: \w+)? (?:étapes|tâches)|tous les points)(?!.{0,40}\bpas\b).{0,40}(?:terminée?s?|faite?s?|finie?s?|appliquée?s?)/i;
const WORKING =
  /\b(?:fix(?:ed|es)?|work(?:s|ing)?|pass(?:es|ing)?|resolved|solved|green|should now|corrigée?s?|réglée?s?|résolue?s?|marche|fonctionne|passent?)\b/i;
