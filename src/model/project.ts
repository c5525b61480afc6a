import { compareEvents } from "../event/order.js";
import type { TidemarkEvent } from "../event/registry.js";
import { readLeft } from "../journal/read.js";
import { foldFootprint } from "./fold/footprint/footprint.js";
import type { Memory } from "./fold/memory/memory-state.js";
import { projectMemories, threadMemory } from "./fold/memory/project-memory.js";
import { tellMessages } from "./fold/message/tell-message.js";
import type { ProjectState } from "./fold/project.js";
import { foldProject } from "./fold/project.js";
import { takesBack, tellSession } from "./fold/session/rewind.js";
import { foldSession, type Told } from "./fold/session/session.js";
import type { TurnState } from "./fold/session/session-state.js";
import type { ThreadsUpdate } from "./fold/thread/kept-threads.js";
import {
  type Corrects,
  isCorrection,
  type KeptThreads,
  type TurnChange,
  updateThreads,
} from "./fold/thread/kept-threads.js";
import type { Thread } from "./fold/thread/thread-state.js";
import { type Arrived, type ReadOptions, readArrived } from "./read-arrived.js";
import type { KeptSession } from "./store/store.js";
import type { Writer } from "./store/writer.js";

/** The way from the journal through the folds into the read model: one batch, in one transaction. */
export function project(home: string, writer: Writer, options: ReadOptions): Arrived {
  const arrived = readArrived(home, writer, options);
  let { badLines } = arrived;
  for (const [name, sessions] of arrived.projects)
    badLines += projectArrived(home, writer, name, [...sessions.values()]);
  return { ...arrived, badLines };
}

/** Returns how many events the folds refused. */
function projectArrived(
  home: string,
  writer: Writer,
  name: string,
  sessions: readonly TidemarkEvent[][],
): number {
  const before = writer.project(name);
  let state = before;
  let refused = 0;
  const changes: TurnChange[] = [];
  for (const arrived of sessions) {
    arrived.sort(compareEvents);
    if (!isSome(arrived)) continue;
    state = foldProject(state, tellMessages(arrived));
    // The session with its turns, memories and footprint.
    const projected = projectSession(home, writer, arrived);
    if (projected === undefined) continue;
    changes.push(projected.change);
    refused += projected.refused;
  }
  if (state === undefined) return refused;
  writer.putProject(state);
  indexDeclared(writer, before, state);
  projectThreads(writer, name, changes, sessions.flat().filter(isCorrection));
  return refused;
}

/** Joins the turns that ended to the project's threads. */
function projectThreads(
  writer: Writer,
  name: string,
  changes: readonly TurnChange[],
  corrections: readonly Corrects[],
): void {
  let before: KeptThreads | undefined;
  const readThreads = () => {
    before = writer.threads(name);
    return before;
  };
  const update = updateThreads(readThreads, changes, corrections, () => writer.threadTurns(name));
  if (update === undefined) return;
  if (update.isRetold) writer.removeThreads(name);
  for (const turn of update.parted) writer.removeJoin(name, turn);
  for (const join of update.joins) writer.putJoin(name, join);
  for (const thread of update.retired) writer.retireThread(name, thread);
  writer.putThreads(name, update.kept);
  indexThreads(writer, name, before, update);
}

/** Brings the memories of a project's declarations up to its state. */
function indexDeclared(writer: Writer, before: ProjectState | undefined, state: ProjectState): void {
  if (before?.declared === state.declared) return;
  const was = before === undefined ? [] : projectMemories(before);
  putChanged(writer, state.project, was, projectMemories(state));
}

/** Brings the memories of a project's threads up to their update. */
function indexThreads(
  writer: Writer,
  project: string,
  before: KeptThreads | undefined,
  { kept, retired, isRetold }: ThreadsUpdate,
): void {
  const threads = [...retired, ...threadsOf(kept)];
  if (!isRetold) {
    const was = before === undefined ? [] : threadsOf(before);
    // Most threads did not change: they are the same objects, and need not be turned into memories.
    const [then, present] = [new Set(was), new Set(threads)];
    const gone = was.filter((thread) => !present.has(thread));
    putChanged(writer, project, memoriesOf(gone), memoriesOf(threads.filter((thread) => !then.has(thread))));
    return;
  }
  const now = memoriesOf(threads);
  const ids = new Set(now.map(({ id }) => id));
  for (const id of writer.memories.idsOutsideSessions(project, "thread"))
    if (!ids.has(id)) writer.memories.remove(project, id);
  for (const memory of now) writer.memories.put(project, memory);
}

// Compared here and not in the store: most stay the same, and need no lookup.
function putChanged(
  writer: Writer,
  project: string,
  before: readonly Memory[],
  now: readonly Memory[],
): void {
  const was = new Map(before.map((memory) => [memory.id, JSON.stringify(memory)]));
  for (const memory of now) {
    if (was.get(memory.id) !== JSON.stringify(memory)) writer.memories.put(project, memory);
    was.delete(memory.id);
  }
  for (const id of was.keys()) writer.memories.remove(project, id);
}

/** All threads that are not retired, as the last turns left them. */
function threadsOf({ settled, ahead }: KeptThreads): Thread[] {
  const later = new Set(ahead.map(({ id }) => id));
  return [...settled.recent.filter(({ id }) => !later.has(id)), ...ahead];
}

function memoriesOf(threads: readonly Thread[]): Memory[] {
  return threads.flatMap((thread) => threadMemory(thread) ?? []);
}

type Some = readonly [TidemarkEvent, ...TidemarkEvent[]];

function isSome(events: readonly TidemarkEvent[]): events is Some {
  return events.length > 0;
}

/** Undefined if the events stand outside of any session, or the journal has lost them. */
function projectSession(
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
