import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** One line of a file that others wrote. */
export interface FileRow {
  readonly offset: number;
  /** Behind its line end. */
  readonly end: number;
  /** Good until the next one is asked for. */
  readonly bytes: Buffer;
  /** Its line end is not there yet: perhaps it is only half written. */
  readonly isOpen: boolean;
}

const CHUNK = 256 << 10;
/** Longer ones are passed over: whatever is in them, it is no text that somebody said. */
const LONGEST = 32 << 20;
const HEAD = 256;
const LINE_END = 10;
// A pipe in place of a file is not waited for; a link is not followed.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * The lines of a plain file from an offset on, as far as it reaches when this begins. Never more of it is held than one
 * line, and those that `isWanted` refuses by their first bytes are never held whole. Nothing where it cannot be read.
 */
export function* readRows(
  path: string,
  from: number,
  isWanted: (start: string) => boolean,
): Generator<FileRow> {
  let fd: number;
  try {
    fd = openSync(path, READ);
  } catch {
    return; // Gone since it was found, or not for us.
  }
  try {
    const stat = fstatSync(fd);
    if (stat.isFile()) yield* rowsIn(fd, isRowStart(fd, from) ? from : 0, stat.size, isWanted);
  } finally {
    closeSync(fd);
  }
}

/** A file that was written anew since may have something else there. */
function isRowStart(fd: number, offset: number): boolean {
  const before = Buffer.alloc(1);
  return offset > 0 && readSync(fd, before, 0, 1, offset - 1) === 1 && before[0] === LINE_END;
}

function* rowsIn(
  fd: number,
  from: number,
  size: number,
  isWanted: (start: string) => boolean,
): Generator<FileRow> {
  let buffer = Buffer.allocUnsafe(CHUNK);
  /** Where the buffer begins in the file, and what of it is filled, begun and searched. */
  let base = from;
  let [filled, start, searched] = [0, 0, 0];
  let isPassed = false;
  const isRefused = (end: number) => !isWanted(buffer.toString("latin1", start, Math.min(end, start + HEAD)));
  for (;;) {
    const found = buffer.subarray(0, filled).indexOf(LINE_END, searched);
    if (found >= 0) {
      const end = base + found + 1;
      if (!isPassed && found > start && !isRefused(found))
        yield { offset: base + start, end, bytes: buffer.subarray(start, found), isOpen: false };
      isPassed = false;
      start = found + 1;
      searched = start;
      continue;
    }
    if (!isPassed && filled - start >= HEAD && isRefused(filled)) isPassed = true;
    if (filled - start >= LONGEST) isPassed = true;
    if (isPassed) start = filled;
    // What is begun moves to the front, and where it fills all there is, the buffer grows.
    buffer.copyWithin(0, start, filled);
    base += start;
    filled -= start;
    start = 0;
    searched = filled;
    if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    const room = Math.min(buffer.length - filled, size - base - filled);
    const read = room > 0 ? readSync(fd, buffer, filled, room, base + filled) : 0;
    if (read === 0) break;
    filled += read;
  }
  if (filled > 0 && !isPassed && !isRefused(filled))
    yield { offset: base, end: base + filled, bytes: buffer.subarray(0, filled), isOpen: true };
}
