import { isSettling } from "../../../text/prose/answer.js";
import { blockersIn } from "../../../text/prose/blocker.js";
import { readChoice } from "../../../text/prose/choice.js";
import { type Decision, decisionsIn } from "../../../text/prose/decision.js";
import { type FailureClaim, failureClaim } from "../../../text/prose/failure.js";
import { isQuestion, nextActionsIn } from "../../../text/prose/next-action.js";
import { isAcknowledgement, isPutOff } from "../../../text/prose/promise.js";
import { wordsOf } from "../../../text/prose/topic.js";
import { LABELS, type Label, SURE } from "../../../text/sentence/label.js";
import type { Note, SaidNote } from "../session/note.js";
import type { ItemKind, ItemSpeaker } from "./item.js";

/** What a note adds to the items of a project, before it is compared with them. */
export interface NewItem {
  readonly kind: ItemKind;
  readonly text: string;
  /** The words to compare it by: the step of "Next I would add a mutex." */
  readonly about: string;
  readonly by: ItemSpeaker;
  /** Tells apart the items of one event. */
  readonly part: string;
  readonly said?: string;
  /** Of a decision or a rule. */
  readonly decision?: Decision;
  readonly question?: string;
  /** Only the label says that it takes something back. */
  readonly isGuess?: true;
  /** Nobody promised it: it fades if the work goes on without it. */
  readonly canFade?: true;
  /** It waits for the person's next words. */
  readonly isQuestion?: true;
  /** The sentence may mean something else. */
  readonly isDoubtful?: true;
}

/** The name of a sentence in its project. A message may have codes beside its sentences. */
export function saidKey(event: string, { index, chances }: SaidNote): string {
  return `${event}:${chances === undefined ? "c" : ""}${index}`;
}

/** No chance is that high. */
const NEVER = 2;
/** From which chance on a sentence becomes an item if its label is not sure. */
const MIN_CHANCE_BY: { readonly [S in SaidNote["by"]]: Readonly<Partial<Record<Label, number>>> } = {
  user: { rule: 0.7, fact: 0.8, question: NEVER, request: NEVER },
  agent: { rule: 0.9, fact: 0.9, question: 0.6, request: NEVER },
};
const MIN_CHANCE: Readonly<Partial<Record<Label, number>>> = { ...SURE, unblocked: 0.5 };
const MAX_RULE_CHARS = 200;
const MIN_DONE_PERCENT = 15;
const SHORT_CHARS = 60;
const MAX_QUESTION_CHARS = 120;
const MAX_CHOICE_CHARS = 120;

/** Whether a sentence counts as what its label says. What was pasted or said on the way does not. */
export function isMeant({ label, chance, by, isSure, isPasted, isMidway }: SaidNote): boolean {
  if (isPasted || isMidway) return false;
  return isSure === true || chance >= (MIN_CHANCE_BY[by][label] ?? MIN_CHANCE[label] ?? NEVER);
}

/** Whether a sentence may say that something is over: reading all of them takes too long while a session waits. */
export function mayReport({ label, chances = [], text }: SaidNote): boolean {
  if (isAcknowledgement(text) || isPutOff(text)) return false;
  const done = chances[LABELS.indexOf("done")] ?? 100;
  return label === "done" || label === "unblocked" || done >= MIN_DONE_PERCENT || text.length < SHORT_CHARS;
}

export function newItemsOf(note: Note): NewItem[] {
  switch (note.is) {
    case "said":
      return saidItems(note, saidKey(note.event, note));
    case "answer":
      return answerItems(note);
    case "refusal":
      return refusalItems(note);
    case "plan":
      return planItems(note);
    default:
      return [];
  }
}

function saidItems(note: SaidNote, said: string): NewItem[] {
  const { by, text, index, chances, isPasted, isMidway } = note;
  const base = { by, text, about: text, part: `${chances === undefined ? "c" : ""}${index}`, said };
  const made = isPasted || isMidway || BARE_ANSWER.test(text) ? undefined : decisionOf(note);
  if (made !== undefined)
    return [{ ...base, ...made, kind: "decision", text: made.decision.choice, about: made.decision.choice }];
  const failing = failureOf(note);
  if (failing !== undefined)
    return [{ ...base, kind: "failing", about: failing.about || text, canFade: true, isDoubtful: true }];
  if (!isMeant(note)) return wordedItems(note, base);
  switch (note.label) {
    case "rule":
      return [ruleItem(base)];
    case "next":
      return stepItems(base);
    case "blocker":
      return obstacleItems(base);
    case "done":
      return isAcknowledgement(text) || isPutOff(text) ? [] : [{ ...base, kind: "status" }];
    case "fact":
      return [{ ...base, kind: "fact" }];
    case "question":
      return [{ ...base, kind: "open", canFade: true, isQuestion: true }];
    default:
      return [];
  }
}

/** A report of a failing check is no lasting fact, whatever its label: the next run of the check may end it. */
function failureOf({ text, label, wording, isPasted, isMidway }: SaidNote): FailureClaim | undefined {
  if (isPasted || isMidway || wording !== undefined || !REPORTS.includes(label)) return undefined;
  return failureClaim(text);
}

const REPORTS: readonly Label[] = ["done", "fact", "none"];

type Base = Omit<NewItem, "kind"> & { readonly part: string };

/** Rules, steps and obstacles in known wordings. What may be one is not listed, but no longer told once it is over. */
function wordedItems({ label, wording }: SaidNote, base: Base): NewItem[] {
  if (wording === "rule") return [ruleItem(base)];
  const kind = wording ?? label;
  const items = kind === "next" ? stepItems(base) : kind === "blocker" ? obstacleItems(base) : [];
  return wording === undefined ? items.map((item) => ({ ...item, isDoubtful: true })) : items;
}

function ruleItem(base: Base): NewItem {
  return { ...base, kind: "rule", decision: { choice: base.text, rejected: [] } };
}

/** A sentence may name several steps. */
function stepItems(base: Base): NewItem[] {
  const canFade = base.by === "agent" ? true : undefined;
  const [first = base.text, ...others] = nextActionsIn(base.text);
  if (others.length === 0) return [{ ...base, kind: "next", about: first, canFade }];
  return [first, ...others].map((step, at) => {
    return { ...base, kind: "next", text: step, about: step, part: `${base.part}.${at}`, canFade };
  });
}

/** A question about a failure asks for work; it is not in the way. */
function obstacleItems(base: Base): NewItem[] {
  return isQuestion(base.text.toLowerCase()) ? [] : [blockerItem(base)];
}

/** What waits for something is named as such; a failure that a person met in passing fades with the work. */
function blockerItem(base: Omit<NewItem, "kind">): NewItem {
  const [named] = blockersIn(base.text);
  const canFade = named === undefined && base.by === "user" ? true : undefined;
  return { ...base, kind: "blocker", about: named ?? base.text, canFade };
}

/** The decision that a sentence states; the whole sentence if only its label says so. */
function decisionOf(note: SaidNote): { readonly decision: Decision; readonly isGuess?: true } | undefined {
  const { text, label, wording } = note;
  const isReversal = label === "reversal";
  const isLabelled = (isReversal || label === "decision") && isMeant(note);
  if (wording !== "decision" && !isLabelled) return undefined;
  const [made] = decisionsIn(text);
  // An item of a list of decisions has no wording of its own.
  if (made === undefined)
    return { decision: readChoice(text, { isLiteral: true }) ?? { choice: text, rejected: [] } };
  const isNamed = made.rejected.length > 0 || made.takesBack !== undefined;
  return isReversal && !isNamed
    ? { decision: { ...made, takesBack: "only" }, isGuess: true }
    : { decision: made };
}

function answerItems({ question, choice, others }: Extract<Note, { is: "answer" }>): NewItem[] {
  if (choice === "" || choice.length > MAX_CHOICE_CHARS || choice.includes("?")) return [];
  if (!isSettling(question, choice)) return [];
  const asked = question.slice(0, MAX_QUESTION_CHARS);
  const text = `${choice} (question: ${asked})`;
  // "Yes" says nothing without its question.
  const decision = {
    choice: wordsOf(choice).length > 0 && !BARE.test(choice) ? choice : text,
    rejected: others,
  };
  return [{ kind: "decision", text, about: decision.choice, by: "user", part: asked, decision, question }];
}

const BARE = /^(?:yes|no|ok(?:ay)?|both|all|none|oui|non|les deux|tout|aucun)\b/i;
const BARE_ANSWER = /^(?:yes|no|ok(?:ay)?|sure|both|all|none|oui|non|d'accord)\W*$/i;

function refusalItems({ words }: Extract<Note, { is: "refusal" }>): NewItem[] {
  if (words === "" || words.length > MAX_RULE_CHARS || words.includes("?")) return [];
  const decision = { choice: words, rejected: [] };
  return [{ kind: "rule", text: words, about: words, by: "user", part: "refusal", decision }];
}

/** The title of a plan is the goal, its steps are open. */
function planItems({ verdict, title, steps, words }: Extract<Note, { is: "plan" }>): NewItem[] {
  if (verdict === "rejected") {
    // Without a word it may only be unfinished.
    if (title === "" || words === "") return [];
    const choice = `Not the plan "${title}"`;
    const decision = { choice, reason: words, rejected: [title] };
    return [{ kind: "decision", text: choice, about: title, by: "user", part: "plan", decision }];
  }
  const goal: NewItem[] =
    title === "" ? [] : [{ kind: "goal", text: title, about: title, by: "user", part: "plan" }];
  return [
    ...goal,
    ...steps.map(
      (step, index): NewItem => ({
        kind: "open",
        text: step,
        about: step,
        by: verdict === "accepted" ? "agent" : "user",
        part: `step${index}`,
        canFade: true,
      }),
    ),
  ];
}

/** Whether it is a plan's title or one of its steps. */
export function isOfPlan({ part }: NewItem): boolean {
  return part === "plan" || part.startsWith("step");
}
