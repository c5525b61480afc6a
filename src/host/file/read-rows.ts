import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** One line of a file. */
export interface FileRow {
  readonly offset: number;
  /** After its line end. */
  readonly end: number;
  /** Valid until the next row is requested. */
  readonly bytes: Buffer;
  /** It has no line end yet, so it may be half written. */
  readonly isOpen: boolean;
}

const CHUNK_BYTES = 256 << 10;
/** Longer rows are skipped: they hold no text of a person. */
const MAX_ROW_BYTES = 32 << 20;
const HEAD_BYTES = 256;
const LINE_END = 10;
// Does not block on a pipe, and follows no link.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * The lines of a plain file from an offset to its present end; none if it cannot be read. Memory holds one line at most,
 * and only the first bytes of lines that `isWanted` rejects.
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
    return;
  }
  try {
    const stat = fstatSync(fd);
    if (stat.isFile()) yield* rowsIn(fd, isRowStart(fd, from) ? from : 0, stat.size, isWanted);
  } finally {
    closeSync(fd);
  }
}

/** False if the file was rewritten and has another content there. */
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
  let buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  // The offset of the buffer in the file; in the buffer, the end of data, the start of the row and the searched part.
  let base = from;
  let [filled, start, searched] = [0, 0, 0];
  let isSkipped = false;
  const isRejected = (end: number) =>
    !isWanted(buffer.toString("latin1", start, Math.min(end, start + HEAD_BYTES)));
  for (;;) {
    const found = buffer.subarray(0, filled).indexOf(LINE_END, searched);
    if (found >= 0) {
      const end = base + found + 1;
      if (!isSkipped && found > start && !isRejected(found))
        yield { offset: base + start, end, bytes: buffer.subarray(start, found), isOpen: false };
      isSkipped = false;
      start = found + 1;
      searched = start;
      continue;
    }
    if (!isSkipped && filled - start >= HEAD_BYTES && isRejected(filled)) isSkipped = true;
    if (filled - start >= MAX_ROW_BYTES) isSkipped = true;
    if (isSkipped) start = filled;
    // Move the incomplete row to the front, and grow the buffer if it is full.
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
  if (filled > 0 && !isSkipped && !isRejected(filled))
    yield { offset: base, end: base + filled, bytes: buffer.subarray(0, filled), isOpen: true };
}
