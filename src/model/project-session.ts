import { compareEvents } from "../event/order.js";
import type { TidemarkEvent } from "../event/registry.js";
import { readLeft } from "../journal/read.js";
import { foldFootprint } from "./fold/footprint/footprint.js";
import { tellMessages } from "./fold/message/tell-message.js";
import { takesBack, tellSession } from "./fold/session/rewind.js";
import { foldSession, type Told } from "./fold/session/session.js";
import type { TurnState } from "./fold/session/session-state.js";
import type { TurnChange } from "./fold/thread/kept-threads.js";
import type { KeptSession } from "./store/store.js";
import type { Writer } from "./store/writer.js";

export type Some = readonly [TidemarkEvent, ...TidemarkEvent[]];

export function isSome(events: readonly TidemarkEvent[]): events is Some {
  return events.length > 0;
}

/** Undefined if the events stand outside of any session, or the journal has lost them. */
export function projectSession(
  home: string,
  writer: Writer,
  arrived: Some,
): { readonly change: TurnChange; readonly refused: number } | undefined {
  const { project, session } = arrived[0];
  if (session === "") return undefined;
  const kept = writer.session(project, session);
  // Events may arrive late, from a parallel tool call or another device, and a session may go back to a checkpoint.
  // Both need all of its events, folded again in order.
  const stored =
    kept !== undefined && (compareEvents(arrived[0], kept) < 0 || arrived.some(takesBack))
      ? storedEvents(home, writer, project, session)
      : undefined;
  const isRefolded = stored !== undefined;
  const before = isRefolded ? writer.turns(project, session) : kept === undefined ? [] : [kept.state.turn];
  if (isRefolded) writer.removeTurns(project, session);
  const events = stored ?? arrived;
  if (!isSome(events)) return undefined;
  const { after, refused } = foldInto(writer, isRefolded ? undefined : kept, events);
  return { change: { session, before, after }, refused };
}

/** A tag or a dismissal is no work: it does not count as the latest event, so these may arrive in any order. */
const IN_ANY_ORDER: ReadonlySet<TidemarkEvent["type"]> = new Set(["session.tagged", "session.dismissed"]);

/** Folds events into a kept session, or a session from its first event on, and stores the result. */
function foldInto(
  writer: Writer,
  kept: KeptSession | undefined,
  events: Some,
): { readonly after: TurnState[]; readonly refused: number } {
  const told = tellMessages(events);
  const { state, closed, memories, refused } =
    kept === undefined ? tellSession(told) : foldSession(kept.state, told);
  const { project, session } = state;
  addRefused(writer, refused);
  for (const turn of closed) writer.putTurn(project, session, turn);
  writer.putTurn(project, session, state.turn);
  if (kept === undefined) writer.memories.replace(project, session, memories);
  else writer.memories.add(project, session, memories);
  const before = kept === undefined ? undefined : writer.footprint(project, session);
  writer.putFootprint(project, session, foldFootprint(before, told));
  const newest = events.findLast(({ type }) => !IN_ANY_ORDER.has(type)) ?? kept ?? events[0];
  const last = kept !== undefined && compareEvents(newest, kept) < 0 ? kept : newest;
  writer.putSession({ state, clock: last.clock, id: last.id });
  return { after: [...closed, state.turn], refused: refused.length };
}

function addRefused(writer: Writer, refused: Told["refused"]): void {
  for (const { event, reason } of refused) {
    const place = writer.events(event.project, event.session).find(({ id }) => id === event.id);
    if (place === undefined) continue;
    const { file, offset, length } = place;
    writer.addBadLine({ file, offset, length, reason: `fold: ${reason}` });
  }
}

/** A session's events in order. Undefined if the journal has lost some: then the model knows more, and is kept. */
function storedEvents(
  home: string,
  writer: Writer,
  project: string,
  session: string,
): TidemarkEvent[] | undefined {
  const pointers = writer.events(project, session);
  const found = new Map<string, TidemarkEvent>();
  for (const file of new Set(pointers.map((pointer) => pointer.file))) {
    const places = pointers.filter((pointer) => pointer.file === file);
    const readings = readLeft(home, file, places);
    if (readings.some(({ is }) => is === "malformed") || readings.length < places.length) return undefined;
    for (const reading of readings) if (reading.is === "event") found.set(reading.event.id, reading.event);
  }
  return pointers.flatMap((pointer) => found.get(pointer.id) ?? []);
}
