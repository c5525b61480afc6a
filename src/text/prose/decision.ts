import { type Narrowed, narrowed, shortLine } from "../words/wording.js";
import { alternatives, type Decision, readChoice } from "./choice.js";
import { DECISION_FORMS, type DecisionForm } from "./decision-form.js";
import { isHedged } from "./done.js";
import { isQuestion } from "./next-action.js";
import { isMarkedAsReversal, reversalIn } from "./reversal.js";
import {
  isTitle,
  itemsBelow,
  type Line,
  linesIn,
  lowerOf,
  proseIn,
  type Sentence,
  sentencesIn,
} from "./sentence.js";

export type { Decision } from "./choice.js";

/** The decisions that a text states as made, without proposals, questions and conditions. */
export function decisionsIn(text: string): Decision[] {
  const found = new Map<string, Decision>();
  for (const decision of [...stated(text), ...listed(linesIn(text))]) {
    const key = decision.choice.toLowerCase();
    if (found.size < MAX_DECISIONS && !found.has(key)) found.set(key, decision);
  }
  return [...found.values()];
}

/** Only the decisions that a text labels as such: "Decided: …", "Key decisions:" and its list. */
export function labelledDecisionsIn(text: string): Decision[] {
  const said = sentencesIn(text).filter(({ lower }) => LABEL.test(lower));
  return [...said.flatMap((sentence) => decisionsIn(sentence.text)), ...listed(linesIn(text))].slice(
    0,
    MAX_DECISIONS,
  );
}

function* stated(text: string): Generator<Decision> {
  const forms = narrowed(DECISION_FORMS, proseIn(text));
  const sentences = sentencesIn(text);
  for (const [index, sentence] of sentences.entries()) {
    const decision = decisionOf(sentence, forms);
    if (decision === undefined || ADVICE.test(sentences[index - 1]?.lower ?? "")) continue;
    yield completed(decision, sentences.slice(index + 1, index + 3));
  }
}

/** The list below a title such as "Decisions:". */
function* listed(lines: readonly Line[]): Generator<Decision> {
  for (const [index, line] of lines.entries()) {
    if (!isTitle(line) || !TITLE.test(lowerOf(line.text))) continue;
    for (const item of itemsBelow(lines, index)) {
      const decision = isQuestion(lowerOf(item.text))
        ? undefined
        : readChoice(item.text, { isLiteral: true });
      if (decision !== undefined) yield decision;
    }
  }
}

function decisionOf(sentence: Sentence, forms: readonly Narrowed<DecisionForm>[]): Decision | undefined {
  if (isQuestion(sentence.lower)) return undefined;
  const reversal = reversalIn(sentence);
  if (reversal !== undefined) return reversal;
  const decision = decisionIn(sentence, forms) ?? consequenceIn(sentence, forms);
  if (decision === undefined || decision.rejected.length > 0 || !isMarkedAsReversal(sentence.text))
    return decision;
  return { ...decision, takesBack: "latest" };
}

/** The decision after what is not possible: "ops won't give us Redis, so let's use Postgres". */
function consequenceIn(
  { text, lower, isItem }: Sentence,
  forms: readonly Narrowed<DecisionForm>[],
): Decision | undefined {
  const match = CONSEQUENCE.exec(lower);
  if (match === null) return undefined;
  const before = lower.slice(0, match.index);
  if (!IMPOSSIBLE.test(before) || CONDITIONAL.test(before)) return undefined;
  const from = match.index + match[0].length;
  const decision = decisionIn({ text: text.slice(from), lower: lower.slice(from), isItem }, forms);
  return decision && { ...decision, reason: decision.reason ?? shortLine(text.slice(0, match.index)) };
}

function decisionIn(sentence: Sentence, forms: readonly Narrowed<DecisionForm>[]): Decision | undefined {
  for (const form of forms) {
    const match = form.find(form.opens === undefined ? sentence.lower : sentence.lower.slice(0, 50));
    if (match === undefined) continue;
    const decision = readForm(form, sentence, match.index, match.index + match[0].length);
    if (decision !== undefined) return decision;
  }
  return undefined;
}

function readForm(
  form: Omit<DecisionForm, "find">,
  sentence: Sentence,
  from: number,
  to: number,
): Decision | undefined {
  const { text, lower, isItem } = sentence;
  const before = lower.slice(0, from).replace(/^(?:no|nope|non)[,.!]\s*/, "");
  if (isHedged(before) || (form.opens !== undefined && !OPENING.test(before))) return undefined;
  if (form.opens === "outside a list" && isItem) return undefined;
  if (form.isPlain === true && text.includes("`")) return undefined;
  const [rest = "", why] = splitReason(text.slice(to));
  const said = form.says?.(text.slice(0, from), text.slice(from, to), rest) ?? rest;
  const isLiteral = form.says !== undefined || form.isClause === true || lower[to - 1] === ":";
  const decision = readChoice(said, { isLiteral, isComparing: form.isComparing === true });
  if (decision === undefined || (form.needsAlternative === true && decision.rejected.length === 0))
    return undefined;
  // A clause too long to be quoted is pasted text.
  if (form.needsAlternative === true && decision.choice.endsWith("…")) return undefined;
  if (form.needsPurpose === true && decision.rejected.length === 0 && !PURPOSE.test(lowerOf(said)))
    return undefined;
  const reason = decision.reason ?? why;
  if (form.refuses === undefined) return reason === undefined ? decision : { ...decision, reason };
  const { choice } = decision;
  return { choice: `${form.refuses} ${choice}`, reason, rejected: [choice] };
}

/** Splits off the clause that says what is not possible: "Postgres, ops won't give us Redis". */
function splitReason(said: string): [choice: string, reason?: string] {
  const match = REASON_CLAUSE.exec(said);
  const reason = match === null ? undefined : shortLine(match[1] ?? "");
  return reason === undefined || match === null ? [said] : [said.slice(0, match.index), reason];
}

/** Adds the reason and the rejected alternatives that follow in their own sentences. */
function completed(decision: Decision, following: readonly Sentence[]): Decision {
  let { reason } = decision;
  const rejected = [...decision.rejected];
  for (const { text, lower } of following) {
    const because = REASON_LABEL.exec(lower);
    if (because !== null) reason ??= shortLine(text.slice(because[0].length));
    const against = REJECTED_LABEL.exec(lower);
    if (against !== null && rejected.length === 0)
      rejected.push(...alternatives(text.slice(against[0].length)));
  }
  return { ...decision, reason, rejected };
}

const MAX_DECISIONS = 20;
const IMPOSSIBLE =
  /\b(?:won't|can't|cannot|couldn't|refuses?|no longer|(?:doesn't|don't) (?:have|get|give|support|allow|offer|run|want))\b|\b(?:ne |n')\S.*\b(?:pas|plus)\b/;
const CONDITIONAL =
  /\b(?:if|unless|whether|when|until|maybe|perhaps|might|could|would|should|said|says|si|quand|peut-être|pourrai\w*|dit)\b/;
const CONSEQUENCE =
  /[,;:] (?:(?:so|therefore|then|donc|du coup|alors) )?(?=(?:let's|we'll|we will|we use|i'll|use|on utilise|on prend|on part|on passe|utilis\w+|prenons) )/;
const REASON_CLAUSE =
  /[,;] ((?:(?:the|our|les?|la|nos) )?[\p{L}]+ (?:[\p{L}]+ )?(?:won't|can't|cannot|doesn't|don't|refuses? |ne |n')[^,;]*)$/iu;
const LABEL = /^(?:final |key |design )?(?:decision|decided|décision|décidé)s?(?: made| taken| prise)?\s*:/;
const PURPOSE =
  /\b(?:for|as) (?:the|all|every|each|our|a|an|its|this) |\bpour (?:le|la|les|un|une|tous|toutes|chaque|ce|cette|notre|nos|mon|ma) |\bpour l'|\((?!e\.g)[^)]{3,60}\)|, because |, since |, car |parce qu/;
// Courtesies may precede an opening.
const OPENING =
  /^(?:(?:ok(?:ay)?|yes|yeah|no|so|please|then|and|also|alright|right|well|for now|great|good|actually|oui|non|alors|donc|bon|et|du coup|d'accord|finalement|stp|always|toujours|from now on|désormais)[\s,.!:—-]*){0,3}$/;
// A decision after advice or options is still open.
const ADVICE = /recommend|suggest|proposal|my take|options? (?:are|:)|conseil|recommand|propos/;
const TITLE =
  /^(?:(?:key|main|design|technical|architectur(?:e|al)|implementation|our|the) )*decisions?(?: (?:made|taken|so far))*\s*:?$|^décisions?(?: (?:prises?|techniques?|clés?))*\s*:?$/;
const REASON_LABEL = /^(?:reason(?:ing)?|rationale|why|because|raison|pourquoi|parce que)\b\s*:?\s*/;
const REJECTED_LABEL =
  /^(?:rejected|alternatives? (?:rejected|considered)|instead of|not|rejetée?s?|écartée?s?|alternatives? écartées?)\s*:\s*/;
