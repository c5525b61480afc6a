import type { TidemarkEvent } from "../event/registry.js";
import { whyRefused } from "../event/why-refused.js";
import { isSecureFolder } from "../host/folder.js";
import type { Store, Writer } from "../store/port.js";
import { ARCHIVE, archiveFiles, dayFiles, journalFolder } from "./file.js";
import { foldArrived } from "./fold-arrived.js";
import { eachLine, isLineEnd, sizeOf, whyUnusable } from "./read.js";
import { readLine } from "./read-line.js";

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
const LOOK_AT_CLOCK = 128;

/** Brings the read model up to the journal's end. Idempotent; safe beside other drains and writers. */
export function drain(home: string, store: Store, options: DrainOptions = {}): Drained {
  let events = 0;
  let badLines = 0;
  if (!isSecureFolder(journalFolder(home))) return { events, badLines, done: true };
  for (;;) {
    if (!isBehind(home, store)) return { events, badLines, done: true };
    const batch = drainSome(home, store, options.expired);
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

/**
 * A line with the right checksum is believed, but a program with a defect, or somebody else, may have written it. Where a
 * fold cannot take what it says, all of the batch is looked at closely: one bad event must not stop all later ones.
 */
function drainSome(home: string, store: Store, expired?: () => boolean): Batch {
  const some = (isWary: boolean) => store.transact((writer) => drainBatch(home, writer, isWary, expired));
  try {
    return some(false);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return some(true);
    throw error;
  }
}

interface Batch {
  lines: number;
  events: number;
  badLines: number;
  expired: boolean;
}

/** What arrived, by project and session. */
type Groups = Map<string, Map<string, TidemarkEvent[]>>;

function drainBatch(home: string, writer: Writer, isWary: boolean, expired?: () => boolean): Batch {
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
      drainFile(home, file, writer, batch, { sessions, isWary, isOver });
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
    batch.badLines += foldArrived(home, writer, project, [...arrived.values()]);
  return batch;
}

interface Draining {
  readonly sessions: Groups;
  /** Every event is held against its schema. */
  readonly isWary: boolean;
  isOver(): boolean;
}

function drainFile(
  home: string,
  file: string,
  writer: Writer,
  batch: Batch,
  { sessions, isWary, isOver }: Draining,
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
        const reason = isWary && reading.is === "event" ? whyRefused(reading.event) : undefined;
        if (reason !== undefined) {
          batch.badLines++;
          writer.addBadLine({ file, offset, length, reason: `refused: ${reason}` });
        } else if (reading.is === "event") group(sessions, reading.event);
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
