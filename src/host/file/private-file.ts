import { closeSync, fsyncSync, readSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { CREATE, openPrivate, READ } from "./folder.js";

/** The text of a small file of ours; undefined if it is missing, unreadable or not ours. */
export function readPrivate(path: string, maxBytes = 65_536): string | undefined {
  let fd: number;
  try {
    fd = openPrivate(path, READ);
  } catch {
    return undefined;
  }
  try {
    const buffer = Buffer.allocUnsafe(maxBytes);
    return buffer.toString("utf8", 0, readSync(fd, buffer, 0, maxBytes, 0));
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/** Replaces a file atomically. If `isDurable`, the bytes are on disk before the file takes its name. */
export function replacePrivate(
  path: string,
  content: string | Uint8Array,
  isDurable = false,
  temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2, 8)}`,
): void {
  const fd = openPrivate(temporary, CREATE);
  try {
    try {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
      if (isDurable) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    // Leave no partial files on a full disk.
    unlinkSync(temporary);
    throw error;
  }
}
