import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { sep } from "node:path";

// A pipe in place of a file must not block a hook. Windows has neither the flags nor such files.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
export const NOFOLLOW = constants.O_NOFOLLOW ?? 0;

// Nothing here throws: a file or folder that cannot be read counts as missing.

/** The names in a folder, unsorted. */
export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

export function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // No permission, a loop of links, a name too long.
  }
}

/** A path with its links resolved; the path itself if that fails. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** The first bytes of a plain file. */
export function readStart(path: string, maxBytes: number, flags = 0): Buffer | undefined {
  return readPart(path, maxBytes, flags, false);
}

/** The last bytes of a plain file inside `root`. The path comes from outside, so it must not lead out of the root. */
export function readEnd(path: string, root: string, maxBytes: number): Buffer | undefined {
  try {
    const real = realpathSync(path);
    return real.startsWith(realpathSync(root) + sep) ? readPart(real, maxBytes, NOFOLLOW, true) : undefined;
  } catch {
    return undefined;
  }
}

function readPart(path: string, maxBytes: number, flags: number, isEnd: boolean): Buffer | undefined {
  try {
    const fd = openSync(path, READ | flags);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return undefined;
      const buffer = Buffer.allocUnsafe(Math.min(maxBytes, stat.size));
      const from = isEnd ? stat.size - buffer.length : 0;
      return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, from));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}
