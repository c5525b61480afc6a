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

/** A way of saying that something is in the way, or no longer is. */
export interface Form {
  readonly find: Search;
  /** The start of the phrase. */
  readonly from: "wording" | "after" | "sentence";
}

const MAX_BLOCKERS = 6;
// A pronoun does not say which blocker was resolved.
const PRONOUNS = wordSet(" it this that they these those all both everything c' c'est ça tout tous");

export function addMatch(
  found: Set<string>,
  sentence: string,
  lower: string,
  find: Find,
  from: Form["from"],
): void {
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

function add(found: Set<string>, said: string): void {
  const phrase = said.replace(BLOCKED_BY, "");
  const clause =
    phrase.split(
      / [—–] |; |,? (?:but|mais) |,? so (?:i|we|that) |, (?:so|which|and (?:i|we|then)|donc|ce qui)\b/,
      1,
    )[0] ?? "";
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

// The line that tells a blocker begins with that word.
const BLOCKED_BY =
  /^(?:still |currently |toujours |encore )?(?:(?:blocked|stuck)(?: (?:by|on|because)|:)|bloquée?s?(?: (?:par|sur|parce qu[e']|car)| ?:)|(?:blocked|bloquée?s?) (?=until|tant que|waiting|en attente))\s*/i;
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
      "unclear → (?:still )?unclear(?: (?:which|whether|how|what|if|why|where|who)|:)",
      "need: → need:",
      "issue: → (?:open |known )?issue:(?! https?:)",
      "attend → (?:on attend|j'attends|nous attendons)(?: toujours| encore)?(?: (?:que|qu'|de|d'|la|le|les|l'|un|une))(?! (?:tu|vous|ta|ton|votre))",
    ]),
  },
  {
    from: "sentence",
    find: wordings([
      `down|unreachable|offline|unavailable → (?:is|are)(?: still| currently| again)? (?:down|unreachable|offline|unavailable)(?=\\s*(?:$|[.,;!]| so | and | again| since| today| now))`,
      "panne|indisponible|inaccessible|tombé → (?:est|sont)(?: toujours| encore| de nouveau)? (?:en panne|hors service|hors ligne|indisponibles?|inaccessibles?|tombée?s?)(?=\\s*(?:$|[.,;!]| donc | et ))",
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
      "unclear → (?<=(?:it is|it's|it remains|is|are|remains) (?:still )?)unclear (?:which|whether|how|what|if|why|where|who)",
      "need → (?<=(?:i|we|you) (?:still |first )?)need (?!to )[^.?!]{2,60}? (?:(?:running|installed|configured|approved|merged|deployed|up|ready) )?(?:before (?:that|this|it|we|i|you|any|the)|first(?=\\s*(?:$|[.,;!])))(?: [^.?!]{0,60})?",
      "issue|problem|trouble → (?<=(?:there's|there is|we have|i have|i'm having|we're having|i hit|we hit|running into) )(?:an?|some|another) (?:~+ )?(?:issues?|problems?|trouble) (?:with|on|in)",
      "besoin → (?<=j'ai |on a |il faut )besoin (?:de |d'|du |des |que )[^.?!]{3,80}? (?:avant (?:de|d'|que)|pour que|pour pouvoir)",
      "pas clair → (?<=c'est |n'est |ce n'est |il n'est )pas clair(?:e)? (?:si|quel|quelle|comment|pourquoi|où|qui)",
      "problème|souci → (?<=on a |j'ai |il y a )(?:un|des|encore un) (?:problèmes?|soucis?) (?:avec|sur|de|dans)",
      `bloqué → (?<=(?:${TRAVAIL}) )bloquée?s?(?: (?:par|sur|tant que|parce que|car)| ?:)`,
      "attente → (?<=(?:je suis|on est|nous sommes)(?: toujours| encore)? )en attente (?:de|d'|du|des)",
      "peux pas|peut pas|pouvons pas → (?:je|on|nous) (?:ne )?(?:peux|peut|pouvons) pas [^.?!]{3,80}? (?:car|parce que?|tant que|sans|à cause)",
      "manque → (?<=(?:car|mais|et|encore|,|:) )il (?:nous |me )?manque(?! (?:de rien|plus|rien))",
    ]),
  },
];
