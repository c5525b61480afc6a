import { compareEvents } from "../event/order.js";
import type { TidemarkEvent } from "../event/registry.js";
import { foldFootprint } from "../fold/footprint/footprint.js";
import { tellMessages } from "../fold/message/tell-message.js";
import { foldProject } from "../fold/project.js";
import { takesBack, tellSession } from "../fold/session/rewind.js";
import { foldSession, type Told } from "../fold/session/session.js";
import type { TurnState } from "../fold/session/session-state.js";
import type { TurnChange } from "../fold/thread/kept-threads.js";
import { isCorrection } from "../fold/thread/thread-correction.js";
import type { KeptSession, Writer } from "../store/port.js";
import { foldIntoThreads } from "./fold-into-threads.js";
import { shelveDeclared } from "./shelve.js";
import { storedEvents } from "./stored-events.js";

/** Folds what arrived for one project, session by session. Returns how many events were refused. */
export function foldArrived(
  home: string,
  writer: Writer,
  project: string,
  sessions: readonly TidemarkEvent[][],
): number {
  const before = writer.project(project);
  let state = before;
  let refused = 0;
  const changes: TurnChange[] = [];
  for (const arrived of sessions) {
    arrived.sort(compareEvents);
    if (!isSome(arrived)) continue;
    state = foldProject(state, tellMessages(arrived));
    const told = foldOne(home, writer, arrived);
    if (told === undefined) continue;
    changes.push(told.change);
    refused += told.refused;
  }
  if (state === undefined) return refused;
  writer.putProject(state);
  shelveDeclared(writer, before, state);
  foldIntoThreads(writer, project, changes, sessions.flat().filter(isCorrection));
  return refused;
}

type Some = readonly [TidemarkEvent, ...TidemarkEvent[]];

/** What is said of a session is no work: it is not the latest for it. So these are told in any order. */
const IN_ANY_ORDER: ReadonlySet<TidemarkEvent["type"]> = new Set(["session.tagged", "session.dismissed"]);

/** Folds what arrived for one session; undefined where it was declared outside of any, or all of it is lost. */
function foldOne(
  home: string,
  writer: Writer,
  arrived: Some,
): { readonly change: TurnChange; readonly refused: number } | undefined {
  const { project, session } = arrived[0];
  if (session === "") return undefined;
  const kept = writer.session(project, session);
  // Events of one session may arrive late, from a parallel tool call or another device: then it is told anew, in order.
  // So it is where it goes back to what it was at a checkpoint.
  const stored =
    kept !== undefined && (compareEvents(arrived[0], kept) < 0 || arrived.some(takesBack))
      ? storedEvents(home, writer, project, session)
      : undefined;
  const isRetold = stored !== undefined;
  const before = isRetold ? writer.turns(project, session) : kept === undefined ? [] : [kept.state.turn];
  if (isRetold) writer.dropTurns(project, session);
  const events = stored ?? arrived;
  if (!isSome(events)) return undefined;
  const told = tell(writer, isRetold ? undefined : kept, events);
  return { change: { session, before, after: told.after }, refused: told.refused };
}

/** Tells events into a kept session, or a session from its first event on. */
function tell(
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
  if (kept === undefined) writer.retellMemories(project, session, memories);
  else writer.addMemories(project, session, memories);
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

function isSome(events: readonly TidemarkEvent[]): events is Some {
  return events.length > 0;
}
