import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { systemCode } from "../../error.js";
import { CREATE, openPrivate } from "./folder.js";

const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const NONBLOCK = constants.O_NONBLOCK ?? 0;

/** What stands at a path below a folder that is shared with other programs. */
export interface TreeEntry {
  /** Relative, with slashes. */
  readonly path: string;
  readonly is: "file" | "folder" | "link" | "other";
  readonly size: number;
  readonly at: number;
}

export function entryAt(root: string, path: string): TreeEntry | undefined {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
  return stat === undefined
    ? undefined
    : { path, is: kindOf(stat), size: stat.size, at: Math.round(stat.mtimeMs) };
}

/** All that is wanted below a folder, in the order of names. Only the folders asked for are entered, and no link is. */
export function listTree(
  root: string,
  wants: { isFolder(path: string): boolean; isFile(path: string): boolean },
  most: number,
): TreeEntry[] {
  const found: TreeEntry[] = [];
  const enter = (folder: string) => {
    for (const name of namesIn(join(root, folder))) {
      if (found.length >= most) return;
      const path = folder === "" ? name : `${folder}/${name}`;
      const isWanted = wants.isFile(path);
      if (!isWanted && !wants.isFolder(path)) continue;
      const entry = entryAt(root, path);
      if (entry === undefined) continue;
      if (isWanted || entry.is === "link") found.push(entry);
      else if (entry.is === "folder") enter(path);
    }
  };
  enter("");
  return found;
}

/** The bytes of a plain file, or why there are none. */
export function readTree(root: string, path: string, most: number): Buffer | string {
  try {
    const fd = openSync(join(root, path), constants.O_RDONLY | NOFOLLOW | NONBLOCK);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return "it is not a plain file";
      if (stat.size > most) return "it is too large";
      const bytes = Buffer.alloc(stat.size);
      let got = 0;
      while (got < bytes.length) {
        const more = readSync(fd, bytes, got, bytes.length - got, got);
        if (more === 0) break;
        got += more;
      }
      return bytes.subarray(0, got);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const code = systemCode(error);
    return code === "ELOOP" ? "it is a link" : `it cannot be read (${code || "unknown"})`;
  }
}

/** Why a path cannot be written to without following a link or writing over something that is no file. */
export function whyUnwritable(root: string, path: string): string | undefined {
  const names = path.split("/");
  for (let depth = 1; depth <= names.length; depth++) {
    const part = names.slice(0, depth).join("/");
    const entry = entryAt(root, part);
    if (entry === undefined) return undefined;
    if (entry.is === "link") return `${part} is a link`;
    const expected = depth === names.length ? "file" : "folder";
    if (entry.is !== expected) return `${part} is not a ${expected}`;
  }
  return undefined;
}

/** Replaces or makes a file whole, closed to others, and the folders to it. */
export function writeTree(root: string, path: string, bytes: Uint8Array): void {
  const full = join(root, path);
  makeFolders(root, path);
  const temporary = join(dirname(full), `.${process.pid}.${Math.random().toString(36).slice(2, 8)}.tidemark`);
  const fd = openPrivate(temporary, CREATE);
  try {
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
      // What is replaced must not be gone before the new bytes are there; a file that was not there can be written again.
      if (entryAt(root, path) !== undefined) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, full);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
}

export function removeTree(root: string, path: string): void {
  unlinkSync(join(root, path));
}

/** Takes the folders away that stand empty above a path, up to the top of the tree, which stays. */
export function clearFolders(root: string, path: string): void {
  const names = path.split("/").slice(0, -1);
  for (let depth = names.length; depth > 0; depth--) {
    try {
      rmdirSync(join(root, ...names.slice(0, depth)));
    } catch {
      return; // Something is in it.
    }
  }
}

function makeFolders(root: string, path: string): void {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const names = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= names.length; depth++) {
    const folder = join(root, ...names.slice(0, depth));
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder, { mode: 0o700 });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // Gone or closed to us: there is nothing to take from it.
  }
}

function kindOf(stat: Stats): TreeEntry["is"] {
  if (stat.isSymbolicLink()) return "link";
  if (stat.isFile()) return "file";
  return stat.isDirectory() ? "folder" : "other";
}
