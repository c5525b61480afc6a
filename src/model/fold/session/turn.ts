import type { Envelope } from "../../../event/envelope.js";
import { compareEvents } from "../../../event/order.js";
import type { EventOf } from "../../../event/registry.js";
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

export const MAX_PLAN_CHARS = 8_000;

const MAX_REQUEST_CHARS = 200;
const MAX_TURN_REQUEST_CHARS = 600;
const MAX_CLOSING_CHARS = 600;
const MIN_PLAN_CHARS = 1_000;
const MAX_WORDS_CHARS = { asked: 1_500, said: 1_000 } as const;

export function submitPrompt(draft: SessionDraft, text: string, event: Envelope): void {
  const votes = languageVotes(text);
  const request = text.replace(/\s+/g, " ").trim();
  const goesOn = isContinuation(request);
  draft.ended = undefined;
  clearDismissal(draft, event);
  draft.prompts++;
  close(draft, event);
  rememberWork(draft, event);
  if (draft.events > 1) draft.closed.push(settleTurn(draft.turn));
  draft.turn = newTurn(draft.turn.n + 1, request.slice(0, MAX_TURN_REQUEST_CHARS), event);
  const asked = [...draft.words.asked, text.slice(0, MAX_WORDS_CHARS.asked)].slice(-2);
  draft.words = { ...draft.words, asked };
  draft.votes = { en: draft.votes.en + votes.en, fr: draft.votes.fr + votes.fr };
  // An agreed plan is often the first prompt of a new session.
  if (text.length > MIN_PLAN_CHARS && /\bplan\b/i.test(text.slice(0, 200)))
    draft.proposal = { text: text.slice(0, MAX_PLAN_CHARS), tools: draft.tools };
  // A slash command or "go on" does not replace the request.
  const says = !request.startsWith("/") && !(draft.work.request !== undefined && goesOn);
  if (says) {
    draft.work.request =
      request.length > MAX_REQUEST_CHARS ? `${request.slice(0, MAX_REQUEST_CHARS - 1)}…` : request;
    draft.work.requestAt = event.at;
  }
  // A new prompt proves that the running calls were interrupted, not crashed.
  draft.running = [];
  draft.busy = true;
  if (!goesOn) rememberPrompt(draft, event, text);
  // Last, because a detector may fail.
  addFindings(draft, text, "user", event);
  rememberConventions(draft, event, text);
}

/** Applies what the agent says during a turn. */
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

// The first end counts: a turn keeps its position even if the agent continues after its stop.
export function close(draft: SessionDraft, { clock, id }: Envelope): void {
  draft.turn.end ??= { clock, id };
}

function addFindings(draft: SessionDraft, text: string, by: "user" | "agent", event: Envelope): void {
  const before = draft.found;
  const heard = readStatements(text, by);
  draft.found = addStatements(before, heard, by, event.at);
  rememberFindings(draft, event, { text, by, heard }, before);
}

/** "You're welcome!" does not replace the closing message. */
function isChat({ turn }: SessionDraft, message: string): boolean {
  return (turn.tools === 0 && isCourtesy(turn.request)) || isContinuation(message);
}

// The closing message of a turn often repeats the last message.
function addSaid(draft: SessionDraft, message: string): void {
  const text = message.slice(0, MAX_WORDS_CHARS.said);
  if (text === draft.words.said.at(-1)) return;
  draft.words = { ...draft.words, said: [...draft.words.said, text].slice(-3) };
}

export function startSession(draft: SessionDraft, event: EventOf<"session.started">, wasAt: number): void {
  const { source, title, pid, pidSince } = event.data;
  const isKnown = clearDismissal(draft, event);
  const { busy, running } = draft;
  // A dismissed interruption is not reported again.
  if (draft.events > 1)
    draft.left = { at: wasAt, busy: busy && !isKnown, running: isKnown ? [] : [...running] };
  draft.ended = undefined;
  draft.source = source;
  if (title !== undefined) draft.title = title;
  if (pid !== undefined) {
    draft.pid = pid;
    draft.pidSince = pidSince;
  }
  // A compaction restarts the session in the middle of its work; with every other start nothing is running.
  if (source === "compact") return;
  draft.running = [];
  draft.busy = false;
}

/** A person ended the session at the prompt, so nothing was running, even if the agent did not report its end. */
const BY_HAND: ReadonlySet<string> = new Set(["prompt_input_exit", "clear", "resume", "logout", "user_exit"]);

export function endSession(draft: SessionDraft, reason: string, at: number): void {
  const during = draft.busy && !BY_HAND.has(reason) ? draft.running.at(-1) : undefined;
  draft.ended = during === undefined ? { at, reason } : { at, reason, during };
  draft.running = [];
  draft.busy = false;
}

/** After going back to a checkpoint, the interruption is known. */
export function clearInterruption(draft: SessionDraft): void {
  draft.running = [];
  draft.busy = false;
  if (draft.ended !== undefined) draft.ended = { at: draft.ended.at, reason: draft.ended.reason };
}

/** The latest holds, in whatever order they arrive. */
export function dismiss(draft: SessionDraft, { at, clock, id }: Envelope): void {
  if (draft.dismissed !== undefined && compareEvents({ clock, id }, draft.dismissed) < 0) return;
  draft.dismissed = { at, clock, id };
}

/** The session continues, so an earlier dismissal is over. True if there was one. */
export function clearDismissal(draft: SessionDraft, event: Envelope): boolean {
  if (draft.dismissed === undefined || compareEvents(event, draft.dismissed) < 0) return false;
  draft.dismissed = undefined;
  return true;
}

/** The latest set holds, in whatever order they arrive. */
export function tag(draft: SessionDraft, { clock, id, data }: EventOf<"session.tagged">): void {
  if (draft.tagged !== undefined && compareEvents({ clock, id }, draft.tagged) < 0) return;
  draft.tags = data.tags;
  draft.tagged = { clock, id };
}
