import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { systemCode, TidemarkError } from "../../error.js";

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;
const MAX_PARENTS = 64;
// Windows has neither flags nor modes; there the user's profile protects the data folder.
const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const NONBLOCK = constants.O_NONBLOCK ?? 0;
const hasModes = process.platform !== "win32";

/** Makes sure that a folder exists, is no link, is ours, and is closed to others. */
export function secureFolder(path: string): void {
  if (isSecureFolder(path)) return;
  try {
    makeFolder(path, MAX_PARENTS);
  } catch (cause) {
    throw new TidemarkError("home-unwritable", `The folder ${path} cannot be made.`, {
      hint: "Set TIDEMARK_HOME to a folder you may write to.",
      cause,
    });
  }
  isSecureFolder(path);
}

/** The same without making it: false if there is no such folder. */
export function isSecureFolder(path: string): boolean {
  const stat = statIfPresent(path);
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
  const fd = openWithoutLinks(path, flags);
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

/** The same checks for a file that another library opens. Returns false if it is missing, and throws if it is unsafe. */
export function isPrivateFile(path: string): boolean {
  const stat = statIfPresent(path);
  if (stat === undefined) return false;
  if (!isPlain(stat)) throw unsafe(path);
  requireOwner(path, stat);
  if (hasModes && (stat.mode & OTHERS) !== 0) chmodSync(path, PRIVATE_FILE);
  return true;
}

export const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
export const READ = constants.O_RDONLY;
/** Fails if the file exists, because it might be a hard link to another's file. */
export const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

const NOT_A_FILE = ["ELOOP", "ENXIO", "EISDIR", "ENOTDIR"];

function openWithoutLinks(path: string, flags: number): number {
  try {
    return openSync(path, flags | NOFOLLOW | NONBLOCK, PRIVATE_FILE);
  } catch (error) {
    const code = systemCode(error);
    if (CLOSED.includes(code)) throw closed(path, code, error);
    throw NOT_A_FILE.includes(code) ? unsafe(path, error) : error;
  }
}

function statIfPresent(path: string): Stats | undefined {
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

// A file without any name was just replaced, which is no reason to fail.
function isPlain(stat: Stats): boolean {
  return stat.isFile() && stat.nlink <= 1;
}

function unsafe(path: string, cause?: unknown): TidemarkError {
  const what = `${path} is not a plain file of its own; Tidemark does not use it.`;
  return new TidemarkError("home-unsafe", what, { hint: "Look at it, then move it away.", cause });
}

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

// Names that Tidemark uses in its folders.
const OURS =
  /^(?:journal|archive|place|program|recall|log|backup|checkpoint|count|export|import|device|project\.(?:json|lock)|tended|(?:tend|embed|distil|forget|restore)\.lock|tidemark\.db.*|hook\.(?:jsonl|cjs)|manifest\.json|\d{4,6}-\d\d-\d\d\..*|[0-9a-f]{16}(?:$|\.(?:json|visit|md))|(?:taking|root|index)-[0-9a-f]{16})/;

// Files of the user. Many folders have such names, so nothing else may be beside them.
const USER_NAMES = /^(?:config\.json|model|node_modules|package(?:-lock)?\.json)$/;

/** Do not close a folder with other files to others: somebody may have named it by mistake. */
function requireOurs(path: string): void {
  const names = readdirSync(path);
  if (names.every((name) => USER_NAMES.test(name)) || names.some((name) => OURS.test(name))) return;
  const what = `${path} is open to others and holds things that are not Tidemark's.`;
  throw new TidemarkError("home-unsafe", what, {
    hint: "Set TIDEMARK_HOME to a folder of its own; it need not exist yet.",
  });
}

function requireOwner(path: string, stat: Stats): void {
  const me = process.getuid?.();
  if (me !== undefined && stat.uid !== me) {
    throw new TidemarkError("home-unsafe", `${path} belongs to another user.`, {
      hint: "Set TIDEMARK_HOME to a folder of your own.",
    });
  }
}

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
