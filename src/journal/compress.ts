import { closeSync, readSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { openPrivate, READ, secureFolder } from "../host/folder.js";
import { replacePrivate } from "../host/private-file.js";
import type { Store } from "../store/port.js";
import { ARCHIVE, dayFiles, journalFolder, utcDay } from "./file.js";
import { pack } from "./pack.js";

const PART = 4 << 20;
const NEWLINE = 0x0a;
const DAY = 86_400_000;

export interface Compressed {
  readonly files: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Compresses the days that are older than `days` and fully drained. The archive is complete on disk before the model
 * points to it, and the plain file goes last: killed anywhere, a day is there twice at worst, and events count once.
 */
export function compressOldDays(home: string, store: Store, now: number, days = 7): Compressed {
  const limit = utcDay(now - days * DAY);
  const total = { files: 0, before: 0, after: 0 };
  for (const file of dayFiles(home)) {
    if (file.slice(0, -".jsonl".length) >= limit) continue;
    const path = join(journalFolder(home), file);
    const size = statSync(path).size;
    const cursors = new Map(store.cursors().map((cursor) => [cursor.file, cursor.offset]));
    if ((cursors.get(file) ?? 0) < size) continue;
    const parts = writeParts(home, file, (name) => cursors.has(name));
    store.transact((writer) => writer.moveFile(file, parts));
    // A writer with a wrong clock may have come back to this day: then it stays, and is drained and compressed again.
    if (statSync(path).size === size) unlinkSync(path);
    total.files++;
    total.before += size;
    total.after += parts.reduce((sum, part) => sum + part.bytes, 0);
  }
  return total;
}

interface Part {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly bytes: number;
}

function writeParts(home: string, file: string, isTaken: (name: string) => boolean): Part[] {
  secureFolder(join(journalFolder(home), ARCHIVE));
  const day = file.slice(0, -".jsonl".length);
  const fd = openPrivate(join(journalFolder(home), file), READ);
  try {
    const parts: Part[] = [];
    let n = 0;
    for (let start = 0; ; ) {
      const chunk = readPart(fd, start);
      if (chunk.length === 0) return parts;
      while (isTaken(`${ARCHIVE}/${day}.${n}.jsonl.gz`)) n++;
      const name = `${ARCHIVE}/${day}.${n++}.jsonl.gz`;
      const packed = pack(chunk);
      replacePrivate(join(journalFolder(home), name), packed, true);
      parts.push({ file: name, start, end: start + chunk.length, bytes: packed.length });
      start += chunk.length;
    }
  } finally {
    closeSync(fd);
  }
}

/** About a part's worth of bytes, ending with a line's end. */
function readPart(fd: number, start: number): Buffer {
  for (let size = PART; ; size *= 2) {
    const buffer = Buffer.allocUnsafe(size);
    const got = readSync(fd, buffer, 0, size, start);
    if (got < size) return buffer.subarray(0, got);
    const end = buffer.lastIndexOf(NEWLINE);
    if (end !== -1) return buffer.subarray(0, end + 1);
  }
}
