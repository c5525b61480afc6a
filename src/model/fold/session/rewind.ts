import { compareEvents, type Point } from "../../../event/order.js";
import type { SomeEvents, TidemarkEvent } from "../../../event/registry.js";
import type { Memory } from "../memory/memory-state.js";
import { type FoldedSession, foldSession } from "./session.js";
import { open, settle } from "./session-draft.js";
import type { SessionState, TurnState } from "./session-state.js";

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
