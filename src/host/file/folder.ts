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
  readdirSync,
  type Stats,
} from "node:fs";
import { dirname } from "node:path";
import { systemCode, TidemarkError } from "../../error.js";

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;
// Windows has neither flag nor modes: its data folder is private through the user's profile.
const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const NONBLOCK = constants.O_NONBLOCK ?? 0;
const hasModes = process.platform !== "win32";

/** Makes sure that a folder of ours exists, is really a folder, is ours, and is closed to others. */
export function secureFolder(path: string): void {
  if (isSecureFolder(path)) return;
  create(path);
  isSecureFolder(path);
}

/** The same for one that need not exist: false where there is none. */
export function isSecureFolder(path: string): boolean {
  const stat = lookAt(path);
  if (stat === undefined) return false;
  if (!stat.isDirectory()) {
    const what = stat.isSymbolicLink() ? "a symbolic link" : "not a folder";
    throw new TidemarkError("home-unsafe", `${path} is ${what}; Tidemark does not follow it.`, {
      hint: "Move it away, or set TIDEMARK_HOME to the real folder.",
    });
  }
  requireOwner(path, stat);
  if (hasModes && (stat.mode & OTHERS) !== 0) {
    requireOurs(path);
    chmodSync(path, PRIVATE_FOLDER);
  }
  return true;
}

/** Opens a file of ours without following links. The caller closes it. */
export function openPrivate(path: string, flags: number): number {
  const fd = openUnfollowed(path, flags);
  try {
    const stat = fstatSync(fd);
    if (!isPlain(stat)) throw unsafe(path);
    requireOwner(path, stat);
    if (hasModes && (stat.mode & OTHERS) !== 0) fchmodSync(fd, PRIVATE_FILE);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * For files that others open for us: fails where there is something else than a plain file of ours, and closes it to
 * others. False where there is none.
 */
export function isPrivateFile(path: string): boolean {
  const stat = lookAt(path);
  if (stat === undefined) return false;
  if (!isPlain(stat)) throw unsafe(path);
  requireOwner(path, stat);
  if (hasModes && (stat.mode & OTHERS) !== 0) chmodSync(path, PRIVATE_FILE);
  return true;
}

export const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
export const READ = constants.O_RDONLY;
/** Never of a file that is there already: it might be another's, under a second name. */
export const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

const NOT_A_FILE = ["ELOOP", "ENXIO", "EISDIR", "ENOTDIR"];

function openUnfollowed(path: string, flags: number): number {
  try {
    return openSync(path, flags | NOFOLLOW | NONBLOCK, PRIVATE_FILE);
  } catch (error) {
    const code = systemCode(error);
    if (CLOSED.includes(code)) throw closed(path, code, error);
    throw NOT_A_FILE.includes(code) ? unsafe(path, error) : error;
  }
}

/** Undefined where there is nothing. */
function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw closed(path, systemCode(error), error);
  }
}

const CLOSED = ["EACCES", "EPERM", "EROFS"];
const WHY_CLOSED: { readonly [code: string]: string } = {
  EACCES: "may not be read or written",
  EPERM: "may not be read or written",
  EROFS: "is on a disk that cannot be written to",
  ENOTDIR: "is below something that is no folder",
  ENAMETOOLONG: "has a name that is too long",
};

function closed(path: string, code: string, cause: unknown): TidemarkError {
  return new TidemarkError("home-unwritable", `${path} ${WHY_CLOSED[code] ?? `cannot be used (${code})`}.`, {
    hint: "Set TIDEMARK_HOME to a folder you may write to.",
    cause,
  });
}

// One without any name was replaced a moment ago, which is no reason to fail.
function isPlain(stat: Stats): boolean {
  return stat.isFile() && stat.nlink <= 1;
}

function unsafe(path: string, cause?: unknown): TidemarkError {
  return new TidemarkError(
    "home-unsafe",
    `${path} is not a plain file of its own; Tidemark does not use it.`,
    {
      hint: "Look at it, then move it away.",
      cause,
    },
  );
}

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
    const code = systemCode(error);
    // Another process may have been first.
    if (code === "EEXIST") return;
    const parent = dirname(path);
    if (code !== "ENOENT" || parent === path || parentsLeft === 0 || existsSync(parent)) throw error;
    makeFolder(parent, parentsLeft - 1);
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  }
}

// What Tidemark puts into its folders.
const OURS =
  /^(?:journal|archive|place|program|recall|log|backup|checkpoint|count|export|import|device|project\.(?:json|lock)|tended|(?:tend|embed|forget|restore)\.lock|tidemark\.db.*|hook\.(?:jsonl|cjs)|manifest\.json|\d{4,6}-\d\d-\d\d\..*|[0-9a-f]{16}(?:$|\.(?:json|visit|md))|(?:taking|root|index)-[0-9a-f]{16})/;

// What a person puts there: names that many folders have, so nothing else may stand beside them.
const PLACED = /^(?:config\.json|model|node_modules|package(?:-lock)?\.json)$/;

/** A folder with other people's things in it is not closed to them because somebody named it by mistake. */
function requireOurs(path: string): void {
  const names = readdirSync(path);
  if (names.every((name) => PLACED.test(name)) || names.some((name) => OURS.test(name))) return;
  throw new TidemarkError(
    "home-unsafe",
    `${path} is open to others and holds things that are not Tidemark's.`,
    {
      hint: "Set TIDEMARK_HOME to a folder of its own; it need not exist yet.",
    },
  );
}

function requireOwner(path: string, stat: Stats): void {
  const me = process.getuid?.();
  if (me !== undefined && stat.uid !== me) {
    throw new TidemarkError("home-unsafe", `${path} belongs to another user.`, {
      hint: "Set TIDEMARK_HOME to a folder of your own.",
    });
  }
}
