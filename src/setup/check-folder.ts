import { existsSync, lstatSync, statfsSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemCode } from "../error.js";
import { now } from "../host/clock.js";
import { replacePrivate } from "../host/file/folder.js";
import { isWritable } from "../host/file/writable.js";
import { dayFile, journalFolder } from "../journal/file.js";
import { databasePath } from "../model/store/open.js";
import { type Finding, finding, SET_UP } from "./finding.js";

interface Problem {
  readonly what: string;
  readonly hint: string;
}

const NAME = "data folder";
const MB = 2 ** 20;
const LOW_SPACE = 100 * MB;
const ELSEWHERE = "Set TIDEMARK_HOME to a folder you may write to.";

/** Checks that the data folder is ours, private and writable, and has room. */
export function checkFolder(home: string): Finding & { /** Unreadable. */ readonly isClosed?: true } {
  try {
    if (lstatSync(home, { throwIfNoEntry: false }) === undefined) return checkMissing(home);
    const parts = ["journal", "program", "backup", "log", "checkpoint"].map((part) => join(home, part));
    const there = parts.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
    for (const path of [home, ...there]) {
      const problem = folderProblem(path);
      if (problem) return finding(NAME, false, `${path} ${problem.what}`, problem.hint);
    }
    const files = [join(home, "device"), join(journalFolder(home), dayFile(now())), databasePath(home)];
    for (const path of files) {
      const problem = fileProblem(path);
      const harm = path === databasePath(home) ? "nothing can be told" : "nothing is recorded";
      if (problem) return finding(NAME, false, `${path} ${problem.what}: ${harm}`, problem.hint);
    }
    const locked = files.find((path) => existsSync(path) && !isWritable(path));
    if (locked !== undefined)
      return finding(
        NAME,
        false,
        `${locked} cannot be written: nothing is recorded`,
        `Run: chmod 600 '${locked}'`,
      );
    return checkSpace(home);
  } catch (error) {
    const reason = systemCode(error) || String(error);
    const what = `${home} cannot be looked at (${reason}): nothing is recorded`;
    return { ...finding(NAME, false, what, ELSEWHERE), isClosed: true };
  }
}

function checkMissing(home: string): Finding {
  let above = dirname(home);
  while (lstatSync(above, { throwIfNoEntry: false }) === undefined) above = dirname(above);
  if (isWritable(above)) return finding(NAME, "warn", `${home} is not there yet`, SET_UP);
  return finding(NAME, false, `${home} is not there and cannot be made: ${above} is read-only`, ELSEWHERE);
}

function folderProblem(path: string): Problem | undefined {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink())
    return { what: "is a symbolic link", hint: "Set TIDEMARK_HOME to the real folder." };
  if (!stat.isDirectory()) return { what: "is not a folder", hint: "Move it away." };
  const me = process.getuid?.();
  if (me !== undefined && stat.uid !== me) {
    return { what: "belongs to another user", hint: "Set TIDEMARK_HOME to a folder of your own." };
  }
  if (me !== undefined && (stat.mode & 0o077) !== 0) {
    return { what: "is open to other users", hint: `Run: chmod 700 '${path}'` };
  }
  if (isWritable(path)) return undefined;
  // The owner can change the mode, but nobody can write to a read-only file system.
  const isModeWrong = (stat.mode & 0o300) !== 0o300;
  return {
    what: "cannot be written to: nothing is recorded",
    hint: isModeWrong ? `Run: chmod 700 '${path}'` : ELSEWHERE,
  };
}

/** Finds the files that hooks refuse to write to. */
function fileProblem(path: string): Problem | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  const hint = "Move it away; what is in it can be put back as a file of your own.";
  if (stat === undefined) return undefined;
  if (stat.isSymbolicLink()) return { what: "is a symbolic link", hint };
  if (!stat.isFile()) return { what: "is not a file", hint };
  if (stat.nlink > 1) return { what: "has a second name", hint };
  const me = process.getuid?.();
  return me !== undefined && stat.uid !== me ? { what: "belongs to another user", hint } : undefined;
}

function checkSpace(home: string): Finding {
  const { bavail, bsize, files, ffree } = statfsSync(home);
  const free = bavail * bsize;
  const detail = `${home}, ${Math.floor(free / MB)} MB free`;
  if (free < MB)
    return finding(NAME, false, `${detail}: the disk is full, and nothing more is recorded`, "Make room.");
  if (files > 0 && ffree === 0)
    return finding(
      NAME,
      false,
      `${home}: the disk has no inode left, so no file can be made there`,
      "Delete files that nobody needs; many small ones do most.",
    );
  const error = tryWriting(home);
  if (error !== undefined)
    return finding(
      NAME,
      false,
      `${home}: nothing can be written (${error}), and nothing is recorded`,
      "Look for a quota or a limit on the size of files: ulimit -f",
    );
  return finding(
    NAME,
    free < LOW_SPACE ? "warn" : true,
    detail,
    "Make room: hooks cannot record on a full disk.",
  );
}

/** Quotas and file size limits only show when something is written. */
function tryWriting(home: string): string | undefined {
  const path = join(home, "tended.probe");
  try {
    replacePrivate(path, "x".repeat(10_000));
    unlinkSync(path);
    return undefined;
  } catch (error) {
    return systemCode(error) || String(error);
  }
}
