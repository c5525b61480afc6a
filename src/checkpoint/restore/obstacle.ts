import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { eachFile } from "../shadow/object.js";
import { foldersAbove, fullPath, statPath } from "../shadow/path.js";
import type { Shadow } from "../shadow/shadow.js";
import { isLink, type KeptFile } from "../shadow/tree.js";

/** Returns true for a path that is gone by the time the file is written. */
type WillBeGone = (path: string) => boolean;

/** Checks the place where a file is to be written. `isCleared` decides whether a folder there makes way. */
export function obstacleAt(
  root: string,
  path: string,
  isCleared: (path: string) => boolean,
  willBeGone: WillBeGone = () => false,
): "nothing" | "file" | "other" {
  for (const folder of foldersAbove(path).reverse()) {
    const stat = statPath(root, folder);
    if (stat === "gone" || willBeGone(folder)) return "nothing";
    if (stat === "closed" || !stat.isDirectory()) return "other";
  }
  const stat = statPath(root, path);
  if (stat === "gone") return "nothing";
  if (stat === "closed") return "other";
  if (stat.isDirectory()) return isCleared(path) ? "nothing" : "other";
  return stat.isFile() || stat.isSymbolicLink() ? "file" : "other";
}

/** Whether all that is in a folder will be gone. */
export function willBeEmpty(root: string, path: string, willBeGone: WillBeGone): boolean {
  try {
    return readdirSync(fullPath(root, path), { encoding: "latin1", withFileTypes: true }).every((entry) => {
      const inner = `${path}/${entry.name}`;
      return entry.isDirectory() ? willBeEmpty(root, inner, willBeGone) : willBeGone(inner);
    });
  } catch {
    return false; // An unreadable folder has nothing in it that is kept.
  }
}

/** Finds files that already begin with what is to be written: a killed restore left them. */
export function partlyWritten(
  shadow: Shadow,
  root: string,
  files: ReadonlyMap<string, KeptFile>,
): Set<string> {
  const found = new Set<string>();
  const ids = [...files].map(([path, { id }]) => [path, id] as const);
  eachFile(shadow, ids, (path, bytes) => {
    const file = files.get(path);
    const mustBeWhole = file !== undefined && isLink(file);
    const there = mustBeWhole ? readLink(root, path) : readSmaller(root, path, bytes.length);
    const isBeginning = there !== undefined && bytes.subarray(0, there.length).equals(there);
    if (isBeginning && (!mustBeWhole || there.length === bytes.length)) found.add(path);
  });
  return found;
}

function readSmaller(root: string, path: string, maxBytes: number): Buffer | undefined {
  const stat = statPath(root, path);
  if (typeof stat !== "object" || !stat.isFile() || stat.size > maxBytes) return undefined;
  try {
    return readFileSync(fullPath(root, path));
  } catch {
    return undefined; // An unreadable file stays.
  }
}

function readLink(root: string, path: string): Buffer | undefined {
  try {
    return readlinkSync(fullPath(root, path), { encoding: "buffer" });
  } catch {
    return undefined; // Anything but a link stays.
  }
}
