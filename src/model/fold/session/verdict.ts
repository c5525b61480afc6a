import type { Envelope } from "../../../event/envelope.js";
import type { EventData, EventOf } from "../../../event/registry.js";
import { isSettling } from "../../../text/prose/answer.js";
import { readPlan } from "../../../text/prose/plan.js";
import { remember } from "../memory/memory.js";
import { addDecisions } from "./finding.js";
import { addNote } from "./note.js";
import type { SessionDraft } from "./session-draft.js";
import { hearPerson } from "./turn.js";

const MAX_QUESTION_CHARS = 120;
const MAX_FREE_CHARS = 120;
const PLAN_TOOL = /^exit_?plan_?mode$/i;

/** The person chose an option or wrote an answer. Unless it is about the next step or the past, it is a decision. */
export function takeAnswer(draft: SessionDraft, event: EventOf<"question.answered">): void {
  const { question, choice, others, isFree, isMany } = event.data;
  addNote(draft.turn, event, { is: "answer", question, choice, others });
  if (isFree) hearAside(draft, choice, event);
  const isLong = isFree === true && (choice.length > MAX_FREE_CHARS || choice.includes("?"));
  if (isLong || !isSettling(question, choice)) return;
  const asked =
    question.length > MAX_QUESTION_CHARS ? `${question.slice(0, MAX_QUESTION_CHARS - 1)}…` : question;
  const made = {
    choice: `${choice} (question: ${asked})`,
    rejected: isMany ? [] : others,
    by: "user",
    at: event.at,
  } as const;
  draft.found = { ...draft.found, decisions: addDecisions(draft.found.decisions, [made]) };
  const not = made.rejected.length === 0 ? "" : `, not ${made.rejected.join(", ")}`;
  remember(draft, event, { kind: "decision", by: "user", text: `${choice}${not} (question: ${asked})` });
}

/** The person did not allow a call. The verdict on a plan has its own note. */
export function takeRefusal(
  draft: SessionDraft,
  { tool, refused: words = "" }: EventData<"tool.finished">,
  target: string,
  event: Envelope,
): void {
  const isPlan = PLAN_TOOL.test(tool);
  if (isPlan && words !== "") return;
  const plan = isPlan && draft.proposal !== undefined ? readPlan(draft.proposal.text).title : target;
  addNote(draft.turn, event, { is: "refusal", tool, target: plan, words });
  hearAside(draft, words, event);
}

/** The person accepted or rejected a plan. */
export function takeVerdict(draft: SessionDraft, event: EventOf<"plan.proposed">): void {
  const { verdict, words = "", text } = event.data;
  if (verdict === undefined) return;
  const plan = readPlan(text === "" ? (draft.proposal?.text ?? "") : text);
  addNote(draft.turn, event, { is: "plan", verdict, ...plan, words });
  hearAside(draft, words, event);
}

/** Reads words that answer the agent. They do not change the goal. */
function hearAside(draft: SessionDraft, words: string, event: Envelope): void {
  const { intent } = draft.found;
  hearPerson(draft, words, event);
  draft.found = { ...draft.found, intent };
}
