import { closeSync, fstatSync, fsyncSync, readdirSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { sleep } from "../host/clock.js";
import { APPEND, isSecureFolder, openPrivate, READ, replacePrivate } from "../host/file/folder.js";
import { ARCHIVE, archiveFiles, dayFiles, journalFolder, whyUnusable, withFile } from "./file.js";
import { pack, unpack } from "./pack.js";

export interface Rewrite {
  /** Skips files that do not match. */
  readonly needle?: RegExp;
  /** Rewrites only packed parts. */
  readonly isPacked?: boolean;
  /** Replaces a line, or removes it if the result has none. Undefined keeps it. */
  line(text: string, file: string): { readonly line?: string } | undefined;
  /** Limits the time for one file. */
  within?<T>(work: () => T): T;
}

export interface Rewritten {
  /** How many lines were removed or replaced. */
  readonly lines: number;
  /** Files that cannot be read and stay as they are. */
  readonly unread: readonly string[];
}

const NEWLINE = 0x0a;
const MAX_STRING_BYTES = 2 ** 28;
// A hook writes within a millisecond after opening; these are for one that was suspended.
const LATE_WRITE_PAUSES_MS = [50, 250] as const;

/**
 * Rewrites the journal line by line. Hooks may append meanwhile: a day is replaced as a whole, and lines that came into
 * the old file are carried over. If killed, every line is there, old or rewritten. The caller holds off housekeeping and
 * empties the model first, because its pointers become invalid.
 */
export function rewriteJournal(home: string, rewrite: Rewrite): Rewritten {
  const unread: string[] = [];
  if (!isSecureFolder(journalFolder(home))) return { lines: 0, unread };
  removeLeftovers(home);
  let lines = 0;
  for (const part of archiveFiles(home)) {
    const bytes = contentOf(home, part);
    if (bytes === undefined) unread.push(part);
    else lines += rewritePart(home, part, bytes, rewrite);
  }
  const replaced: Replaced[] = [];
  try {
    for (const day of rewrite.isPacked ? [] : dayFiles(home)) {
      const { lines: own, old } = rewriteDay(home, day, rewrite);
      lines += own;
      if (old === undefined) continue;
      replaced.push(old);
      lines += carryOver(home, old, rewrite, false);
    }
    if (replaced.length > 0)
      for (const pause of LATE_WRITE_PAUSES_MS) {
        sleep(pause);
        for (const old of replaced)
          lines += carryOver(home, old, rewrite, pause === LATE_WRITE_PAUSES_MS.at(-1));
      }
  } finally {
    for (const { fd } of replaced) closeSync(fd);
  }
  return { lines, unread };
}

/** Counts what a rewrite would change, without writing anything. */
export function previewRewrite(home: string, rewrite: Rewrite): Rewritten {
  const unread: string[] = [];
  const { within = (work) => work() } = rewrite;
  let lines = 0;
  if (!isSecureFolder(journalFolder(home))) return { lines, unread };
  for (const file of [...archiveFiles(home), ...(rewrite.isPacked ? [] : dayFiles(home))]) {
    const bytes = contentOf(home, file);
    if (bytes === undefined) unread.push(file);
    else lines += within(() => rewriteBytes(bytes, file, rewrite).lines);
  }
  return { lines, unread };
}

/** The old file of a replaced day, still open because a hook may be about to write into it. */
interface Replaced {
  readonly day: string;
  readonly fd: number;
  /** The offset up to which it was read. */
  end: number;
}

function rewritePart(home: string, part: string, before: Buffer, rewrite: Rewrite): number {
  const path = join(journalFolder(home), part);
  const { bytes, lines } = rewriteBytes(before, part, rewrite);
  if (lines === 0) return 0;
  if (bytes.every((byte) => byte === NEWLINE)) rmSync(path);
  else replacePrivate(path, pack(bytes), true);
  return lines;
}

function rewriteDay(home: string, day: string, rewrite: Rewrite): { lines: number; old?: Replaced } {
  const path = join(journalFolder(home), day);
  const fd = openPrivate(path, READ);
  let isKept = false;
  try {
    const whole = readFrom(fd, 0);
    // A line without an end may be being written. It is carried over once it is complete.
    const end = whole.lastIndexOf(NEWLINE) + 1;
    const { bytes, lines } = rewriteBytes(whole.subarray(0, end), day, rewrite);
    if (lines + rewriteBytes(whole.subarray(end), day, rewrite).lines === 0) return { lines: 0 };
    replacePrivate(path, bytes, true);
    isKept = true;
    return { lines, old: { day, fd, end } };
  } finally {
    if (!isKept) closeSync(fd);
  }
}

function carryOver(home: string, old: Replaced, rewrite: Rewrite, isLast: boolean): number {
  const came = readFrom(old.fd, old.end);
  const whole = isLast ? came : came.subarray(0, came.lastIndexOf(NEWLINE) + 1);
  if (whole.length === 0) return 0;
  old.end += whole.length;
  const { bytes, lines } = rewriteBytes(whole, old.day, rewrite);
  const fd = openPrivate(join(journalFolder(home), old.day), APPEND);
  try {
    // A newline first, as hooks write.
    writeAll(fd, Buffer.concat([Buffer.from("\n"), bytes]));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return lines;
}

function rewriteBytes(
  bytes: Buffer,
  file: string,
  { needle, line }: Rewrite,
): { bytes: Buffer; lines: number } {
  // Strings have a maximum length: longer files are read line by line.
  if (bytes.length < MAX_STRING_BYTES && needle?.test(bytes.toString("utf8")) === false)
    return { bytes, lines: 0 };
  const pieces: Buffer[] = [];
  let lines = 0;
  let kept = 0;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found === -1 ? bytes.length : found;
    const rewritten = end === start ? undefined : line(bytes.toString("utf8", start, end), file);
    const next = Math.min(end + 1, bytes.length);
    if (rewritten !== undefined) {
      lines++;
      pieces.push(bytes.subarray(kept, start));
      if (rewritten.line !== undefined) pieces.push(Buffer.from(rewritten.line), bytes.subarray(end, next));
      kept = next;
    }
    start = next;
  }
  if (lines === 0) return { bytes, lines };
  pieces.push(bytes.subarray(kept));
  return { bytes: Buffer.concat(pieces), lines };
}

/** Removes the temporary files of a rewrite or a compression that was killed. */
function removeLeftovers(home: string): void {
  for (const folder of [journalFolder(home), join(journalFolder(home), ARCHIVE)]) {
    if (!isSecureFolder(folder)) continue;
    for (const name of readdirSync(folder))
      if (/\.\d+\.[0-9a-z]+$/.test(name) && !name.endsWith(".gz"))
        rmSync(join(folder, name), { force: true });
  }
}

/** The unpacked content of a file; undefined if it cannot be read. */
function contentOf(home: string, file: string): Buffer | undefined {
  const bytes = withFile(home, file, (fd) => readFrom(fd, 0));
  try {
    return file.startsWith(`${ARCHIVE}/`) ? unpack(bytes) : bytes;
  } catch (error) {
    if (whyUnusable(error) === undefined) throw error;
    return undefined;
  }
}

function readFrom(fd: number, start: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, fstatSync(fd).size - start));
  let got = 0;
  while (got < bytes.length) {
    const more = readSync(fd, bytes, got, bytes.length - got, start + got);
    if (more === 0) break;
    got += more;
  }
  return bytes.subarray(0, got);
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}
