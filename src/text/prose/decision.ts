import { type Narrowed, narrowed, shortLine } from "../words/wording.js";
import { alternatives, type Decision, readChoice } from "./choice.js";
import { DECISION_FORMS, type DecisionForm } from "./decision-form.js";
import { isHedged } from "./done.js";
import { isQuestion } from "./next-action.js";
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
    if (found.size < 6 && !found.has(key)) found.set(key, decision);
  }
  return [...found.values()];
}

function* stated(text: string): Generator<Decision> {
  const forms = narrowed(DECISION_FORMS, proseIn(text));
  if (forms.length === 0) return;
  const sentences = sentencesIn(text);
  for (const [index, sentence] of sentences.entries()) {
    const decision = decisionIn(sentence, forms);
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

function decisionIn(sentence: Sentence, forms: readonly Narrowed<DecisionForm>[]): Decision | undefined {
  for (const form of forms) {
    const match = form.find(form.opens === undefined ? sentence.lower : sentence.lower.slice(0, 50));
    if (match === undefined) continue;
    if (isQuestion(sentence.lower)) return undefined;
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
  const rest = text.slice(to);
  const said = form.says?.(text.slice(0, from), text.slice(from, to), rest) ?? rest;
  const isLiteral = form.says !== undefined || form.isClause === true || lower[to - 1] === ":";
  const decision = readChoice(said, { isLiteral, isComparing: form.isComparing === true });
  if (decision === undefined || (form.needsAlternative === true && decision.rejected.length === 0))
    return undefined;
  if (form.refuses === undefined) return decision;
  const { choice, reason } = decision;
  return { choice: `${form.refuses} ${choice}`, reason, rejected: [choice] };
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
