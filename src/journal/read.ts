import { isAscii } from "node:buffer";
import { closeSync, fstatSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Reading } from "../event/present.js";
import { now } from "../host/clock.js";
import { openPrivate, READ } from "../host/folder.js";
import { journalFolder } from "./file.js";
import { readLine } from "./read-line.js";

export interface Line {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

const CHUNK = 1 << 20;
const NEWLINE = 0x0a;
const AT_REST = 60_000;

/**
 * The whole lines of a journal file from an offset on. A last line without its newline is left, because it may be
 * being written; only in a file at rest it is known to be torn and given like any other.
 */
export function* readLines(home: string, name: string, from = 0): Generator<Line> {
  if (name.endsWith(".gz")) {
    yield* linesOf(gunzip(home, name), from);
    return;
  }
  const fd = openPrivate(join(journalFolder(home), name), READ);
  try {
    let rest: Buffer = Buffer.alloc(0);
    let start = from;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const got = readSync(fd, chunk, 0, CHUNK, start + rest.length);
      if (got === 0) break;
      const bytes =
        rest.length === 0 ? chunk.subarray(0, got) : Buffer.concat([rest, chunk.subarray(0, got)]);
      let at = 0;
      // Most of a journal is plain ASCII, which is faster to decode.
      const encoding = isAscii(bytes) ? "latin1" : "utf8";
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
        if (end > at) yield { offset: start + at, length: end - at, text: bytes.toString(encoding, at, end) };
        at = end + 1;
      }
      start += at;
      rest = bytes.subarray(at);
    }
    if (rest.length > 0 && now() - fstatSync(fd).mtimeMs > AT_REST) {
      yield { offset: start, length: rest.length, text: rest.toString("utf8") };
    }
  } finally {
    closeSync(fd);
  }
}

/** The events at known places of one file, in the order asked for. */
export function readAt(
  home: string,
  name: string,
  places: readonly { offset: number; length: number }[],
): Reading[] {
  if (name.endsWith(".gz")) {
    const bytes = gunzip(home, name);
    return places.map(({ offset, length }) => readLine(bytes.toString("utf8", offset, offset + length)));
  }
  const fd = openPrivate(join(journalFolder(home), name), READ);
  try {
    return places.map(({ offset, length }) => {
      const bytes = Buffer.allocUnsafe(length);
      return readLine(bytes.toString("utf8", 0, readSync(fd, bytes, 0, length, offset)));
    });
  } finally {
    closeSync(fd);
  }
}

/** How far a file reaches now. */
export function sizeOf(home: string, name: string): number {
  return statSync(join(journalFolder(home), name), { throwIfNoEntry: false })?.size ?? 0;
}

function* linesOf(bytes: Buffer, from: number): Generator<Line> {
  let at = from;
  for (let end = bytes.indexOf(NEWLINE, at); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
    if (end > at) yield { offset: at, length: end - at, text: bytes.toString("utf8", at, end) };
    at = end + 1;
  }
  // Nobody writes to a compressed file any more: what has no newline is torn.
  if (at < bytes.length) yield { offset: at, length: bytes.length - at, text: bytes.toString("utf8", at) };
}

function gunzip(home: string, name: string): Buffer {
  const fd = openPrivate(join(journalFolder(home), name), READ);
  try {
    const size = fstatSync(fd).size;
    const bytes = Buffer.allocUnsafe(size);
    // Loaded only for old days: it would cost every session's start a quarter of a Node start.
    return process
      .getBuiltinModule("node:zlib")
      .gunzipSync(bytes.subarray(0, readSync(fd, bytes, 0, size, 0)));
  } finally {
    closeSync(fd);
  }
}
