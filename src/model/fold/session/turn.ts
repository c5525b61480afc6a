import type { Envelope } from "../../../event/envelope.js";
import { compareEvents } from "../../../event/order.js";
import type { TidemarkEvent } from "../../../event/registry.js";
import { isContinuation, isCourtesy } from "../../../text/prose/next-action.js";
import { languageVotes } from "../../../text/words/language.js";
import {
  rememberAnswer,
  rememberConventions,
  rememberFindings,
  rememberPrompt,
  rememberWork,
} from "../memory/memory-work.js";
import { addStatements, readStatements } from "./finding.js";
import { newTurn, type SessionDraft, settleTurn } from "./session-draft.js";

/** The longest plan that is kept as proposed. */
export const MAX_PLAN_CHARS = 8_000;

const MAX_REQUEST_CHARS = 200;
const MAX_TURN_REQUEST_CHARS = 600;
const MAX_CLOSING_CHARS = 600;
const MIN_PLAN_CHARS = 1_000;
const MAX_WORDS_CHARS = { asked: 1_500, said: 1_000 } as const;

export function submitPrompt(draft: SessionDraft, text: string, event: Envelope): void {
  const votes = languageVotes(text);
  const request = oneLine(text);
  const goesOn = isContinuation(request);
  draft.ended = undefined;
  clearDismissal(draft, event);
  draft.prompts++;
  close(draft, event);
  rememberWork(draft, event);
  if (draft.events > 1) draft.closed.push(settleTurn(draft.turn));
  draft.turn = newTurn(draft.turn.n + 1, request.slice(0, MAX_TURN_REQUEST_CHARS), event);
  draft.words = {
    ...draft.words,
    asked: [...draft.words.asked, text.slice(0, MAX_WORDS_CHARS.asked)].slice(-2),
  };
  draft.votes = { en: draft.votes.en + votes.en, fr: draft.votes.fr + votes.fr };
  // A plan that was agreed on is often handed to a fresh session as its first prompt.
  if (text.length > MIN_PLAN_CHARS && /\bplan\b/i.test(text.slice(0, 200)))
    draft.proposal = { text: text.slice(0, MAX_PLAN_CHARS), tools: draft.tools };
  // A slash command steers the agent, and "go on" says nothing new: what the user wants done was said before.
  const says = !request.startsWith("/") && !(draft.work.request !== undefined && goesOn);
  if (says) {
    draft.work.request =
      request.length > MAX_REQUEST_CHARS ? `${request.slice(0, MAX_REQUEST_CHARS - 1)}…` : request;
    draft.work.requestAt = event.at;
  }
  // A new prompt proves that whatever was running was interrupted, not crashed.
  draft.running = [];
  draft.busy = true;
  if (!goesOn) rememberPrompt(draft, event, text);
  // Last, because a detector may fail: the rest is told by then.
  addFindings(draft, text, "user", event);
  rememberConventions(draft, event, text);
}

/** What the agent says on the way. */
export function say(draft: SessionDraft, text: string, at: number): void {
  if (!isChat(draft, text)) draft.closing = { at, text: text.slice(0, MAX_CLOSING_CHARS) };
  addSaid(draft, text);
}

export function endTurn(draft: SessionDraft, message: string, event: Envelope): void {
  const { at } = event;
  const text = message.trim().slice(0, MAX_CLOSING_CHARS);
  draft.running = [];
  draft.busy = false;
  draft.turn.endedAt = at;
  if (text === "") return;
  addSaid(draft, message);
  if (!isChat(draft, text)) {
    draft.closing = { at, text };
    if (text !== draft.turn.closing) rememberAnswer(draft, event, message);
  }
  draft.turn.closing = text;
  addFindings(draft, message, "agent", event);
}

// What closed it first stays: a turn keeps its place even if the agent goes on after its stop.
export function close(draft: SessionDraft, { clock, id }: Envelope): void {
  draft.turn.end ??= { clock, id };
}

function addFindings(draft: SessionDraft, text: string, by: "user" | "agent", event: Envelope): void {
  const before = draft.found;
  const heard = readStatements(text, by);
  draft.found = addStatements(before, heard, by, event.at);
  rememberFindings(draft, event, { text, by, heard }, before);
}

/** "You're welcome!" says nothing of the work: what was said before it still holds. */
function isChat({ turn }: SessionDraft, message: string): boolean {
  return (turn.tools === 0 && isCourtesy(turn.request)) || isContinuation(message);
}

// The closing message of a turn is often also the last thing said on the way.
function addSaid(draft: SessionDraft, message: string): void {
  const text = message.slice(0, MAX_WORDS_CHARS.said);
  if (text === draft.words.said.at(-1)) return;
  draft.words = { ...draft.words, said: [...draft.words.said, text].slice(-3) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

type Of<T extends TidemarkEvent["type"]> = Extract<TidemarkEvent, { type: T }>;

export function startSession(draft: SessionDraft, event: Of<"session.started">, wasAt: number): void {
  const { source, title, pid, pidSince } = event.data;
  const isKnown = clearDismissal(draft, event);
  const { busy, running } = draft;
  // What somebody has dismissed he is not told again.
  const isCut = busy && !isKnown;
  if (draft.events > 1) draft.left = { at: wasAt, busy: isCut, running: isKnown ? [] : [...running] };
  draft.ended = undefined;
  draft.source = source;
  if (title !== undefined) draft.title = title;
  if (pid !== undefined) {
    draft.pid = pid;
    draft.pidSince = pidSince;
  }
  // A compaction starts the same session again in the middle of its work; every other start finds nothing running.
  if (source === "compact") return;
  draft.running = [];
  draft.busy = false;
}

/**
 * Ends that a person brings about at the prompt, in the words of the agents: he stopped before what was still running, and
 * not every agent tells of that.
 */
const BY_HAND: ReadonlySet<string> = new Set(["prompt_input_exit", "clear", "resume", "logout", "user_exit"]);

export function endSession(draft: SessionDraft, reason: string, at: number): void {
  const during = draft.busy && !BY_HAND.has(reason) ? draft.running.at(-1) : undefined;
  draft.ended = during === undefined ? { at, reason } : { at, reason, during };
  draft.running = [];
  draft.busy = false;
}

/** Whoever goes back to a checkpoint knows what was cut off. */
export function clearInterruption(draft: SessionDraft): void {
  draft.running = [];
  draft.busy = false;
  if (draft.ended !== undefined) draft.ended = { at: draft.ended.at, reason: draft.ended.reason };
}

/** The latest holds, whatever else was told since: so it is told in any order, as a tag is. */
export function dismiss(draft: SessionDraft, { at, clock, id }: Envelope): void {
  if (draft.dismissed !== undefined && compareEvents({ clock, id }, draft.dismissed) < 0) return;
  draft.dismissed = { at, clock, id };
}

/** It goes on: what was dismissed before is over. True if something was. */
export function clearDismissal(draft: SessionDraft, event: Envelope): boolean {
  if (draft.dismissed === undefined || compareEvents(event, draft.dismissed) < 0) return false;
  draft.dismissed = undefined;
  return true;
}

/** The latest set holds, whatever else was told since. */
export function tag(draft: SessionDraft, { clock, id, data }: Of<"session.tagged">): void {
  if (draft.tagged !== undefined && compareEvents({ clock, id }, draft.tagged) < 0) return;
  draft.tags = data.tags;
  draft.tagged = { clock, id };
}
