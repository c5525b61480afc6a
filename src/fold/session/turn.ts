import { languageVotes } from "../../detect/language.js";
import { isContinuation, isCourtesy } from "../../detect/next-action.js";
import type { Envelope } from "../../event/envelope.js";
import {
  rememberAnswer,
  rememberConventions,
  rememberFindings,
  rememberPrompt,
} from "../memory/memory-said.js";
import { rememberWork } from "../memory/memory-work.js";
import { findIn, heardIn } from "./finding.js";
import { newTurn, type SessionDraft, settleTurn } from "./session-draft.js";
import { wake } from "./session-life.js";

/** The longest plan that is kept as proposed. */
export const LONGEST_PLAN = 8_000;

const REQUEST = 200;
const TURN_REQUEST = 600;
const CLOSING = 600;
const LONG_PROMPT = 1_000;
const WORDS = { asked: 1_500, said: 1_000 } as const;

export function submitPrompt(draft: SessionDraft, text: string, event: Envelope): void {
  const votes = languageVotes(text);
  const request = oneLine(text);
  const goesOn = isContinuation(request);
  draft.ended = undefined;
  wake(draft, event);
  draft.prompts++;
  close(draft, event);
  rememberWork(draft, event);
  if (draft.events > 1) draft.closed.push(settleTurn(draft.turn));
  draft.turn = newTurn(draft.turn.n + 1, request.slice(0, TURN_REQUEST), event);
  draft.words = { ...draft.words, asked: [...draft.words.asked, text.slice(0, WORDS.asked)].slice(-2) };
  draft.votes = { en: draft.votes.en + votes.en, fr: draft.votes.fr + votes.fr };
  // A plan that was agreed on is often handed to a fresh session as its first prompt.
  if (text.length > LONG_PROMPT && /\bplan\b/i.test(text.slice(0, 200)))
    draft.proposal = { text: text.slice(0, LONGEST_PLAN), tools: draft.tools };
  // A slash command steers the agent, and "go on" says nothing new: what the user wants done was said before.
  const says = !request.startsWith("/") && !(draft.work.request !== undefined && goesOn);
  if (says) {
    draft.work.request = request.length > REQUEST ? `${request.slice(0, REQUEST - 1)}…` : request;
    draft.work.requestAt = event.at;
  }
  // A new prompt proves that whatever was running was interrupted, not crashed.
  draft.running = [];
  draft.busy = true;
  if (!goesOn) rememberPrompt(draft, event, text);
  // Last, because a detector may fail: the rest is told by then.
  find(draft, text, "user", event);
  rememberConventions(draft, event, text);
}

/** What the agent says on the way. */
export function say(draft: SessionDraft, text: string, at: number): void {
  if (!isChat(draft, text)) draft.closing = { at, text: text.slice(0, CLOSING) };
  hear(draft, text);
}

export function endTurn(draft: SessionDraft, message: string, event: Envelope): void {
  const { at } = event;
  const text = message.trim().slice(0, CLOSING);
  draft.running = [];
  draft.busy = false;
  draft.turn.endedAt = at;
  if (text === "") return;
  hear(draft, message);
  if (!isChat(draft, text)) {
    draft.closing = { at, text };
    if (text !== draft.turn.closing) rememberAnswer(draft, event, message);
  }
  draft.turn.closing = text;
  find(draft, message, "agent", event);
}

// What closed it first stays: a turn keeps its place even if the agent goes on after its stop.
export function close(draft: SessionDraft, { clock, id }: Envelope): void {
  draft.turn.end ??= { clock, id };
}

function find(draft: SessionDraft, text: string, by: "user" | "agent", event: Envelope): void {
  const before = draft.found;
  const heard = heardIn(text, by);
  draft.found = findIn(before, heard, by, event.at);
  rememberFindings(draft, event, { text, by, heard }, before);
}

/** "You're welcome!" says nothing of the work: what was said before it still holds. */
function isChat({ turn }: SessionDraft, message: string): boolean {
  return (turn.tools === 0 && isCourtesy(turn.request)) || isContinuation(message);
}

// The closing message of a turn is often also the last thing said on the way.
function hear(draft: SessionDraft, message: string): void {
  const text = message.slice(0, WORDS.said);
  if (text === draft.words.said.at(-1)) return;
  draft.words = { ...draft.words, said: [...draft.words.said, text].slice(-3) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
