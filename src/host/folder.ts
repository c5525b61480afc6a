import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
} from "node:fs";
import { dirname } from "node:path";
import { TidemarkError } from "../error.js";

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;
// Windows has neither flag nor modes: its data folder is private through the user's profile.
const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const NONBLOCK = constants.O_NONBLOCK ?? 0;
const hasModes = process.platform !== "win32";

/** Makes sure that a folder of ours exists, is really a folder, is ours, and is closed to others. */
export function secureFolder(path: string): void {
  let stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) {
    create(path);
    stat = lstatSync(path);
  }
  if (!stat.isDirectory()) {
    const what = stat.isSymbolicLink() ? "a symbolic link" : "not a folder";
    throw new TidemarkError("home-unsafe", `${path} is ${what}; Tidemark does not follow it.`, {
      hint: "Set TIDEMARK_HOME to the real folder.",
    });
  }
  requireOwner(path, stat);
  if (hasModes && (stat.mode & OTHERS) !== 0) chmodSync(path, PRIVATE_FOLDER);
}

/** Opens a file of ours without following links. The caller closes it. */
export function openPrivate(path: string, flags: number): number {
  const fd = openSync(path, flags | NOFOLLOW | NONBLOCK, PRIVATE_FILE);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.nlink > 1) {
      throw new TidemarkError(
        "home-unsafe",
        `${path} is not a plain file of its own; Tidemark does not use it.`,
        {
          hint: "Look at it, then move it away.",
        },
      );
    }
    requireOwner(path, stat);
    if (hasModes && (stat.mode & OTHERS) !== 0) fchmodSync(fd, PRIVATE_FILE);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

export const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
export const READ = constants.O_RDONLY;
export const REPLACE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;

function create(path: string): void {
  try {
    makeFolder(path, MOST_PARENTS);
  } catch (cause) {
    throw new TidemarkError("home-unwritable", `The folder ${path} cannot be made.`, {
      hint: "Set TIDEMARK_HOME to a folder you may write to.",
      cause,
    });
  }
}

const MOST_PARENTS = 64;

// Node's own recursive mkdir never returns for a path below /proc, and a hook must.
function makeFolder(path: string, parentsLeft: number): void {
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // Another process may have been first.
    if (code === "EEXIST") return;
    const parent = dirname(path);
    if (code !== "ENOENT" || parent === path || parentsLeft === 0 || existsSync(parent)) throw error;
    makeFolder(parent, parentsLeft - 1);
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  }
}

function requireOwner(path: string, stat: Stats): void {
  const me = process.getuid?.();
  if (me !== undefined && stat.uid !== me) {
    throw new TidemarkError("home-unsafe", `${path} belongs to another user.`, {
      hint: "Set TIDEMARK_HOME to a folder of your own.",
    });
  }
}
