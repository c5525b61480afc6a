import type { Envelope } from "../../../event/envelope.js";
import { compareEvents } from "../../../event/order.js";
import type { EventOf } from "../../../event/registry.js";
import { type Code, readCodeLine } from "../../../text/prose/code-line.js";
import { isContinuation, isCourtesy } from "../../../text/prose/next-action.js";
import { readPrompt } from "../../../text/prose/own-words.js";
import { readPlan } from "../../../text/prose/plan.js";
import { languageVotes } from "../../../text/words/language.js";
import {
  rememberAnswer,
  rememberConventions,
  rememberFindings,
  rememberPrompt,
  rememberWork,
} from "../memory/memory-work.js";
import { applyClaim } from "./failing.js";
import {
  addCodes,
  addStatements,
  codeNote,
  readStatements,
  readSummaryStatements,
  type Statements,
} from "./finding.js";
import { addNote } from "./note.js";
import { noteSentences } from "./said-note.js";
import { newTurn, type SessionDraft, settleTurn } from "./session-draft.js";

export const MAX_PLAN_CHARS = 8_000;

const MAX_REQUEST_CHARS = 200;
const MAX_TURN_REQUEST_CHARS = 600;
const MAX_CLOSING_CHARS = 600;
const MIN_PLAN_CHARS = 1_000;
const MAX_WORDS_CHARS = { asked: 1_500, said: 1_000, end: 300 } as const;

/** Codex shows a plan in its message and sends these words if the person accepts it. */
const PROPOSED = /<proposed_plan>([\s\S]*?)(?:<\/proposed_plan>|$)/;
const ACCEPTING = /^implement (?:the|this) plan[.!]?$/i;
/** Agents without a hook for Escape, whose prompts never arrive while a call runs. Others may be steered then. */
const STOPS_SILENTLY: ReadonlySet<string> = new Set(["claude"]);

export function submitPrompt(draft: SessionDraft, text: string, event: Envelope): void {
  const { own, plan, retracts, isInterrupt, ...read } = readPrompt(text);
  if (isInterrupt) {
    interrupt(draft, event);
    return;
  }
  const votes = languageVotes(own);
  const request = read.request.replace(/\s+/g, " ").trim();
  const goesOn = isContinuation(request);
  draft.ended = undefined;
  clearDismissal(draft, event);
  if (draft.busy && draft.running.length > 0 && STOPS_SILENTLY.has(draft.agent)) noteInterrupt(draft, event);
  if (retracts) retractPrompt(draft);
  draft.prompts++;
  close(draft, event);
  rememberWork(draft, event);
  if (draft.events > 1) draft.closed.push(settleTurn(draft.turn));
  draft.turn = newTurn(draft.turn.n + 1, request.slice(0, MAX_TURN_REQUEST_CHARS), event);
  if (request !== "") {
    const asked = [...draft.words.asked, text.slice(0, MAX_WORDS_CHARS.asked)].slice(-2);
    draft.words = { ...draft.words, asked };
  }
  draft.votes = { en: draft.votes.en + votes.en, fr: draft.votes.fr + votes.fr };
  // An agreed plan is often the first prompt of a new session.
  if (text.length > MIN_PLAN_CHARS && /\bplan\b/i.test(text.slice(0, 200)))
    draft.proposal = { text: text.slice(0, MAX_PLAN_CHARS), tools: draft.tools };
  // A slash command or "go on" does not replace the request.
  const says = request !== "" && !request.startsWith("/") && !(draft.work.request !== undefined && goesOn);
  if (says) {
    draft.work.request = shortRequest(request);
    draft.work.requestAt = event.at;
  }
  // A new prompt proves that the running calls were interrupted, not crashed.
  draft.running = [];
  draft.busy = true;
  const isPasted = plan === undefined ? undefined : true;
  const before = draft.words.end ?? "";
  const heard = isPasted ? undefined : readStatements(own, "user");
  noteSentences(draft.turn, event, { text: isPasted ? text : own, by: "user", before, heard, isPasted });
  if (!goesOn && request !== "") rememberPrompt(draft, event, text);
  if (ACCEPTING.test(request) && draft.proposal !== undefined)
    addNote(draft.turn, event, {
      is: "plan",
      verdict: "accepted",
      ...readPlan(draft.proposal.text),
      words: "",
    });
  if (plan !== undefined) {
    addNote(draft.turn, event, { is: "plan", verdict: "given", ...plan, words: own });
    draft.found = { ...draft.found, intent: request };
  }
  // Last, because a detector may fail.
  hearPerson(draft, own, event, heard);
}

/** Reads what the person says, in a prompt or elsewhere. */
export function hearPerson(
  draft: SessionDraft,
  words: string,
  event: Envelope,
  heard = readStatements(words, "user"),
): void {
  if (words === "") return;
  addHeard(draft, words, "user", event, heard);
  rememberConventions(draft, event, words);
}

/** The previous prompt was a mistake: what it asked and said does not count. */
function retractPrompt(draft: SessionDraft): void {
  const { turn, words, found, work } = draft;
  const [before] = words.asked.slice(-2, -1);
  const isOther = ({ by, at }: { readonly by: string; readonly at: number }) =>
    by !== "user" || at !== turn.at;
  work.request =
    before === undefined ? undefined : shortRequest(readPrompt(before).request.replace(/\s+/g, " ").trim());
  draft.words = { ...words, asked: words.asked.slice(0, -1) };
  draft.found = {
    intent: undefined,
    decisions: found.decisions.filter(isOther),
    next: found.next.filter(isOther),
    blocked: found.blocked.filter(isOther),
    done: found.done.filter(isOther),
  };
  turn.request = "";
  turn.notes.splice(
    0,
    turn.notes.length,
    ...turn.notes.filter((note) => note.is !== "said" || note.by !== "user"),
  );
}

/** The person stopped the agent: nothing runs, and nothing crashed. */
function interrupt(draft: SessionDraft, event: Envelope): void {
  noteInterrupt(draft, event);
  close(draft, event);
  draft.running = [];
  draft.busy = false;
}

/** Several calls may run when the person stops the agent. */
export function noteInterrupt({ turn }: SessionDraft, event: Envelope): void {
  if (!turn.notes.some(({ is }) => is === "interrupt")) addNote(turn, event, { is: "interrupt" });
}

function shortRequest(request: string): string {
  return request.length > MAX_REQUEST_CHARS ? `${request.slice(0, MAX_REQUEST_CHARS - 1)}…` : request;
}

/** Applies what the agent says during a turn. */
export function say(draft: SessionDraft, said: string, event: Envelope): void {
  const text = readCodeLine(said).prose;
  if (text === "") return;
  if (!isChat(draft, text)) draft.closing = { at: event.at, text: text.slice(0, MAX_CLOSING_CHARS) };
  addSaid(draft, text);
  noteSentences(draft.turn, event, { text, by: "agent", before: "", isMidway: true });
}

export function endTurn(draft: SessionDraft, event: EventOf<"turn.ended">): void {
  const { at, data } = event;
  const { prose: message, codes } = readCodeLine(data.message);
  const text = message.trim().slice(0, MAX_CLOSING_CHARS);
  if (data.interrupted) noteInterrupt(draft, event);
  draft.running = [];
  draft.busy = false;
  draft.turn.endedAt = at;
  if (text === "") {
    if (codes.length > 0) hearAgent(draft, "", event, codes, readStatements("", "agent"));
    return;
  }
  addSaid(draft, message);
  const [, proposed] = PROPOSED.exec(message) ?? [];
  if (proposed !== undefined) draft.proposal = { text: proposed.trim(), tools: draft.tools };
  if (!isChat(draft, text)) {
    draft.closing = { at, text };
    if (text !== draft.turn.closing) rememberAnswer(draft, event, message);
  }
  draft.turn.closing = text;
  const heard = readStatements(message, "agent");
  noteSentences(draft.turn, event, { text: message, by: "agent", before: "", heard });
  applyClaim(draft, message, event);
  hearAgent(draft, message, event, codes, heard);
}

// The first end counts: a turn keeps its position even if the agent continues after its stop.
export function close(draft: SessionDraft, { clock, id }: Envelope): void {
  draft.turn.end ??= { clock, id };
}

/** Applies what a summary says was decided. */
export function addSummary(draft: SessionDraft, summary: string, event: Envelope): void {
  addHeard(draft, summary, "agent", event, readSummaryStatements(summary));
}

/** Reads what the agent says, and what it states as codes. */
function hearAgent(
  draft: SessionDraft,
  text: string,
  event: Envelope,
  codes: readonly Code[],
  heard: Statements,
): void {
  codes.forEach((code, index) => {
    addNote(draft.turn, event, codeNote(code, index, codes.length));
  });
  addHeard(draft, text, "agent", event, addCodes(heard, codes));
}

function addHeard(
  draft: SessionDraft,
  text: string,
  by: "user" | "agent",
  event: Envelope,
  heard: Statements,
): void {
  const before = draft.found;
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
  const end = message.trim().slice(-MAX_WORDS_CHARS.end);
  const { said } = draft.words;
  draft.words = { ...draft.words, said: text === said.at(-1) ? said : [...said, text].slice(-3), end };
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
