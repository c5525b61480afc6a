import { anyOf } from "./any-of.js";
import { isHedged } from "./hedge.js";
import { isTitle, itemsBelow } from "./items-below.js";
import { isQuestion } from "./question.js";
import { type Line, linesIn, type Sentence, sentencesIn } from "./sentence.js";
import { shortLine } from "./short-line.js";

export interface Decision {
  readonly choice: string;
  readonly reason?: string;
  /** What was not taken. */
  readonly rejected: readonly string[];
}

/** The decisions a text states as made. Proposals, questions and conditions are none. */
export function decisionsIn(text: string): Decision[] {
  const found = new Map<string, Decision>();
  for (const decision of [...stated(sentencesIn(text)), ...listed(linesIn(text))]) {
    const key = decision.choice.toLowerCase();
    if (found.size < MOST && !found.has(key)) found.set(key, decision);
  }
  return [...found.values()];
}

function* stated(sentences: readonly Sentence[]): Generator<Decision> {
  for (const [index, sentence] of sentences.entries()) {
    const isAdvice = ADVICE.test(sentences[index - 1]?.text ?? "");
    const decision = isAdvice ? undefined : decisionIn(sentence);
    if (decision !== undefined) yield completed(decision, sentences.slice(index + 1, index + 3));
  }
}

/** The list below a title such as "Decisions:". */
function* listed(lines: readonly Line[]): Generator<Decision> {
  for (const [index, line] of lines.entries()) {
    if (!isTitle(line) || !TITLE.test(line.text)) continue;
    for (const item of itemsBelow(lines, index)) {
      const decision = isQuestion(item.text) ? undefined : readChoice(item.text, true);
      if (decision !== undefined) yield decision;
    }
  }
}

const MOST = 6;
const LONGEST = 120;

function decisionIn({ text, isItem }: Sentence): Decision | undefined {
  if (isQuestion(text)) return undefined;
  for (const form of FORMS) {
    const match = form.pattern.exec(text);
    if (match === null) continue;
    const before = text.slice(0, match.index).replace(/^(?:no|nope|non)[,.!]\s*/i, "");
    if (isHedged(before) || (form.opens !== undefined && !OPENING.test(before))) continue;
    if (form.opens === "outside a list" && isItem) continue;
    const rest = text.slice(match.index + match[0].length);
    const decision = readChoice(
      form.says === undefined ? rest : form.says(before, match[0], rest),
      form.says !== undefined || match[0].endsWith(":"),
    );
    if (decision === undefined) continue;
    if (form.refuses !== undefined) return refused(form.refuses, decision);
    if (form.needsAlternative === true && decision.rejected.length === 0) continue;
    return decision;
  }
  return undefined;
}

/** "We decided against X" chooses nothing but the absence of X. */
function refused(not: string, { choice, reason }: Decision): Decision {
  const refusal = { choice: `${not} ${choice}`, rejected: [choice] };
  return reason === undefined ? refusal : { ...refusal, reason };
}

/** "X instead of Y because Z". */
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

/** "Uploads: the queue" is the queue. */
function subjectIn(before: string): string {
  return (before.split(/ [—–-] |: /).findLast((part) => part.trim() !== "") ?? "").trim();
}

/** "Y or Z" are two, a long clause is one. */
function alternatives(text: string): string[] {
  const clause =
    text.split(/ [—–] |; |, (?:which|so|and|as|since|\p{L}{2,20}ing|ce qui|donc|et)(?!\p{L})/u, 1)[0] ?? "";
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
  /** It must open its sentence: in the middle it is a description, in a list one of several proposals. */
  readonly opens?: "anywhere" | "outside a list";
  /** Only "X instead of Y" makes it a decision. */
  readonly needsAlternative?: boolean;
  /** What was chosen, where that is more than what follows: "keep the old parser", "the queue uses Redis". */
  readonly says?: (before: string, matched: string, rest: string) => string;
  /** The word for "not" where the form turns something down. */
  readonly refuses?: "not" | "pas";
}

const TAKE = "use|go with|stick with|stick to|settle on|opt for|choose|pick|adopt";
const TOOK = "went with|chose|picked|opted for|settled on|stuck with|adopted";

const FORMS: readonly Form[] = [
  // English
  {
    pattern: anyOf([
      "(?:we|I)(?:'ve| have)? (?:decided|agreed|chosen|opted) (?:not to use|against(?: using)?)",
      "let's not use",
      "we (?:won't|will not|are not going to|aren't going to) use",
    ]),
    refuses: "not",
  },
  {
    pattern: anyOf(["now uses?"]),
    says: (before, matched, rest) => `${subjectIn(before)} ${matched.slice("now ".length)}${rest}`,
    needsAlternative: true,
  },
  {
    pattern: anyOf([
      "(?:final |key |design |architectur(?:e|al) )?decision(?: made| taken)?(?: is| was)?\\s*:",
      "decided\\s*:",
    ]),
    opens: "anywhere",
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
      "(?:we|I)(?:'ve| have)?(?: (?:just|also|already|finally|now))? (?:decided|agreed|chosen|opted|resolved) (?:to|that)",
      "the decision (?:is|was) (?:to|that)",
      "it was decided (?:to|that)",
    ]),
  },
  { pattern: anyOf([`let's (?:just |now |all )?(?:${TAKE})`, "let's go for"]) },
  {
    pattern: anyOf(["let's (?:just |rather )?(?:keep|switch to|move to|replace|drop|store|make)"]),
    says: (_, matched, rest) => `${matched.replace(/^let's (?:just |rather )?/i, "")}${rest}`,
    needsAlternative: true,
  },
  {
    pattern: anyOf([
      `we(?:'ll| will|'re going to| are going to) (?:just )?(?:${TAKE})`,
      "I(?:'ll| will) (?:go|stick) with",
    ]),
  },
  { pattern: anyOf(["we(?:'re| are) (?:going|sticking) with", "going with"]), opens: "outside a list" },
  { pattern: anyOf([`(?:I|we)(?:'ve)? (?:${TOOK})`, "(?:I|we)(?:'ve)? (?:decided|settled) on"]) },
  {
    pattern: anyOf([
      "(?:I|we)(?:'ve)? (?:used|kept|switched to|moved to)",
      "(?:used|kept|chose|picked|went with|opted for)",
    ]),
    opens: "outside a list",
    needsAlternative: true,
  },
  {
    pattern: anyOf(["(?:use|keep|prefer|choose|pick|take|adopt)"]),
    opens: "outside a list",
    needsAlternative: true,
  },
  { pattern: anyOf(["go with|stick with|settle on|opt for"]), opens: "outside a list" },
  // French
  {
    pattern: anyOf([
      "(?:on a|nous avons|j'ai) (?:décidé|choisi) de ne (?:pas|plus) utiliser",
      "on n'utilise (?:pas|plus)",
      "on n'utilisera (?:pas|plus)",
    ]),
    refuses: "pas",
  },
  {
    pattern: anyOf(["utilise (?:maintenant|désormais)"]),
    says: (before, _, rest) => `${subjectIn(before)} utilise${rest}`,
    needsAlternative: true,
  },
  {
    pattern: anyOf(["décision(?: prise| finale)?\\s*:", "décidé\\s*:", "choix(?: retenu| final)?\\s*:"]),
    opens: "anywhere",
  },
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
    opens: "outside a list",
    needsAlternative: true,
  },
  { pattern: anyOf(["(?:gardons|remplaçons|passons à)"]), opens: "outside a list", needsAlternative: true },
  {
    pattern: anyOf(["(?:utilise|garde|prends|choisis|préfère|utilisez|gardez|prenez)"]),
    opens: "outside a list",
    needsAlternative: true,
  },
  {
    pattern: anyOf(["j'ai (?:utilisé|gardé|pris|préféré)"]),
    opens: "outside a list",
    needsAlternative: true,
  },
];

// Advice and a choice of options are not decided yet.
const ADVICE = /recommend|suggest|proposal|my take|options? (?:are|:)|conseil|recommand|suggestion|propos/i;
const TITLE =
  /^(?:(?:key|main|design|technical|architectur(?:e|al)|implementation|our|the) )*decisions?(?: (?:made|taken|so far))*\s*:?$|^décisions?(?: (?:prises?|techniques?|clés?))*\s*:?$/iu;

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
  /^(?:options? #?[\da-d](?!\p{L}).*|it|that|this|them|these|those|both|all|one|ones|yours?|mine|ours|you|me|ça|cela|ceci|lui|elle|celui-ci|celle-là|tout|tous|the (?:same|first|second|third|last|former|latter|other)(?: one| option| approach)?|(?:first|second|third|last|former|latter|other|same|simplest|simple|recommended|your|my|this|that)(?: (?:one|option|approach|solution|idea|suggestion|plan|way|choice))?|(?:options?|choices?|variante?s?|solutions?|approach|approche|number|no\.?|nr\.?|plan|ton|ta|cette|ce|l')?\s*(?:#?\d+|[a-d]|[ivx]+)?(?:\s*(?:and|or|et|ou|\+)\s*(?:#?\d+|[a-d]))?|ahead|from there|defaults?|recommendation|ta proposition|la première|la deuxième|la seconde)$/iu;
