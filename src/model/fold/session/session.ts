import { isOfSession, type SessionEvent } from "../../../event/events.js";
import { modelText } from "../../../event/message-text.js";
import { compareEvents, type Point } from "../../../event/order.js";
import type { EventOf, SomeEvents, TidemarkEvent } from "../../../event/registry.js";
import type { Memory } from "../memory/memory-state.js";
import { rememberPlan, rememberSummary, rememberWork } from "../memory/memory-work.js";
import { changeInherited } from "./fork.js";
import { begin, open, type SessionDraft, settle } from "./session-draft.js";
import type { SessionState, TurnState } from "./session-state.js";
import { changePlan } from "./status.js";
import { addSummaryNotes } from "./summary-note.js";
import { finishTool, startTool } from "./tool.js";
import {
  addSummary,
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
import { takeAnswer, takeVerdict } from "./verdict.js";

const MAX_SUMMARY_CHARS = 12_000;
const MAX_TOLD_ITEMS = 120;
const MAX_CHECKPOINTS = 20;
/** Done to a session from outside: no sign of life. */
const FROM_OUTSIDE: ReadonlySet<TidemarkEvent["type"]> = new Set([
  "session.tagged",
  "session.dismissed",
  "checkpoint.created",
  "checkpoint.restored",
  "tree.seen",
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
  // The type of the event chooses the function that takes it.
  if (isOfSession(event)) (APPLY[event.type] as Apply<SessionEvent>)(draft, event, wasAt);
}

type Apply<E> = (draft: SessionDraft, event: E, wasAt: number) => void;

const APPLY: { readonly [T in SessionEvent["type"]]: Apply<EventOf<T>> } = {
  "session.started": startSession,
  "session.ended": (draft, event) => {
    close(draft, event);
    rememberWork(draft, event);
    endSession(draft, event.data.reason, event.at);
  },
  "session.tagged": tag,
  "session.dismissed": dismiss,
  "session.forked": (draft, { clock, id, data: { from, upTo } }) => {
    draft.forked = { from, upTo, begun: { clock, id } };
  },
  "prompt.submitted": (draft, event) => {
    submitPrompt(draft, event.data.text, event);
    draft.restored = undefined;
    draft.turn.topics = event.data.topics;
  },
  "tool.started": (draft, event) => {
    startTool(draft, event.data, event.at);
    clearDismissal(draft, event);
  },
  "tool.finished": (draft, event) => finishTool(draft, event.data, event),
  "plan.updated": (draft, { data }) => {
    if (draft.forked !== undefined) draft.forked = changeInherited(draft.forked, draft.plan, data);
    draft.plan = changePlan(draft.plan, data);
  },
  "plan.proposed": (draft, event) => {
    const { text } = event.data;
    rememberPlan(draft, event, text);
    if (text !== "") draft.proposal = { text: text.slice(0, MAX_PLAN_CHARS), tools: draft.tools };
    takeVerdict(draft, event);
  },
  "question.answered": takeAnswer,
  "message.said": (draft, event) => say(draft, event.data.text, event),
  "message.added": (draft, { data }) => {
    const { count, chars } = draft.messages ?? { count: 0, chars: 0 };
    draft.messages = { count: count + 1, chars: chars + modelText(data.content).length };
  },
  "turn.ended": (draft, event) => {
    close(draft, event);
    endTurn(draft, event);
    rememberWork(draft, event);
  },
  "compaction.started": (draft, { at }) => {
    draft.compacting = at;
  },
  "compaction.finished": (draft, event) => {
    const { summary, upTo, covered } = event.data;
    rememberSummary(draft, event, summary);
    addSummaryNotes(draft.turn, event, summary);
    addSummary(draft, summary, event);
    // The one of two parallel compactions that covers more holds, whichever came last.
    const known = draft.compaction?.upTo;
    if (known !== undefined && upTo !== undefined && compareEvents(upTo, known) < 0) return;
    draft.compaction = { at: event.at, summary: summary.slice(0, MAX_SUMMARY_CHARS), upTo, covered };
  },
  "subagent.started": (draft, { data: { agentId: id, agentType: type } }) => {
    draft.subagents = [...draft.subagents, { id, type, done: false }].slice(-10);
  },
  "subagent.finished": (draft, { data: { agentId } }) => {
    draft.subagents = draft.subagents.map((agent) =>
      agent.id === agentId ? { ...agent, done: true } : agent,
    );
  },
  "injection.made": (draft, { at, data: { surface, keys, items = [] } }) => {
    const told = [...(draft.told?.items ?? []), ...items].slice(-MAX_TOLD_ITEMS);
    draft.told = { at, surface, keys, items: told };
  },
  "checkpoint.created": (draft, { at, data: { checkpoint: id, reason, label } }) => {
    const made = { id, reason, label, at, tools: draft.tools };
    draft.checkpoints = [...draft.checkpoints, made].slice(-MAX_CHECKPOINTS);
  },
  "checkpoint.restored": (draft, { at, data: { what, paths, made, command } }) => {
    if (paths !== undefined) return;
    // `rewind` restores the earlier state.
    clearInterruption(draft);
    if (what !== "state") draft.restored = made === undefined ? undefined : { at, made, command };
  },
  "tree.seen": (draft, { at, data }) => {
    draft.tree = { at, ...data };
  },
};

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
    work,
    files,
    seen,
    commands,
    steps,
    symbols,
    plan,
    found,
    proposal,
    blockers,
    words,
    closing,
    changed,
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
