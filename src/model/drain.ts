import { TidemarkError } from "../error.js";
import { deadline, now } from "../host/clock.js";
import { isSecureFolder } from "../host/file/folder.js";
import { noteError } from "../host/log.js";
import { ARCHIVE, dayFiles, journalFolder, sizeOf } from "../journal/file.js";
import { project } from "./project.js";
import { type Arrived, MAX_BATCH_LINES } from "./read-arrived.js";
import { explain } from "./store/open.js";
import type { Store } from "./store/store.js";

export interface DrainOptions {
  /** Returns true to stop early. Lines read until then are kept. */
  readonly expired?: () => boolean;
  readonly onProgress?: (events: number) => void;
}

export interface Drained {
  readonly events: number;
  readonly badLines: number;
  /** False if the time ran out first. */
  readonly done: boolean;
}

/** A prompt waits at most this long; the next call drains the rest. */
const DRAIN_TIMEOUT_MS = 400;

export const LOCK_TIMEOUT_MS = 250;

/** Brings the read model up to the journal's end. Idempotent; safe beside other drains and writers. */
export function drain(home: string, store: Store, options: DrainOptions = {}): Drained {
  let events = 0;
  let badLines = 0;
  if (!isSecureFolder(journalFolder(home))) return { events, badLines, done: true };
  for (;;) {
    if (!isBehind(home, store)) return { events, badLines, done: true };
    const batch = projectBatch(home, store, options.expired);
    events += batch.events;
    badLines += batch.badLines;
    options.onProgress?.(events);
    if (batch.expired) return { events, badLines, done: false };
    if (batch.lines < MAX_BATCH_LINES) return { events, badLines, done: true };
  }
}

/** Drains within the time an agent may wait. If another process holds the database, readers see its last state. */
export function catchUp(home: string, store: Store, agent: string): void {
  try {
    drain(home, store, { expired: deadline(DRAIN_TIMEOUT_MS) });
  } catch (cause) {
    const error = explain(cause);
    if (!(error instanceof TidemarkError) || error.code !== "store-busy") throw cause;
    noteError(home, { at: now(), agent, hook: "drain", error: error.message });
  }
}

// Checked before every transaction, so that a call that finds nothing new takes no lock.
function isBehind(home: string, store: Store): boolean {
  const cursors = new Map(store.cursors().map(({ file, offset }) => [file, offset]));
  if (!cursors.has(ARCHIVE)) return true;
  return dayFiles(home).some((file) => sizeOf(home, file) !== (cursors.get(file) ?? 0));
}

/** Trusts lines with the right checksum. If a fold fails on one, reads the batch again and validates every event. */
function projectBatch(home: string, store: Store, expired?: () => boolean): Arrived {
  const attempt = (mustValidate: boolean) =>
    store.transact((writer) => project(home, writer, { mustValidate, expired }));
  try {
    return attempt(false);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return attempt(true);
    throw error;
  }
}
