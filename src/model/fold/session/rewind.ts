import { compareEvents, type Point } from "../../../event/order.js";
import type { SomeEvents, TidemarkEvent } from "../../../event/registry.js";
import type { Memory } from "../memory/memory-state.js";
import { type FoldedSession, foldSession } from "./session.js";
import { open, settle } from "./session-draft.js";
import type { SessionState, TurnState } from "./session-state.js";

/**
 * Tells a session from its first event on, in order. Where it went back to a checkpoint its state is again what it was
 * there, so an event that takes it back needs all those before it and is never told into a kept state.
 */
export function replaySession(events: SomeEvents): FoldedSession {
  const points = events.flatMap((event) => upToOf(event) ?? []).sort(compareEvents);
  if (points.length === 0) return foldSession(undefined, events);
  const kept = new Map<string, SessionState>();
  const closed: TurnState[] = [];
  const memories: Memory[] = [];
  const refused: FoldedSession["refused"][number][] = [];
  let told: SessionState | undefined;
  let part: TidemarkEvent[] = [];
  // The points before the next event: an event that counted may have been forgotten since, so they may lie between two.
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
    const more = foldSession(told, [first, ...rest]);
    closed.push(...more.closed);
    memories.push(...more.memories);
    refused.push(...more.refused);
    const then = kept.get(nameOf(upToOf(event)));
    const state = then === undefined ? more.state : rewind(more.state, then);
    for (const point of ahead.slice(0, passed)) kept.set(nameOf(point), state);
    ahead = ahead.slice(passed);
    told = state;
  });
  return { state: told ?? foldSession(undefined, events).state, closed, memories, refused };
}

/** Whether the session's state goes back with this event. */
export function takesBack(event: TidemarkEvent): boolean {
  return upToOf(event) !== undefined;
}

/** What was done and what is to be done go back; what was counted, told and learned on the way stays. */
export function rewind(now: SessionState, then: SessionState): SessionState {
  const { work, files, seen, commands, steps, symbols, plan, found, ...past } = open(then);
  return settle({
    ...open(now),
    ...{ work, files, seen, commands, steps, symbols, plan, found },
    proposal: past.proposal,
    blockers: past.blockers,
    words: past.words,
    closing: past.closing,
    changed: past.changed,
    running: [],
    busy: false,
  });
}

/** Only to what lies before the event itself: the clock of another device may be wrong. */
export function upToOf(event: TidemarkEvent): Point | undefined {
  if (event.type !== "checkpoint.restored" || event.data.what === "files") return undefined;
  const { upTo } = event.data;
  return upTo !== undefined && compareEvents(upTo, event) < 0 ? upTo : undefined;
}

function nameOf(point: Point | undefined): string {
  return point === undefined ? "" : `${point.clock} ${point.id}`;
}
