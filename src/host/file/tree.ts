import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmdirSync,
  type Stats,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { systemCode } from "../../error.js";
import { replacePrivate } from "./folder.js";
import { listFolder, NOFOLLOW } from "./foreign-file.js";

const NONBLOCK = constants.O_NONBLOCK ?? 0;

/** An entry below a folder that is shared with other programs. */
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
    : { path, is: entryKind(stat), size: stat.size, at: Math.round(stat.mtimeMs) };
}

/** The wanted files below a folder, sorted by name. Enters only the wanted folders, and follows no link. */
export function listTree(
  root: string,
  wants: { isFolder(path: string): boolean; isFile(path: string): boolean },
  maxEntries: number,
): TreeEntry[] {
  const found: TreeEntry[] = [];
  const enter = (folder: string) => {
    for (const name of listFolder(join(root, folder)).sort()) {
      if (found.length >= maxEntries) return;
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

/** The bytes of a plain file, or the reason why they cannot be read. */
export function readTree(root: string, path: string, maxBytes: number): Buffer | string {
  try {
    const fd = openSync(join(root, path), constants.O_RDONLY | NOFOLLOW | NONBLOCK);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return "it is not a plain file";
      if (stat.size > maxBytes) return "it is too large";
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

/** The reason if writing a path would follow a link or replace something that is no file. */
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

/** Writes a file atomically, closed to others, and makes its folders. */
export function writeTree(root: string, path: string, bytes: Uint8Array): void {
  const full = join(root, path);
  makeFolders(root, path);
  const temporary = join(dirname(full), `.${process.pid}.${Math.random().toString(36).slice(2, 8)}.tidemark`);
  // Only an existing file could be lost in a crash.
  replacePrivate(full, bytes, entryAt(root, path) !== undefined, temporary);
}

export function removeFile(root: string, path: string): void {
  unlinkSync(join(root, path));
}

/** Removes the empty folders above a path, except the root. */
export function clearFolders(root: string, path: string): void {
  const names = path.split("/").slice(0, -1);
  for (let depth = names.length; depth > 0; depth--) {
    try {
      rmdirSync(join(root, ...names.slice(0, depth)));
    } catch {
      return; // Not empty.
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

function entryKind(stat: Stats): TreeEntry["is"] {
  if (stat.isSymbolicLink()) return "link";
  if (stat.isFile()) return "file";
  return stat.isDirectory() ? "folder" : "other";
}
