import { type TidemarkEvent, whyRefused } from "../event/registry.js";
import {
  ARCHIVE,
  archiveFiles,
  dayFiles,
  eachLine,
  isLineEnd,
  sizeOf,
  whyUnusable,
} from "../journal/file.js";
import { readLine } from "../journal/line.js";
import type { Writer } from "./store/writer.js";

export interface ReadOptions {
  /** Checks every event against its schema. */
  readonly mustValidate: boolean;
  readonly expired?: (() => boolean) | undefined;
}

export interface Arrived {
  readonly lines: number;
  readonly events: number;
  readonly badLines: number;
  readonly expired: boolean;
  /** New events by project, then by session. */
  readonly projects: ReadonlyMap<string, ReadonlyMap<string, Events>>;
}

type Events = [TidemarkEvent, ...TidemarkEvent[]];

export const MAX_BATCH_LINES = 20_000;
const LINES_BETWEEN_CLOCK_CHECKS = 128;

/** Reads the journal from where the model stopped, at most one batch, and moves the cursors. */
export function readArrived(home: string, writer: Writer, { mustValidate, expired }: ReadOptions): Arrived {
  const batch: Batch = {
    lines: 0,
    events: 0,
    badLines: 0,
    expired: false,
    mustValidate,
    projects: new Map(),
  };
  const isFull = () => batch.expired || batch.lines >= MAX_BATCH_LINES;
  const isOver = () => {
    if (batch.lines % LINES_BETWEEN_CLOCK_CHECKS === 0 && expired?.()) batch.expired = true;
    return isFull();
  };
  const archived = writer.cursor(ARCHIVE) > 0;
  for (const file of [...(archived ? [] : archiveFiles(home)), ...dayFiles(home)]) {
    if (isFull()) break;
    try {
      readFile(home, file, writer, batch, isOver);
    } catch (error) {
      // Report a file that cannot be used, and read all others.
      const reason = whyUnusable(error);
      if (reason === undefined) throw error;
      batch.badLines++;
      writer.addBadLine({ file, offset: 0, length: 0, reason });
    }
  }
  if (!archived && !isFull()) writer.moveCursor(ARCHIVE, 1);
  return batch;
}

type Batch = { -readonly [K in Exclude<keyof Arrived, "projects">]: Arrived[K] } & {
  readonly mustValidate: boolean;
  readonly projects: Map<string, Map<string, Events>>;
};

function readFile(home: string, file: string, writer: Writer, batch: Batch, isOver: () => boolean): void {
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
        const reason = batch.mustValidate && reading.is === "event" ? whyRefused(reading.event) : undefined;
        if (reason !== undefined) {
          batch.badLines++;
          writer.addBadLine({ file, offset, length, reason: `refused: ${reason}` });
        } else if (reading.is === "event") group(batch.projects, reading.event);
      }
    }
    reached = offset + length + 1;
    return isOver();
  });
  // A torn tail has no newline to step over; a compressed file has more bytes of lines than of its own.
  if (!file.endsWith(".gz")) reached = Math.min(reached, sizeOf(home, file));
  if (reached > from) writer.moveCursor(file, reached);
}

/** A power cut or a restored backup may have cut a drained file. Then reads it again from its beginning. */
function startIn(home: string, file: string, writer: Writer, batch: Batch): number {
  const cursor = writer.cursor(file);
  if (cursor === 0 || file.endsWith(".gz") || isLineEnd(home, file, cursor)) return cursor;
  batch.badLines++;
  writer.addBadLine({ file, offset: cursor, length: 0, reason: "cut after it was drained" });
  writer.moveCursor(file, 0);
  return 0;
}

function group(projects: Batch["projects"], event: TidemarkEvent): void {
  const sessions = projects.get(event.project);
  const events = sessions?.get(event.session);
  if (events !== undefined) events.push(event);
  else if (sessions !== undefined) sessions.set(event.session, [event]);
  else projects.set(event.project, new Map([[event.session, [event]]]));
}
