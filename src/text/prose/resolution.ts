import { narrowed, openings, wordings, wordSet } from "../words/wording.js";
import { addMatch, type Form } from "./blocker.js";
import type { Decision } from "./choice.js";
import { proseIn, sentencesIn } from "./sentence.js";
import { contentWords, subjectOf } from "./subject.js";

/** The blockers that a text reports as resolved, in short phrases. */
export function resolutionsIn(text: string): string[] {
  const found = new Set<string>();
  const forms = narrowed(RESOLVED, proseIn(text));
  if (forms.length === 0) return [];
  for (const { text: sentence, lower } of sentencesIn(text))
    for (const { find, from } of forms) addMatch(found, sentence, lower, find, from);
  return [...found].slice(0, MAX_RESOLUTIONS);
}

/** Whether a text says that whatever was in the way is gone, without naming it: "resolved", « c'est débloqué ». */
export function isUnblocked(text: string): boolean {
  return sentencesIn(text).some(({ lower }) => UNBLOCKED.test(lower));
}

/**
 * The obstacles that a resolution is about: "the key works now" clears "the missing API key". If it fits several, it
 * clears those that it names in full.
 */
export function clearedBy(resolution: string, obstacles: readonly string[]): string[] {
  const came = wordsAbout(resolution);
  const fitting = obstacles.filter((obstacle) => {
    const wanted = wordsAbout(obstacle);
    const shared = wanted.filter((word) => came.includes(word)).length;
    if (shared === 0) return false;
    return shared === came.length || shared >= Math.max(MIN_SHARED, wanted.length * MIN_SHARE);
  });
  return fitting.length > 1 ? fitting.filter((obstacle) => isNamedIn(resolution, obstacle)) : fitting;
}

/** Whether a decision settles what was called unclear: it is on that topic. */
export function isSettledBy(obstacle: string, decision: Decision): boolean {
  if (!UNSETTLED.test(obstacle)) return false;
  const { topic } = subjectOf(decision);
  const wanted = wordsAbout(obstacle);
  return topic.size > 0 && [...topic].every((word) => wanted.includes(word));
}

/** Whether a text has all words of what an obstacle is about. */
export function isNamedIn(text: string, obstacle: string): boolean {
  const said = wordsAbout(text);
  const wanted = wordsAbout(obstacle);
  return wanted.length > 0 && wanted.every((word) => said.includes(word));
}

function wordsAbout(text: string): string[] {
  return [...contentWords(text)].filter((word) => !AROUND.has(word));
}

const UNSETTLED = /^(?:still )?unclear\b|^pas clair/i;
const MAX_RESOLUTIONS = 6;
const MIN_SHARE = 0.75;
const MIN_SHARED = 2;
const UNBLOCKED =
  /^(?:ok(?:ay)?[,.!]? |good news[,:]? )?(?:(?:it's|it is|that's|that is|this is|i'm|i am|we're|we are|all|the blocker is|the issue is|the problem is)(?: now| all)? )?(?:resolved|unblocked|sorted(?: out)?|no longer blocked|cleared)(?: now)?(?:[.!,;]|$)|^(?:ok[,.!]? |bonne nouvelle[,:]? )?(?:c'est|on est|je suis|le problème est|le blocage est)(?: maintenant| enfin)? (?:débloquée?s?|résolu|réglé|levé)(?:[.!,;]|$)/;
/** Words that say how something was in the way or how it went, and not what it was. */
const AROUND = wordSet(
  "blocked blocker blocking waiting wait stuck cannot can't unable missing lack lacking need needed unclear issue problem until without continue proceed finish run test deploy before first order " +
    "got received obtained have installed started restarted opened open renewed enabled granted configured provided work working fixed resolved solved unblocked available back up running reachable online down offline unreachable unavailable pass passing green again arrived came longer " +
    "bloqué bloquée bloqués attente attend attends manque impossible besoin clair problème souci tant avant " +
    "reçu obtenu eu installé lancé relancé ouvert ouverte ouvrent ouvre renouvelé activé configuré fourni marche fonctionne passe résolu réglé débloqué débloquée corrigé disponible ligne revenu panne indisponible accessible inaccessible arrivé",
);

const NOW = "(?:now |already |finally |all |fully )";
const MAINTENANT = "(?:maintenant |enfin |bien |désormais )?";
// A header or a width can be "fixed" too, so a bare "is fixed" needs a subject that can be repaired.
const REPAIRABLE =
  "(?<=(?:bug|issue|error|failure|test|tests|build|problem|crash|leak|regression|blocker|conflict|conflicts|warning|warnings|ci|pipeline|login|typo|race|deadlock|it|this|that|all|everything|both)(?: ~+){0,4} )";

const GOT =
  "(?:got|received|obtained|installed|started|restarted|opened|renewed|enabled|granted|configured|provided)";
const EU = "(?:reçu|obtenu|eu|installé|lancé|relancé|ouvert|renouvelé|activé|configuré|fourni)";
const RESOLVED: readonly Form[] = [
  {
    from: "after",
    find: wordings([
      `got|received|obtained|installed|started|opened|renewed|enabled|granted|configured|provided → (?<=^(?:[a-z]+, )?)(?:(?:i|we|they|ops|the [a-z]+|someone)(?:'ve| have| has)? )(?:just |now |finally |already )?${GOT}(?= (?:the|an?|my|our|access|us|it) )`,
      `reçu|obtenu|eu |installé|lancé|ouvert|renouvelé|activé|configuré|fourni → (?:j'ai|on a|nous avons|ils ont|les ~+ ont)(?: enfin| bien)? ${EU}(?= (?:la|le|les|l'|un|une|l'accès))`,
    ]),
  },
  {
    from: "sentence",
    find: wordings([
      "open |open.|open,|back|up |up.|running|available|reachable|online|granted|installed → (?:is|are) (?:now )?(?:open|back(?: up)?|up(?: and running)?|running|available|reachable|online|granted|installed)(?=\\s*(?:$|[.!,;]| now| again| too))",
      "arrived|came in|came through → (?:has |have )?(?:arrived|came in|came through)",
      "ouvert|disponible|en ligne|revenu|accessible|installé|arrivé → (?:est|sont) (?:maintenant |enfin |de nouveau |à nouveau )?(?:ouverte?s?|disponibles?|en ligne|revenue?s?|accessibles?|installée?s?|arrivée?s?)(?=\\s*(?:$|[.!,;]| maintenant))",
    ]),
  },
  {
    from: "wording",
    find: wordings([
      "no longer blocked → no longer blocked",
      "plus bloqué → (?:n'est|ne suis|ne sommes|ne sont) plus bloquée?s?",
    ]),
  },
  {
    from: "wording",
    find: openings([
      "fixed|resolved|solved|unblocked → (?:(?:i|we)(?:'ve| have)? )?(?:just |now |also |already )?(?:fixed|resolved|solved|unblocked)(?=:? [^.(]{3})(?!: \\S+$)(?! (?:width|size|point|length|amount|number|position|cost|rate|at|by|in|to|version))",
      "corrigé|résolu|réglé|réparé|débloqué → (?:j'ai |on a |nous avons )?(?:corrigé|résolu|réglé|réparé|débloqué)e?s?(?= ?:? [^.]{3})(?! (?:par|dans|en|à|au))",
    ]),
  },
  {
    from: "sentence",
    find: wordings([
      `fixed|resolved|solved|unblocked → (?:is|are|was|were|'s) ${NOW}(?:fixed|resolved|solved|unblocked)(?! (?:at|to|by))`,
      "fixed|resolved|solved|unblocked → (?:has|have) (?:now |already |finally )?been (?:fixed|resolved|solved|unblocked)",
      `fixed|resolved|solved|unblocked → ${REPAIRABLE}(?:is|are|was|were) (?:fixed|resolved|solved|unblocked)(?! (?:at|to|by))`,
      "works now|working now|work now|works again|working again|work again|passes now|pass now|passing now|passes again|pass again|passing again|green now|green again → (?:(?:is|are) )?(?:works?|working|pass(?:es|ing)?|green) (?:now|again)",
      "now work|now pass → now (?:works?|pass(?:es)?)(?=\\s*(?:$|[.,;!)]| (?:and|again|with|on|in|as)))",
      `corrigé|résolu|réglé|réparé|débloqué → (?:est|sont|a été|ont été) ${MAINTENANT}(?:corrigé|résolu|réglé|réparé|débloqué)e?s?(?! (?:à|au|par))`,
      "marche m|marche e|marche à|marche d|marchent|fonctionne|passe m|passe e|passe à|passe d|passent → (?:marche|fonctionne|passe)(?:nt)? (?:maintenant|enfin|à nouveau|de nouveau)",
    ]),
  },
];
