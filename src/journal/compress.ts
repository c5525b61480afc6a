import { readSync } from "node:fs";
import { join } from "node:path";
import { replacePrivate, secureFolder } from "../host/file/folder.js";
import { ARCHIVE, journalFolder, withFile } from "./file.js";
import { pack } from "./pack.js";

const PART_BYTES = 4 << 20;
const NEWLINE = 0x0a;

export interface ArchivePart {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly bytes: number;
}

/** Writes the compressed parts of a day. The caller removes the plain file. */
export function archiveDay(home: string, file: string, isTaken: (name: string) => boolean): ArchivePart[] {
  secureFolder(join(journalFolder(home), ARCHIVE));
  const day = file.slice(0, -".jsonl".length);
  return withFile(home, file, (fd) => {
    const parts: ArchivePart[] = [];
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
  });
}

/** Reads about `PART_BYTES`, up to the end of a line. */
function readPart(fd: number, start: number): Buffer {
  for (let size = PART_BYTES; ; size *= 2) {
    const buffer = Buffer.allocUnsafe(size);
    const got = readSync(fd, buffer, 0, size, start);
    if (got < size) return buffer.subarray(0, got);
    const end = buffer.lastIndexOf(NEWLINE);
    if (end !== -1) return buffer.subarray(0, end + 1);
  }
}
