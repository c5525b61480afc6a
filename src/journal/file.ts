import { isAscii } from "node:buffer";
import { closeSync, fstatSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { systemCode, TidemarkError } from "../error.js";
import type { Reading } from "../event/present.js";
import { DAY_MS } from "../event/time.js";
import { now } from "../host/clock.js";
import { isSecureFolder, openPrivate, READ } from "../host/file/folder.js";
import { listFolder } from "../host/file/foreign-file.js";
import { readLine } from "./line.js";
import { unpack } from "./pack.js";

const DAY_FILE = /^\d{4,6}-\d\d-\d\d\.jsonl$/;
const PART_FILE = /^\d{4,6}-\d\d-\d\d\.\d{1,6}\.jsonl\.gz$/;

/** The folder for compressed days. Hooks never have to list it. */
export const ARCHIVE = "archive";

export function journalFolder(home: string): string {
  return `${home}/journal`;
}

export function dayFile(at: number): string {
  return `${utcDay(at)}.jsonl`;
}

/**
 * The day of a time as `2026-11-15`. Computed from days since 0000-03-01 in cycles of 400 years: the first use of
 * Date's formatting makes Node look up the time zone, which takes a hook longer than all its writing.
 */
export function utcDay(at: number): string {
  const days = Math.floor((Number.isFinite(at) ? Math.max(0, at) : 0) / DAY_MS) + 719_468;
  const era = Math.floor(days / 146_097);
  const day = days - era * 146_097;
  const year = Math.floor(
    (day - Math.floor(day / 1_460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365,
  );
  const rest = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * rest + 2) / 153);
  const date = rest - Math.floor((153 * month + 2) / 5) + 1;
  const calendar = month < 10 ? month + 3 : month - 9;
  return `${pad(year + era * 400 + (calendar <= 2 ? 1 : 0), 4)}-${pad(calendar, 2)}-${pad(date, 2)}`;
}

function pad(n: number, width: number): string {
  return String(n).padStart(width, "0");
}

/** The days that are still written to or not yet compressed, oldest first. */
export function dayFiles(home: string): string[] {
  return list(journalFolder(home), DAY_FILE);
}

/** The compressed parts of older days, oldest first. */
export function archiveFiles(home: string): string[] {
  const folder = join(journalFolder(home), ARCHIVE);
  if (!isSecureFolder(folder)) return [];
  return list(folder, PART_FILE)
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((name) => `${ARCHIVE}/${name}`);
}

function list(folder: string, pattern: RegExp): string[] {
  return listFolder(folder)
    .filter((name) => pattern.test(name))
    .sort();
}

/** A text that changes as soon as a file of the journal is rewritten, compressed or removed. */
export function journalState(home: string): string {
  return [...archiveFiles(home), ...dayFiles(home)]
    .map((name) => {
      const stat = statSync(join(journalFolder(home), name), { throwIfNoEntry: false });
      return stat === undefined ? name : `${name} ${stat.ino} ${stat.birthtimeMs}`;
    })
    .join("\n");
}

/** Gets a line as a part of a longer text, with its place in the file. Returns true to stop. */
export type Visit = (text: string, start: number, end: number, offset: number, length: number) => boolean;

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;
const AT_REST_MS = 60_000;

/** Visits the lines of a journal file from an offset on, the last one without a newline only if the file is at rest. */
export function eachLine(home: string, name: string, from: number, visit: Visit): void {
  if (name.endsWith(".gz")) {
    const bytes = gunzip(home, name);
    const end = visitWhole(bytes.subarray(from), from, visit);
    if (end !== undefined && end < bytes.length) visitTorn(bytes.subarray(end), end, visit);
    return;
  }
  withFile(home, name, (fd) => {
    let rest: Buffer = Buffer.alloc(0);
    let start = from;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const got = readSync(fd, chunk, 0, CHUNK_BYTES, start + rest.length);
      if (got === 0) break;
      const bytes =
        rest.length === 0 ? chunk.subarray(0, got) : Buffer.concat([rest, chunk.subarray(0, got)]);
      const end = visitWhole(bytes, start, visit);
      if (end === undefined) return;
      rest = bytes.subarray(end - start);
      start = end;
    }
    if (rest.length > 0 && now() - fstatSync(fd).mtimeMs > AT_REST_MS) visitTorn(rest, start, visit);
  });
}

/** The events at known places of one file, in the order asked for. */
export function readAt(home: string, name: string, places: readonly LinePlace[]): Reading[] {
  if (name.endsWith(".gz")) {
    const bytes = gunzip(home, name);
    return places.map(({ offset, length }) => readText(bytes.toString("utf8", offset, offset + length)));
  }
  return withFile(home, name, (fd) => {
    return places.map(({ offset, length }) => {
      const bytes = Buffer.allocUnsafe(length);
      return readText(bytes.toString("utf8", 0, readSync(fd, bytes, 0, length, offset)));
    });
  });
}

/** Like {@link readAt}, but reads nothing from a file that is missing or damaged. */
export function tryReadAt(home: string, name: string, places: readonly LinePlace[]): Reading[] {
  if (sizeOf(home, name) === 0) return [];
  try {
    return readAt(home, name, places);
  } catch (error) {
    if (whyUnusable(error) === undefined) throw error; // `verify` names such files.
    return [];
  }
}

interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

/** Why a whole journal file cannot be read; undefined for errors of other kinds. */
export function whyUnusable(error: unknown): string | undefined {
  if (error instanceof TidemarkError && error.code === "home-unsafe") return "not a plain file of its own";
  return systemCode(error).startsWith("Z_") ? "cannot be unpacked" : undefined;
}

/** Whether a line ends at this place of a plain file. False if the file is shorter. */
export function isLineEnd(home: string, name: string, place: number): boolean {
  return withFile(home, name, (fd) => {
    const around = Buffer.alloc(2);
    const got = readSync(fd, around, 0, 2, place - 1);
    // A torn tail ends where the file did; the next frame begins with a newline.
    return got > 0 && (around[0] === NEWLINE || got === 1 || around[1] === NEWLINE);
  });
}

export function sizeOf(home: string, name: string): number {
  return statSync(join(journalFolder(home), name), { throwIfNoEntry: false })?.size ?? 0;
}

/** Visits all lines that end within these bytes. Returns the end of the last one, or undefined to stop. */
function visitWhole(bytes: Buffer, offset: number, visit: Visit): number | undefined {
  // Most of a journal is ASCII: offsets in the text and in the file are the same, so it is decoded only once.
  if (isAscii(bytes)) return visitAscii(bytes.toString("latin1"), offset, visit);
  let at = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
    const text = bytes.toString("utf8", at, end);
    if (end > at && visit(text, 0, text.length, offset + at, end - at)) return undefined;
    at = end + 1;
  }
  return offset + at;
}

function visitAscii(text: string, offset: number, visit: Visit): number | undefined {
  let at = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", at)) {
    if (end > at && visit(text, at, end, offset + at, end - at)) return undefined;
    at = end + 1;
  }
  return offset + at;
}

function visitTorn(bytes: Buffer, offset: number, visit: Visit): void {
  const text = bytes.toString("utf8");
  visit(text, 0, text.length, offset, bytes.length);
}

function readText(text: string): Reading {
  return readLine(text, 0, text.length);
}

/** Runs `work` on a journal file that is open for reading. */
export function withFile<T>(home: string, name: string, work: (fd: number) => T): T {
  const fd = openPrivate(join(journalFolder(home), name), READ);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

function gunzip(home: string, name: string): Buffer {
  return withFile(home, name, (fd) => {
    const { size } = fstatSync(fd);
    const bytes = Buffer.allocUnsafe(size);
    return unpack(bytes.subarray(0, readSync(fd, bytes, 0, size, 0)));
  });
}
