import { closeSync, fsyncSync, readSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { CREATE, openPrivate, READ } from "./folder.js";

/** The text of a small file of ours, or undefined where there is none or it is not ours. */
export function readPrivate(path: string, most = 65_536): string | undefined {
  let fd: number;
  try {
    fd = openPrivate(path, READ);
  } catch {
    return undefined; // Missing or unsafe: both mean that there is nothing to trust.
  }
  try {
    const buffer = Buffer.allocUnsafe(most);
    return buffer.toString("utf8", 0, readSync(fd, buffer, 0, most, 0));
  } catch {
    return undefined; // Unreadable counts as missing: callers have a default.
  } finally {
    closeSync(fd);
  }
}

/**
 * Replaces a file of ours whole: readers see the old or the new text, never a part. A durable one is on disk before it
 * takes the name.
 */
export function replacePrivate(path: string, content: string | Uint8Array, isDurable = false): void {
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2, 8)}`;
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
    // A full disk must not be filled with halves.
    unlinkSync(temporary);
    throw error;
  }
}
