import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { systemCode, TidemarkError } from "../../error.js";
import { realPath } from "./foreign-file.js";

// Does not block on a pipe. Windows has neither the flag nor such files.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file of the user, or undefined if it is missing. */
export function readUserFile(path: string): Buffer | undefined {
  try {
    const fd = openSync(path, READ);
    try {
      requireFile(path, fstatSync(fd));
      return readFileSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (cause) {
    if (cause instanceof TidemarkError) throw cause;
    if (systemCode(cause) !== "ENOENT")
      throw unwritable(path, "cannot be read", "Make it readable for you.", cause);
    if (!lstatSync(path, { throwIfNoEntry: false })) return undefined;
    throw unwritable(path, "is a link to nothing", "Remove the link, or make the file it leads to.", cause);
  }
}

/** Throws if the file cannot be replaced. Respects a read-only mode even though a rename would work. */
export function requireWritable(path: string): void {
  const real = realPath(path);
  const stat = statSync(real, { throwIfNoEntry: false });
  if (stat) requireFile(path, stat);
  if (stat && (stat.mode & 0o222) === 0) throw unwritable(path, "is read-only");
  try {
    if (stat) accessSync(real, constants.W_OK);
    accessSync(nearestFolder(dirname(real)), constants.W_OK);
  } catch (cause) {
    throw unwritable(path, "cannot be written", MAKE_WRITABLE, cause);
  }
}

/** Replaces a file atomically, with its mode and owner. Follows a link, because dotfile managers use them. */
export function writeUserFile(path: string, bytes: Uint8Array): void {
  const real = realPath(path);
  const temporary = `${real}.${process.pid}.tidemark`;
  try {
    mkdirSync(dirname(real), { recursive: true });
    writeLike(temporary, bytes, statSync(real, { throwIfNoEntry: false }));
    renameSync(temporary, real);
  } catch (cause) {
    try {
      unlinkSync(temporary);
    } catch {
      // It was never made; the error below says why.
    }
    throw unwritable(path, "cannot be written", MAKE_WRITABLE, cause);
  }
}

/** The topmost folder that has to be made for a file. */
export function missingFolder(path: string): string | undefined {
  const folder = dirname(path);
  if (existsSync(folder)) return undefined;
  return missingFolder(folder) ?? folder;
}

function writeLike(path: string, bytes: Uint8Array, old: Stats | undefined): void {
  const fd = openSync(path, "wx", 0o600);
  try {
    writeFileSync(fd, bytes);
    const me = process.getuid?.();
    // With sudo, the file must still belong to its owner afterwards.
    if (old && me !== undefined && old.uid !== me) fchownSync(fd, old.uid, old.gid);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  if (old) chmodSync(path, old.mode & 0o7777);
}

function nearestFolder(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearestFolder(above);
}

function requireFile(path: string, stat: Stats): void {
  if (stat.isFile()) return;
  const what = stat.isDirectory() ? "is a folder" : "is not a file";
  throw unwritable(path, what, "Move it away: this is where the settings file belongs.");
}

const MAKE_WRITABLE =
  "Make it writable; if another tool manages it, add there what `tidemark init --dry-run` shows.";

function unwritable(path: string, what: string, hint = MAKE_WRITABLE, cause?: unknown): TidemarkError {
  return new TidemarkError("settings-unwritable", `${path} ${what}; nothing was changed.`, { hint, cause });
}
