import { anyOf } from "./any-of.js";
import { isHedged } from "./hedge.js";
import { isQuestion } from "./question.js";
import { type Sentence, sentencesIn } from "./sentence.js";
import { shortLine } from "./short-line.js";

export interface Decision {
  readonly choice: string;
  readonly reason?: string;
  /** What was not taken. */
  readonly rejected: readonly string[];
}

/** The decisions a text states as made. Proposals, questions and conditions are none. */
export function decisionsIn(text: string): Decision[] {
  const sentences = sentencesIn(text);
  const found = new Map<string, Decision>();
  for (const [index, sentence] of sentences.entries()) {
    const decision = decisionIn(sentence);
    if (decision === undefined) continue;
    found.set(decision.choice.toLowerCase(), completed(decision, sentences.slice(index + 1, index + 3)));
    if (found.size === MOST) break;
  }
  return [...found.values()];
}

const MOST = 6;
const LONGEST = 120;

function decisionIn({ text, isItem }: Sentence): Decision | undefined {
  if (isQuestion(text)) return undefined;
  for (const form of FORMS) {
    const match = form.pattern.exec(text);
    if (match === null) continue;
    const before = text.slice(0, match.index).replace(/^(?:no|nope|non)[,.!]\s*/i, "");
    if (isHedged(before) || (form.opens === true && (isItem || !OPENING.test(before)))) continue;
    const rest = text.slice(match.index + match[0].length);
    const decision = readChoice(
      form.keepsVerb === true ? `${match[0].replace(SPEAKER, "")}${rest}` : rest,
      match[0].endsWith(":"),
    );
    if (decision === undefined) continue;
    if (form.needsAlternative === true && decision.rejected.length === 0) continue;
    return decision;
  }
  return undefined;
}

/** "X instead of Y because Z" in any order of its parts. */
function readChoice(rest: string, isLabelled: boolean): Decision | undefined {
  const parts = { choice: rest, rejected: "", reason: "" };
  const because = BECAUSE.exec(parts.choice);
  if (because !== null) {
    parts.reason = parts.choice.slice(because.index + because[0].length);
    parts.choice = parts.choice.slice(0, because.index);
  }
  const instead = INSTEAD.exec(parts.choice);
  if (instead !== null) {
    parts.rejected = parts.choice.slice(instead.index + instead[0].length);
    parts.choice = parts.choice.slice(0, instead.index);
  }
  const told = isLabelled ? parts.choice : parts.choice.replace(LEADING, "");
  const choice = shortLine(told.split(/ [—–] |; /, 1)[0] ?? "", LONGEST);
  if (choice === undefined || choice.length < 3 || EMPTY.test(choice)) return undefined;
  const rejected = parts.rejected === "" ? [] : alternatives(parts.rejected);
  const reason = parts.reason === "" ? undefined : shortLine(parts.reason, LONGEST);
  return reason === undefined ? { choice, rejected } : { choice, reason, rejected };
}

/** "Y or Z" are two, a long clause is one. */
function alternatives(text: string): string[] {
  const clause = text.split(/ [—–] |; |, (?:which|so|and|as|since|ce qui|donc|et)(?!\p{L})/u, 1)[0] ?? "";
  const parts = clause.split(/,? (?:or|nor|and|ou|ni|et) |, /);
  const isList = parts.every((part) => part.trim().split(" ").length <= 4);
  return (isList ? parts : [clause])
    .map((part) => shortLine(part.replace(LEADING, ""), 80))
    .filter((part) => part !== undefined)
    .filter((part) => !EMPTY.test(part))
    .slice(0, 4);
}

/** Reasons and rejected alternatives often follow in sentences of their own. */
function completed(decision: Decision, following: readonly Sentence[]): Decision {
  let { reason } = decision;
  const rejected = [...decision.rejected];
  for (const { text } of following) {
    const because = REASON_LABEL.exec(text);
    if (because !== null) reason ??= shortLine(text.slice(because[0].length), LONGEST);
    const against = REJECTED_LABEL.exec(text);
    if (against !== null && rejected.length === 0)
      rejected.push(...alternatives(text.slice(against[0].length)));
  }
  return reason === undefined ? { ...decision, rejected } : { ...decision, reason, rejected };
}

interface Form {
  readonly pattern: RegExp;
  /** It must open its sentence, outside a list: in the middle it is a description. */
  readonly opens?: boolean;
  /** Only "X instead of Y" makes it a decision. */
  readonly needsAlternative?: boolean;
  /** The verb is part of what was chosen: "keep the old parser". */
  readonly keepsVerb?: boolean;
}

const TAKE = "use|go with|stick with|stick to|settle on|opt for|choose|pick|adopt";
const TOOK = "went with|chose|picked|opted for|settled on|stuck with|adopted";

const FORMS: readonly Form[] = [
  // English
  {
    pattern: anyOf([
      "(?:final |key |design |architectur(?:e|al) )?decision(?: made| taken)?(?: is| was)?\\s*:",
      "decided\\s*:",
    ]),
  },
  {
    pattern: anyOf([
      "(?:we|I)(?:'ve| have)?(?: (?:just|also|already|finally|now))? (?:decided|agreed|chose|chosen|opted) (?:to (?:use|go with)|on using|on|for|that we(?:'ll| will)? (?:use|go with))",
      "the decision (?:is|was) to (?:use|go with)",
      "it was decided to (?:use|go with)",
    ]),
  },
  {
    pattern: anyOf([
      "(?:we|I)(?:'ve| have)?(?: (?:just|also|already|finally|now))? (?:decided|agreed|chosen|opted|resolved) (?:to|that|against)",
      "the decision (?:is|was) (?:to|that)",
      "it was decided (?:to|that)",
    ]),
  },
  { pattern: anyOf([`let's (?:just |now |all )?(?:${TAKE})`, "let's go for"]) },
  {
    pattern: anyOf(["let's (?:just |rather )?(?:keep|switch to|move to|replace|drop|store|make)"]),
    keepsVerb: true,
    needsAlternative: true,
  },
  {
    pattern: anyOf([
      `we(?:'ll| will|'re going to| are going to) (?:just )?(?:${TAKE})`,
      "I(?:'ll| will) (?:go|stick) with",
    ]),
  },
  { pattern: anyOf(["we(?:'re| are) (?:going|sticking) with", "going with"]), opens: true },
  { pattern: anyOf([`(?:I|we)(?:'ve)? (?:${TOOK})`, "(?:I|we)(?:'ve)? (?:decided|settled) on"]) },
  {
    pattern: anyOf([
      "(?:I|we)(?:'ve)? (?:used|kept|switched to|moved to)",
      "(?:used|kept|chose|picked|went with|opted for)",
    ]),
    opens: true,
    needsAlternative: true,
  },
  { pattern: anyOf(["(?:use|keep|prefer|choose|pick|take|adopt)"]), opens: true, needsAlternative: true },
  { pattern: anyOf(["go with|stick with|settle on|opt for"]), opens: true },
  // French
  { pattern: anyOf(["décision(?: prise| finale)?\\s*:", "décidé\\s*:", "choix(?: retenu| final)?\\s*:"]) },
  {
    pattern: anyOf([
      "on (?:part|reste) sur",
      "(?:on|nous|je) (?:a|avons|ai) (?:finalement |donc |aussi )?(?:choisi|décidé|retenu|adopté) (?:d'utiliser|de prendre|de partir sur|l'utilisation de)",
      "(?:on a|nous avons|j'ai|on s'est|nous nous sommes) (?:finalement |donc |aussi )?(?:opté pour|retenu|choisi|adopté|tranché pour|décidé pour|mis d'accord (?:sur|pour))(?! (?:de|d')(?!\\p{L}))",
      "(?:on a|nous avons|j'ai) (?:finalement |donc )?(?:choisi|décidé) d'utiliser",
      "(?:partons|restons) sur",
      "(?:utilisons|prenons|adoptons|choisissons)",
      "le choix s'est porté sur",
      "on va (?:utiliser|partir sur|prendre|rester sur)",
    ]),
  },
  {
    pattern: anyOf([
      "(?:on a|nous avons|j'ai|il a été) (?:finalement |donc )?(?:choisi|décidé) (?:de|que)",
      "(?:on a|nous avons|j'ai|il a été) (?:finalement |donc )?(?:choisi|décidé) d'(?=\\p{L})",
    ]),
  },
  {
    pattern: anyOf(["on (?:utilise|garde|prend|choisit|passe (?:à|sur|en)|adopte)"]),
    opens: true,
    needsAlternative: true,
  },
  { pattern: anyOf(["(?:gardons|remplaçons|passons à)"]), opens: true, needsAlternative: true },
  {
    pattern: anyOf(["(?:utilise|garde|prends|choisis|préfère|utilisez|gardez|prenez)"]),
    opens: true,
    needsAlternative: true,
  },
  { pattern: anyOf(["j'ai (?:utilisé|gardé|pris|préféré)"]), opens: true, needsAlternative: true },
];

const SPEAKER = /^(?:let's|we'll|we will)\s+(?:just |rather )?/i;
// What may stand before an opening: a courtesy, not a clause.
const OPENING =
  /^(?:(?:ok(?:ay)?|yes|yeah|no|so|please|then|and|also|alright|right|well|for now|great|good|oui|non|alors|donc|bon|et|du coup|d'accord|finalement|stp|actually)[\s,.!:—-]*){0,3}$/iu;

const INSTEAD = anyOf([
  ",? ?(?:instead of|rather than|as opposed to|in place of|over)(?: (?:using|with|going with))?",
  "(?<=,) (?:and )?not(?: (?:with|on|in|the))?",
  "(?:,? ?)(?:plutôt que|plutôt qu'|au lieu de|au lieu d'|à la place de|et non(?: pas)?)(?: d'utiliser| de| d')?",
  "(?<=,) pas",
]);
const BECAUSE = anyOf([
  ",? ?(?:because(?: of)?|since|due to|as (?=(?:it|this|that|they|we)['\\s])(?!(?:it|this|that|they) (?:is|are|was|were)(?:\\s*$|[.,]))|so that|in order to|given that|thanks to|to avoid|to prevent)",
  ",? ?(?:car|parce qu(?:e|')|puisqu(?:e|')|vu que|étant donné que|à cause d[eu]|afin (?:de|d'|que)|pour éviter|grâce à|pour que)",
]);
const REASON_LABEL = /^(?:reason(?:ing)?|rationale|why|because|raison|pourquoi|parce que)(?!\p{L})\s*:?\s*/iu;
const REJECTED_LABEL =
  /^(?:rejected|alternatives? (?:rejected|considered)|instead of|not|rejetée?s?|écartée?s?|alternatives? écartées?)\s*:\s*/iu;
const LEADING =
  /^\s*(?:(?:to|that|on|for|using|with|the|a|an|our|de|d'|que|le|la|les|l'|un|une|des)(?:\s+|(?<=')))+/i;
// A choice that only points at something said elsewhere tells the next reader nothing.
const EMPTY =
  /^(?:it|that|this|them|these|those|both|all|one|ones|yours?|mine|ours|you|me|ça|cela|ceci|lui|elle|celui-ci|celle-là|tout|tous|the (?:same|first|second|third|last|former|latter|other)(?: one| option| approach)?|(?:first|second|third|last|former|latter|other|same|simplest|simple|recommended|your|my|this|that)(?: (?:one|option|approach|solution|idea|suggestion|plan|way|choice))?|(?:options?|choices?|variante?s?|solutions?|approach|approche|number|no\.?|nr\.?|plan|ton|ta|cette|ce|l')?\s*(?:#?\d+|[a-d]|[ivx]+)?(?:\s*(?:and|or|et|ou|\+)\s*(?:#?\d+|[a-d]))?|ahead|from there|defaults?|recommendation|ta proposition|la première|la deuxième|la seconde)$/iu;
