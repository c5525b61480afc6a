import { isOfSession, type SessionEvent } from "../../../event/events.js";
import { modelText } from "../../../event/message-text.js";
import { compareEvents, type Point } from "../../../event/order.js";
import type { EventData, EventOf, SomeEvents, TidemarkEvent } from "../../../event/registry.js";
import type { Memory } from "../memory/memory-state.js";
import { rememberPlan, rememberSummary, rememberWork } from "../memory/memory-work.js";
import { changeInherited, forkedAt } from "./fork.js";
import { begin, open, type SessionDraft, settle } from "./session-draft.js";
import type { CheckpointMade, SessionState, TurnState } from "./session-state.js";
import { changePlan } from "./status.js";
import { finishTool, startTool } from "./tool.js";
import {
  clearDismissal,
  clearInterruption,
  close,
  dismiss,
  endSession,
  endTurn,
  MAX_PLAN_CHARS,
  say,
  startSession,
  submitPrompt,
  tag,
} from "./turn.js";

const MAX_SUMMARY_CHARS = 12_000;
const MAX_TOLD_ITEMS = 120;
const MAX_CHECKPOINTS = 20;
/** Done to a session from outside: no sign of life. */
const FROM_OUTSIDE: ReadonlySet<TidemarkEvent["type"]> = new Set([
  "session.tagged",
  "session.dismissed",
  "checkpoint.created",
  "checkpoint.restored",
]);

export interface FoldedSession {
  readonly state: SessionState;
  /** The turns that ended. */
  readonly closed: readonly TurnState[];
  readonly memories: readonly Memory[];
  /** Events that made the fold fail. One bad event must not stop later ones. */
  readonly refused: readonly { readonly event: TidemarkEvent; readonly reason: string }[];
}

/** Folds events into the state of a session. The same events give the same state, in one run or in many. */
export function foldSession(before: SessionState | undefined, events: SomeEvents): FoldedSession {
  const draft = before === undefined ? begin(events[0]) : open(before);
  const refused: { event: TidemarkEvent; reason: string }[] = [];
  for (const event of events) {
    try {
      applyEvent(draft, event);
    } catch (error) {
      refused.push({ event, reason: error instanceof Error ? error.message : "failed" });
    }
  }
  return { state: settle(draft), closed: draft.closed, memories: draft.memories, refused };
}

function applyEvent(draft: SessionDraft, event: TidemarkEvent): void {
  const wasAt = draft.lastAt;
  // The wall clock may jump back: a session's last sign of life never does.
  draft.events++;
  if (!FROM_OUTSIDE.has(event.type)) {
    draft.lastAt = Math.max(wasAt, event.at);
    if (event.branch !== undefined) draft.branch = event.branch;
    if (event.head !== undefined) draft.head = event.head;
  }
  if (isOfSession(event)) applySessionEvent(draft, event, wasAt);
}

function applySessionEvent(draft: SessionDraft, event: SessionEvent, wasAt: number): void {
  switch (event.type) {
    case "session.started":
      startSession(draft, event, wasAt);
      return;
    case "session.ended":
      close(draft, event);
      rememberWork(draft, event);
      endSession(draft, event.data.reason, event.at);
      return;
    case "session.tagged":
      tag(draft, event);
      return;
    case "prompt.submitted":
      submitPrompt(draft, event.data.text, event);
      return;
    case "tool.started":
      startTool(draft, event.data, event.at);
      clearDismissal(draft, event);
      return;
    case "tool.finished":
      finishTool(draft, event.data, event);
      return;
    case "plan.updated":
      if (draft.forked !== undefined) draft.forked = changeInherited(draft.forked, draft.plan, event.data);
      draft.plan = changePlan(draft.plan, event.data);
      return;
    case "plan.proposed":
      rememberPlan(draft, event, event.data.text);
      draft.proposal = { text: event.data.text.slice(0, MAX_PLAN_CHARS), tools: draft.tools };
      return;
    case "message.said":
      say(draft, event.data.text, event.at);
      return;
    case "turn.ended":
      close(draft, event);
      endTurn(draft, event.data.message, event);
      rememberWork(draft, event);
      return;
    case "compaction.started":
      draft.compacting = event.at;
      return;
    case "compaction.finished":
      rememberSummary(draft, event, event.data.summary);
      if (!coversLess(draft.compaction?.upTo, event.data.upTo))
        draft.compaction = compactionOf(event.data, event.at);
      return;
    case "message.added":
      draft.messages = {
        count: (draft.messages?.count ?? 0) + 1,
        chars: (draft.messages?.chars ?? 0) + modelText(event.data.content).length,
      };
      return;
    case "session.forked":
      draft.forked = forkedAt(event, event.data);
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
        items: [...(draft.told?.items ?? []), ...(event.data.items ?? [])].slice(-MAX_TOLD_ITEMS),
      };
      return;
    case "checkpoint.created":
      draft.checkpoints = [...draft.checkpoints, checkpointOf(event, draft.tools)].slice(-MAX_CHECKPOINTS);
      return;
    case "checkpoint.restored":
      // `rewind.ts` restores the earlier state.
      if (event.data.paths === undefined) clearInterruption(draft);
      return;
    case "session.dismissed":
      dismiss(draft, event);
      return;
    default:
      event satisfies never;
  }
}

/** The one of two parallel compactions that covers more holds, whichever came last. */
function coversLess(known: Point | undefined, upTo: Point | undefined): boolean {
  return known !== undefined && upTo !== undefined && compareEvents(upTo, known) < 0;
}

function compactionOf(
  { summary, upTo, covered }: EventData<"compaction.finished">,
  at: number,
): NonNullable<SessionState["compaction"]> {
  return { at, summary: summary.slice(0, MAX_SUMMARY_CHARS), upTo, covered };
}

function checkpointOf({ data, at }: EventOf<"checkpoint.created">, tools: number): CheckpointMade {
  const { checkpoint: id, reason, label } = data;
  return { id, reason, label, at, tools };
}

/**
 * Folds a session from its first event on, in order. An event that goes back to a checkpoint restores the state of that
 * point, so it needs all events before it and cannot be folded into a stored state.
 */
export function replaySession(events: SomeEvents): FoldedSession {
  const points = events.flatMap((event) => upToOf(event) ?? []).sort(compareEvents);
  if (points.length === 0) return foldSession(undefined, events);
  const states = new Map<string, SessionState>();
  const closed: TurnState[] = [];
  const memories: Memory[] = [];
  const refused: FoldedSession["refused"][number][] = [];
  let latest: SessionState | undefined;
  let part: TidemarkEvent[] = [];
  // Points to pass. They may lie between two events, because the event of a point may have been forgotten since.
  let ahead = points.filter((point) => compareEvents(point, events[0]) >= 0);
  events.forEach((event, index) => {
    const after = events[index + 1];
    const reached =
      after === undefined ? ahead.length : ahead.findIndex((point) => compareEvents(point, after) >= 0);
    const passed = reached === -1 ? ahead.length : reached;
    part.push(event);
    if (after !== undefined && passed === 0 && !takesBack(event)) return;
    const [first = event, ...rest] = part;
    part = [];
    const more = foldSession(latest, [first, ...rest]);
    closed.push(...more.closed);
    memories.push(...more.memories);
    refused.push(...more.refused);
    const then = states.get(nameOf(upToOf(event)));
    const state = then === undefined ? more.state : rewind(more.state, then);
    for (const point of ahead.slice(0, passed)) states.set(nameOf(point), state);
    ahead = ahead.slice(passed);
    latest = state;
  });
  return { state: latest ?? foldSession(undefined, events).state, closed, memories, refused };
}

/** Whether the session's state goes back with this event. */
export function takesBack(event: TidemarkEvent): boolean {
  return upToOf(event) !== undefined;
}

/** Restores work, plan and findings; counts, ledger and memories stay. */
export function rewind(now: SessionState, then: SessionState): SessionState {
  const { work, files, seen, commands, steps, symbols, plan, found, ...past } = open(then);
  const { proposal, blockers, words, closing, changed } = past;
  return settle({
    ...open(now),
    ...{ work, files, seen, commands, steps, symbols, plan, found },
    ...{ proposal, blockers, words, closing, changed },
    running: [],
    busy: false,
  });
}

/** The point to go back to. Ignores one after the event itself: the clock of another device may be wrong. */
export function upToOf(event: TidemarkEvent): Point | undefined {
  if (event.type !== "checkpoint.restored" || event.data.what === "files") return undefined;
  const { upTo } = event.data;
  return upTo !== undefined && compareEvents(upTo, event) < 0 ? upTo : undefined;
}

function nameOf(point: Point | undefined): string {
  return point === undefined ? "" : `${point.clock} ${point.id}`;
}
