import {
  type Find,
  narrowed,
  openings,
  type Search,
  shortLine,
  wordings,
  wordSet,
} from "../words/wording.js";
import { isHedged } from "./done.js";
import { isQuestion } from "./next-action.js";
import { isTitle, itemsBelow, linesIn, lowerOf, proseIn, sentencesIn } from "./sentence.js";

/** The blockers that a text reports, in short phrases. */
export function blockersIn(text: string): string[] {
  const found = new Set<string>();
  const prose = proseIn(text);
  const forms = narrowed(BLOCKED, prose);
  const labelOf = labelIn.within(prose);
  if (forms.length === 0 && labelOf === undefined) return [];
  for (const { text: sentence, lower } of sentencesIn(text)) {
    const label = labelOf?.(lower);
    if (label !== undefined) add(found, sentence.slice(label[0].length));
    else for (const { find, from } of forms) addMatch(found, sentence, lower, find, from);
  }
  const lines = linesIn(text);
  for (const [index, line] of lines.entries())
    if (isTitle(line) && TITLE.test(lowerOf(line.text)))
      for (const item of itemsBelow(lines, index)) add(found, item.text);
  return [...found].slice(0, MAX_BLOCKERS);
}

/** The blockers that a text reports as resolved, in short phrases. */
export function resolutionsIn(text: string): string[] {
  const found = new Set<string>();
  const forms = narrowed(RESOLVED, proseIn(text));
  if (forms.length === 0) return [];
  for (const { text: sentence, lower } of sentencesIn(text))
    for (const { find, from } of forms) addMatch(found, sentence, lower, find, from);
  return [...found].slice(0, MAX_BLOCKERS);
}

interface Form {
  readonly find: Search;
  /** The start of the phrase. */
  readonly from: "wording" | "after" | "sentence";
}

const MAX_BLOCKERS = 6;
// A pronoun does not say which blocker was resolved.
const PRONOUNS = wordSet(" it this that they these those all both everything c' c'est ça tout tous");

function addMatch(found: Set<string>, sentence: string, lower: string, find: Find, from: Form["from"]): void {
  const match = find(lower);
  // Dots at the end are the output of a waiting program.
  if (match === undefined || /(?:\.\.\.|…)$/.test(lower)) return;
  if (isQuestion(lower) || isHedged(lower.slice(0, match.index))) return;
  const to = match.index + match[0].length;
  if (from === "sentence") {
    const subject = lastClause(sentence.slice(0, match.index));
    if (!PRONOUNS.has(subject.toLowerCase()))
      add(found, sentence.slice(sentence.lastIndexOf(subject, match.index), to));
  } else add(found, sentence.slice(from === "after" ? to : match.index));
}

/** "The lock is gone, but the test" is about the test. */
function lastClause(before: string): string {
  return (before.split(/[,;:] | [—–-] /).at(-1) ?? "")
    .replace(/^\s*(?:but|and|so|mais|et|donc)\b/i, "")
    .trim();
}

function add(found: Set<string>, phrase: string): void {
  const clause =
    phrase.split(/ [—–] |; |,? (?:but|mais) |, (?:so|which|and (?:i|we|then)|donc|ce qui)\b/, 1)[0] ?? "";
  const short = shortLine(clause);
  if (short === undefined || isQuestion(lowerOf(short))) return;
  if (NOTHING.test(lowerOf(short).replace(WAITING, ""))) return;
  // Keep the longer of two overlapping phrases.
  for (const other of found) {
    if (other.includes(short)) return;
    if (short.includes(other)) found.delete(other);
  }
  found.add(short);
}

const WAITING = /^(?:still |currently )?(?:waiting (?:for|on)|en attente (?:de|d'))\s*/;
// Waiting for the user is not a blocker.
const NOTHING =
  /^(?:none|nothing|no blockers?|n\/a|no|aucune?|rien|néant|it|that|this|ça|là-dessus|you|your (?:answer|reply|response|input|confirmation|go-ahead|feedback|decision|approval|review).*|the user.*|ta réponse|votre réponse|ton retour|toi)$/;
const TITLE =
  /^(?:(?:current|known|remaining|open) )?(?:blockers?|blocking issues?|blocked)\s*:?$|^(?:points? )?(?:bloquants?|blocages?)\s*:?$/;

const labelIn = openings([
  "blocker → (?:current |known |main |only )?blockers?\\s*:\\s*",
  "blocked: → blocked:\\s*",
  "bloquant|blocage → (?:point |seul )?(?:bloquant|blocage)\\s*:\\s*",
]);

const WORK =
  "(?:i'm|i am|we're|we are|it's|it is|this is|that's|that is|(?:the |this |our |my )?(?:work|task|pr|merge|release|deploy(?:ment)?|migration|progress|build|feature|rest|phase \\d+|step \\d+|everything|everything else) (?:is|remains))(?: (?:now|still|currently|completely))?";
const TRAVAIL =
  "(?:je suis|on est|nous sommes|c'est|(?:le |la |l')?(?:travail|tâche|pr|fusion|livraison|déploiement|migration|suite|reste|tout) (?:est|reste))(?: (?:toujours|encore|actuellement|complètement))?";

const BLOCKED: readonly Form[] = [
  {
    from: "wording",
    find: openings([
      "blocked → (?:still |currently )?blocked (?:by|on|until|because|waiting)",
      "stuck on → (?:still |currently )?stuck (?:on|because|until)",
      "waiting → (?:still |currently )?waiting (?:for|on)(?! the (?:process|command|promise|server|test|build)~* to)",
      "cannot|can't|unable → (?:still )?(?:cannot|can't|unable to) [^.?!]{3,80}? (?:because|until|without|due to)",
      "bloqué → (?:toujours |encore )?bloquée?s? (?:par|sur|tant que|parce que|car|en attente)",
      "attente → (?:toujours |encore )?en attente (?:de|d'|du|des)",
      "impossible → impossible (?:de|d') ?[^.?!]{3,80}? (?:car|parce que?|tant que|sans|à cause)",
      "manque → il (?:nous |me )?manque(?: encore)?(?! (?:de rien|plus|rien))",
    ]),
  },
  {
    from: "wording",
    find: wordings([
      `blocked → (?<=(?:${WORK}) )blocked(?: (?:by|on|until|because)|:)`,
      "not able to|unable to → (?<=(?:i|we) )(?:was|were|am|are) (?:not able|unable) to [^.?!]{3,80}? (?:because|until|without|due to)",
      "to continue|to proceed|to finish → (?<=(?:i|we) (?:still )?)need (?:access|permission|credentials|the |a |an )[^.?!]{3,80}? to (?:continue|proceed|finish)",
      "pour continuer|pour avancer|pour finir → (?<=j'ai |on a )besoin (?:de |d'|du |des )[^.?!]{3,80}? pour (?:continuer|avancer|finir)",
      "stuck → (?<=(?:i'm|i am|we're|we are)(?: (?:now|still|completely))? )stuck (?:on|because|until)",
      "waiting → (?<=(?:i'm|i am|we're|we are|still)(?: still)? )waiting (?:for|on)",
      "cannot|can't|unable → (?<=(?:i|we|you) (?:still )?)(?:cannot|can't) [^.?!]{3,80}? (?:because|until|without|due to)",
      "unable → (?<=(?:i'm|i am|we're|we are)(?: still)? )unable to [^.?!]{3,80}? (?:because|until|without|due to)",
      `bloqué → (?<=(?:${TRAVAIL}) )bloquée?s?(?: (?:par|sur|tant que|parce que|car)| ?:)`,
      "attente → (?<=(?:je suis|on est|nous sommes)(?: toujours| encore)? )en attente (?:de|d'|du|des)",
      "peux pas|peut pas|pouvons pas → (?:je|on|nous) (?:ne )?(?:peux|peut|pouvons) pas [^.?!]{3,80}? (?:car|parce que?|tant que|sans|à cause)",
      "manque → (?<=(?:car|mais|et|encore|,|:) )il (?:nous |me )?manque(?! (?:de rien|plus|rien))",
    ]),
  },
];

const NOW = "(?:now |already |finally |all |fully )";
const MAINTENANT = "(?:maintenant |enfin |bien |désormais )?";
// A header or a width can be "fixed" too, so a bare "is fixed" needs a subject that can be repaired.
const REPAIRABLE =
  "(?<=(?:bug|issue|error|failure|test|tests|build|problem|crash|leak|regression|blocker|conflict|conflicts|warning|warnings|ci|pipeline|login|typo|race|deadlock|it|this|that|all|everything|both)(?: ~+){0,4} )";

const RESOLVED: readonly Form[] = [
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
