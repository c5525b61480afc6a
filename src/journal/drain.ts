import { compareEvents } from "../event/order.js";
import type { Reading } from "../event/present.js";
import type { TidemarkEvent } from "../event/registry.js";
import { foldFootprint } from "../fold/footprint/footprint.js";
import { foldProject } from "../fold/project.js";
import { takesBack, tellSession } from "../fold/session/rewind.js";
import { foldSession } from "../fold/session/session.js";
import type { TurnState } from "../fold/session/session-state.js";
import { type KeptThreads, type TurnChange, updateThreads } from "../fold/thread/kept-threads.js";
import { type Corrects, isCorrection } from "../fold/thread/thread-correction.js";
import { isSecureFolder } from "../host/folder.js";
import type { KeptSession, Pointer, Store, Writer } from "../store/port.js";
import { ARCHIVE, archiveFiles, dayFiles, journalFolder } from "./file.js";
import { eachLine, isLineEnd, readAt, sizeOf, whyUnusable } from "./read.js";
import { readLine } from "./read-line.js";
import { shelveDeclared, shelveThreads } from "./shelve.js";

export interface DrainOptions {
  /** Says when to stop early; what was done until then is kept. */
  readonly expired?: () => boolean;
  readonly onProgress?: (events: number) => void;
}

export interface Drained {
  readonly events: number;
  readonly badLines: number;
  /** False if the time ran out first. */
  readonly done: boolean;
}

const BATCH = 20_000;
const ASIDE: ReadonlySet<string> = new Set(["session.tagged", "session.dismissed"]);
const LOOK_AT_CLOCK = 128;

/** Brings the read model up to the journal's end. Idempotent; safe beside other drains and writers. */
export function drain(home: string, store: Store, options: DrainOptions = {}): Drained {
  let events = 0;
  let badLines = 0;
  if (!isSecureFolder(journalFolder(home))) return { events, badLines, done: true };
  for (;;) {
    if (!isBehind(home, store)) return { events, badLines, done: true };
    const batch = store.transact((writer) => drainBatch(home, writer, options.expired));
    events += batch.events;
    badLines += batch.badLines;
    options.onProgress?.(events);
    if (batch.expired) return { events, badLines, done: false };
    if (batch.lines < BATCH) return { events, badLines, done: true };
  }
}

// Asked before every transaction, so that a call that finds nothing new takes no lock.
function isBehind(home: string, store: Store): boolean {
  const cursors = new Map(store.cursors().map(({ file, offset }) => [file, offset]));
  if (!cursors.has(ARCHIVE)) return true;
  return dayFiles(home).some((file) => sizeOf(home, file) !== (cursors.get(file) ?? 0));
}

interface Batch {
  lines: number;
  events: number;
  badLines: number;
  expired: boolean;
}

/** What arrived, by project and session. */
type Groups = Map<string, Map<string, TidemarkEvent[]>>;

function drainBatch(home: string, writer: Writer, expired?: () => boolean): Batch {
  const batch: Batch = { lines: 0, events: 0, badLines: 0, expired: false };
  const sessions: Groups = new Map();
  const isFull = () => batch.expired || batch.lines >= BATCH;
  const archived = writer.cursor(ARCHIVE) > 0;
  const isOver = () => {
    if (batch.lines % LOOK_AT_CLOCK === 0 && expired?.()) batch.expired = true;
    return isFull();
  };
  for (const file of [...(archived ? [] : archiveFiles(home)), ...dayFiles(home)]) {
    if (isFull()) break;
    try {
      drainFile(home, file, writer, batch, sessions, isOver);
    } catch (error) {
      // One file that cannot be used is reported, and all others are read.
      const reason = whyUnusable(error);
      if (reason === undefined) throw error;
      batch.badLines++;
      writer.addBadLine({ file, offset: 0, length: 0, reason });
    }
  }
  if (!archived && !isFull()) writer.moveCursor(ARCHIVE, 1);
  for (const [project, arrived] of sessions)
    foldProjectOf(home, writer, project, [...arrived.values()], batch);
  return batch;
}

function drainFile(
  home: string,
  file: string,
  writer: Writer,
  batch: Batch,
  sessions: Groups,
  isOver: () => boolean,
): void {
  const from = startIn(home, file, writer, batch);
  let reached = from;
  eachLine(home, file, from, (text, start, end, offset, length) => {
    batch.lines++;
    const reading = readLine(text, start, end);
    if (reading.is === "malformed") {
      batch.badLines++;
      writer.addBadLine({ file, offset, length, reason: reading.reason });
    } else {
      const { id, type, clock, project, session } = reading.is === "event" ? reading.event : reading.envelope;
      if (writer.addEvent({ id, type, clock, project, session, file, offset, length })) {
        batch.events++;
        if (reading.is === "event") group(sessions, reading.event);
      }
    }
    reached = offset + length + 1;
    return isOver();
  });
  // A torn tail has no newline to step over; a compressed file has more bytes of lines than of itself.
  if (!file.endsWith(".gz")) reached = Math.min(reached, sizeOf(home, file));
  if (reached > from) writer.moveCursor(file, reached);
}

/**
 * Where to go on reading. A file that was cut after it was drained, by a power cut or a restored backup, may have grown
 * again: it is read anew from its beginning, where each event counts once, and the loss is reported.
 */
function startIn(home: string, file: string, writer: Writer, batch: Batch): number {
  const cursor = writer.cursor(file);
  if (cursor === 0 || file.endsWith(".gz") || isLineEnd(home, file, cursor)) return cursor;
  batch.badLines++;
  writer.addBadLine({ file, offset: cursor, length: 0, reason: "cut after it was drained" });
  writer.moveCursor(file, 0);
  return 0;
}

function group(sessions: Groups, event: TidemarkEvent): void {
  let known = sessions.get(event.project);
  if (known === undefined) {
    known = new Map();
    sessions.set(event.project, known);
  }
  const events = known.get(event.session);
  if (events === undefined) known.set(event.session, [event]);
  else events.push(event);
}

/** Folds what arrived for one project, session by session. */
function foldProjectOf(
  home: string,
  writer: Writer,
  project: string,
  sessions: readonly TidemarkEvent[][],
  batch: Batch,
): void {
  const before = writer.project(project);
  let state = before;
  const changes: TurnChange[] = [];
  for (const arrived of sessions) {
    arrived.sort(compareEvents);
    if (!isSome(arrived)) continue;
    state = foldProject(state, arrived);
    changes.push(...foldArrived(home, writer, arrived, batch));
  }
  if (state === undefined) return;
  writer.putProject(state);
  shelveDeclared(writer, before, state);
  foldIntoThreads(writer, project, changes, sessions.flat().filter(isCorrection));
}

/** Folds what arrived for one session of one project. */
function foldArrived(
  home: string,
  writer: Writer,
  arrived: readonly [TidemarkEvent, ...TidemarkEvent[]],
  batch: Batch,
): TurnChange[] {
  const { project, session } = arrived[0];
  if (session === "") return []; // Declared outside of any session.
  const kept = writer.session(project, session);
  // Events of one session may arrive late, from a parallel tool call or another device: then it is told anew, in order.
  // So it is where it goes back to what it was at a checkpoint.
  const stored =
    kept !== undefined && (compareEvents(arrived[0], kept) < 0 || arrived.some(takesBack))
      ? storedEvents(home, writer, project, session)
      : undefined;
  const isLate = stored !== undefined;
  const before = isLate ? writer.turns(project, session) : kept === undefined ? [] : [kept.state.turn];
  if (isLate) writer.dropTurns(project, session);
  const events = stored ?? arrived;
  if (!isSome(events)) return [];
  return [{ session, before, after: foldInto(isLate ? undefined : kept, events, writer, batch) }];
}

/** Tells the turns that ended into the project's threads. */
function foldIntoThreads(
  writer: Writer,
  project: string,
  changes: readonly TurnChange[],
  corrections: readonly Corrects[],
): void {
  let before: KeptThreads | undefined;
  const update = updateThreads(
    () => {
      before = writer.threads(project);
      return before;
    },
    changes,
    corrections,
    () => writer.threadTurns(project),
  );
  if (update === undefined) return;
  if (update.isRetold) writer.dropThreads(project);
  for (const turn of update.parted) writer.dropJoin(project, turn);
  for (const join of update.joins) writer.putJoin(project, join);
  for (const thread of update.retired) writer.retireThread(project, thread);
  writer.putThreads(project, update.kept);
  shelveThreads(writer, project, before, update);
}

function foldInto(
  kept: KeptSession | undefined,
  events: readonly [TidemarkEvent, ...TidemarkEvent[]],
  writer: Writer,
  batch: Batch,
): TurnState[] {
  const { state, closed, memories, refused } =
    kept === undefined ? tellSession(events) : foldSession(kept.state, events);
  for (const { event, reason } of refused) {
    const place = writer.events(event.project, event.session).find(({ id }) => id === event.id);
    batch.badLines++;
    if (place !== undefined) writer.addBadLine({ ...placeOf(place), reason: `fold: ${reason}` });
  }
  for (const turn of closed) writer.putTurn(state.project, state.session, turn);
  writer.putTurn(state.project, state.session, state.turn);
  const { project, session } = state;
  if (kept === undefined) writer.retellMemories(project, session, memories);
  else writer.addMemories(project, session, memories);
  const before = kept === undefined ? undefined : writer.footprint(project, session);
  writer.putFootprint(project, session, foldFootprint(before, events));
  // What is said of a session is no work: it is not the latest for it. So these are told in any order.
  const newest = events.findLast(({ type }) => !ASIDE.has(type)) ?? kept ?? events[0];
  const last = kept !== undefined && compareEvents(newest, kept) < 0 ? kept : newest;
  writer.putSession({ state, clock: last.clock, id: last.id });
  return [...closed, state.turn];
}

function placeOf({ file, offset, length }: Pointer): Pointer {
  return { file, offset, length };
}

function isSome(events: readonly TidemarkEvent[]): events is readonly [TidemarkEvent, ...TidemarkEvent[]] {
  return events.length > 0;
}

/** A session's events in order. Undefined where the journal has lost some: then the model knows more, and is kept. */
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
    const readings = readStored(home, file, places);
    if (readings.some(({ is }) => is === "malformed") || readings.length < places.length) return undefined;
    for (const reading of readings) if (reading.is === "event") found.set(reading.event.id, reading.event);
  }
  return pointers.flatMap((pointer) => found.get(pointer.id) ?? []);
}

function readStored(home: string, file: string, places: readonly Pointer[]): Reading[] {
  // Taken away by hand.
  if (sizeOf(home, file) === 0) return [];
  try {
    return readAt(home, file, places);
  } catch (error) {
    if (whyUnusable(error) === undefined) throw error;
    return [];
  }
}
