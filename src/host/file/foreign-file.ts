import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { sep } from "node:path";

// A pipe in place of a file must not make the hook wait. Windows has neither the flags nor such files.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
export const NOFOLLOW = constants.O_NOFOLLOW ?? 0;

/** The first part of a file that others wrote: a plain file or nothing, never more than asked for, never an error. */
export function readStart(path: string, most: number, flags = 0): Buffer | undefined {
  try {
    const fd = openSync(path, READ | flags);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return undefined;
      const buffer = Buffer.allocUnsafe(Math.min(most, stat.size));
      return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined; // Unreadable, or gone since: as if it were not there.
  }
}

/** What stands in a folder of others, by name; nothing where there is none. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Not there, no folder, or not ours to read.
  }
}

export function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // No permission, a loop of links, a name too long: nothing to see.
  }
}

/**
 * The last part of a plain file inside `root`. Links that lead out of it, devices and pipes are as if they were not
 * there: the path comes from outside.
 */
export function readEnd(path: string, root: string, most: number): Buffer | undefined {
  try {
    const real = realpathSync(path);
    if (!real.startsWith(realpathSync(root) + sep)) return undefined;
    const fd = openSync(real, READ | NOFOLLOW);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return undefined;
      const size = Math.min(most, stat.size);
      const buffer = Buffer.allocUnsafe(size);
      return buffer.subarray(0, readSync(fd, buffer, 0, size, stat.size - size));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined; // Unreadable or not there.
  }
}
