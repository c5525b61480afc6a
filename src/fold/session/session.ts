import { isContinuation, isCourtesy } from "../../detect/continuation.js";
import { languageVotes } from "../../detect/language.js";
import type { Envelope } from "../../event/envelope.js";
import { compareEvents } from "../../event/order.js";
import type { EventData, TidemarkEvent } from "../../event/registry.js";
import {
  rememberAnswer,
  rememberConventions,
  rememberFindings,
  rememberPlan,
  rememberPrompt,
  rememberSummary,
} from "../memory/memory-said.js";
import type { Memory } from "../memory/memory-state.js";
import { rememberWork } from "../memory/memory-work.js";
import { findIn, heardIn } from "./finding.js";
import { changePlan } from "./plan.js";
import { begin, newTurn, open, type SessionDraft, settle, settleTurn } from "./session-draft.js";
import type { CheckpointMade, SessionState, TurnState } from "./session-state.js";
import { finishTool, startTool } from "./tool.js";

const REQUEST = 200;
const TURN_REQUEST = 600;
const CLOSING = 600;
const SUMMARY = 12_000;
const PLAN = 8_000;
const LONG_PROMPT = 1_000;
const MOST_TOLD = 120;
const WORDS = { asked: 1_500, said: 1_000 } as const;
const MOST_CHECKPOINTS = 20;
/** What is done to a session from outside is no sign of life. */
const SAID_OF_IT: ReadonlySet<TidemarkEvent["type"]> = new Set([
  "session.tagged",
  "session.dismissed",
  "checkpoint.created",
  "checkpoint.restored",
]);

/** A session after some events more, and the turns that ended among them. */
export interface Told {
  readonly state: SessionState;
  readonly closed: readonly TurnState[];
  /** What these events gave to remember, in their order. */
  readonly memories: readonly Memory[];
  /** Events that could not be told. One bad event must not stop all later ones. */
  readonly refused: readonly { readonly event: TidemarkEvent; readonly reason: string }[];
}

/**
 * Tells events into the state of a session. No clock, no IO, and `before` is not changed: the same events give the
 * same state, in one run or in many.
 */
export function foldSession(
  before: SessionState | undefined,
  events: readonly [TidemarkEvent, ...TidemarkEvent[]],
): Told {
  const draft = before === undefined ? begin(events[0]) : open(before);
  const refused: { event: TidemarkEvent; reason: string }[] = [];
  for (const event of events) {
    try {
      tell(draft, event);
    } catch (error) {
      refused.push({ event, reason: error instanceof Error ? error.message : "failed" });
    }
  }
  return { state: settle(draft), closed: draft.closed, memories: draft.memories, refused };
}

function tell(draft: SessionDraft, event: TidemarkEvent): void {
  const wasAt = draft.lastAt;
  // The wall clock may jump back: a session's last sign of life never does.
  draft.events++;
  if (!SAID_OF_IT.has(event.type)) {
    draft.lastAt = Math.max(wasAt, event.at);
    if (event.branch !== undefined) draft.branch = event.branch;
    if (event.head !== undefined) draft.head = event.head;
  }
  switch (event.type) {
    case "session.started":
      start(draft, event, wasAt);
      return;
    case "session.ended":
      close(draft, event);
      rememberWork(draft, event);
      end(draft, event.data.reason, event.at);
      return;
    case "session.tagged":
      tag(draft, event);
      return;
    case "prompt.submitted":
      submitPrompt(draft, event.data.text, event);
      return;
    case "tool.started":
      startTool(draft, event.data, event.at);
      wake(draft, event);
      return;
    case "tool.finished":
      finishTool(draft, event.data, event);
      return;
    case "plan.updated":
      draft.plan = changePlan(draft.plan, event.data);
      return;
    case "plan.proposed":
      rememberPlan(draft, event, event.data.text);
      draft.proposal = { text: event.data.text.slice(0, PLAN), tools: draft.tools };
      return;
    case "message.said":
      if (!isChat(draft, event.data.text))
        draft.closing = { at: event.at, text: event.data.text.slice(0, CLOSING) };
      hear(draft, event.data.text);
      return;
    case "turn.ended":
      close(draft, event);
      endTurn(draft, event.data.message, event);
      rememberWork(draft, event);
      return;
    case "compaction.finished":
      rememberSummary(draft, event, event.data.summary);
      draft.compaction = { at: event.at, summary: event.data.summary.slice(0, SUMMARY) };
      return;
    case "subagent.started": {
      const { agentId, agentType } = event.data;
      draft.subagents = [...draft.subagents, { id: agentId, type: agentType, done: false }].slice(-10);
      return;
    }
    case "subagent.finished": {
      const { agentId } = event.data;
      draft.subagents = draft.subagents.map((agent) =>
        agent.id === agentId ? { ...agent, done: true } : agent,
      );
      return;
    }
    case "injection.made":
      draft.told = {
        at: event.at,
        surface: event.data.surface,
        keys: event.data.keys,
        items: [...(draft.told?.items ?? []), ...(event.data.items ?? [])].slice(-MOST_TOLD),
      };
      return;
    case "checkpoint.created":
      draft.checkpoints = [...draft.checkpoints, checkpointOf(event.data, event.at, draft.tools)].slice(
        -MOST_CHECKPOINTS,
      );
      return;
    case "checkpoint.restored":
      // Whoever goes back knows what was cut off; what the state goes back to is the matter of `rewind.ts`.
      if (event.data.paths === undefined) settleCut(draft);
      return;
    case "session.dismissed":
      dismiss(draft, event);
      return;
    // Not about this session's own course: other folds look at these.
    case "compaction.started":
    case "fact.declared":
    case "fact.removed":
    case "pin.added":
    case "pin.removed":
    case "focus.set":
    case "memory.rated":
    case "memory.removed":
    case "memory.restored":
    case "profile.set":
    case "rule.added":
    case "rule.removed":
    case "project.seen":
    case "thread.renamed":
    case "thread.merged":
    case "thread.split":
    case "thread.moved":
    case "thread.undone":
    case "memory.recalled":
    case "layout.imported":
    case "history.forgotten":
    case "space.freed":
    case "branch.created":
    case "branch.deleted":
    case "branch.joined":
    case "branch.merged":
    case "branch.promoted":
      return;
  }
}

/** The latest set holds, whatever else was told since. */
function tag(
  draft: SessionDraft,
  { clock, id, data }: Extract<TidemarkEvent, { type: "session.tagged" }>,
): void {
  if (draft.tagged !== undefined && compareEvents({ clock, id }, draft.tagged) < 0) return;
  draft.tags = data.tags;
  draft.tagged = { clock, id };
}

type Started = Extract<TidemarkEvent, { type: "session.started" }>;

function start(draft: SessionDraft, event: Started, wasAt: number): void {
  const { source, pid, pidSince } = event.data;
  const isKnown = wake(draft, event);
  const { busy, running } = draft;
  // What somebody has dismissed he is not told again.
  const isCut = busy && !isKnown;
  if (draft.events > 1) draft.left = { at: wasAt, busy: isCut, running: isKnown ? [] : [...running] };
  draft.ended = undefined;
  draft.source = source;
  if (pid !== undefined) {
    draft.pid = pid;
    draft.pidSince = pidSince;
  }
  // A compaction starts the same session again in the middle of its work; every other start finds nothing running.
  if (source === "compact") return;
  draft.running = [];
  draft.busy = false;
}

/** The latest holds, whatever else was told since: so it is told in any order, as a tag is. */
function dismiss(draft: SessionDraft, { at, clock, id }: Envelope): void {
  if (draft.dismissed !== undefined && compareEvents({ clock, id }, draft.dismissed) < 0) return;
  draft.dismissed = { at, clock, id };
}

/** It goes on: what was dismissed before is over. True if something was. */
function wake(draft: SessionDraft, event: Envelope): boolean {
  if (draft.dismissed === undefined || compareEvents(event, draft.dismissed) < 0) return false;
  draft.dismissed = undefined;
  return true;
}

function end(draft: SessionDraft, reason: string, at: number): void {
  const during = draft.busy ? draft.running.at(-1) : undefined;
  draft.ended = during === undefined ? { at, reason } : { at, reason, during };
  draft.running = [];
  draft.busy = false;
}

function checkpointOf(
  { checkpoint, reason, label }: EventData<"checkpoint.created">,
  at: number,
  tools: number,
): CheckpointMade {
  return { id: checkpoint, reason, ...(label === undefined ? {} : { label }), at, tools };
}

function settleCut(draft: SessionDraft): void {
  draft.running = [];
  draft.busy = false;
  if (draft.ended !== undefined) draft.ended = { at: draft.ended.at, reason: draft.ended.reason };
}

function submitPrompt(draft: SessionDraft, text: string, event: Envelope): void {
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
    draft.proposal = { text: text.slice(0, PLAN), tools: draft.tools };
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

function endTurn(draft: SessionDraft, message: string, event: Envelope): void {
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

// What closed it first stays: a turn keeps its place even if the agent goes on after its stop.
function close(draft: SessionDraft, { clock, id }: Envelope): void {
  draft.turn.end ??= { clock, id };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
