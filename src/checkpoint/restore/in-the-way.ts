import { readFileSync, readlinkSync } from "node:fs";
import { eachBlob } from "../shadow/blob.js";
import { foldersAbove, fullPath } from "../shadow/path.js";
import type { Shadow } from "../shadow/shadow.js";
import type { KeptFile } from "../shadow/tree-change.js";
import { see } from "../take/sort-listed.js";
import { removeBareFolder } from "./delete-files.js";

/** What is where a file is to be written. A folder with nothing in it is removed. */
export function inTheWay(root: string, path: string): "nothing" | "file" | "other" {
  for (const folder of foldersAbove(path).reverse()) {
    const stat = see(root, folder);
    if (stat === "gone") return "nothing";
    if (stat === "closed" || !stat.isDirectory()) return "other";
  }
  const stat = see(root, path);
  if (stat === "gone") return "nothing";
  if (stat === "closed") return "other";
  if (stat.isDirectory()) return removeBareFolder(root, path) ? "nothing" : "other";
  return stat.isFile() || stat.isSymbolicLink() ? "file" : "other";
}

/**
 * Of files that stand where others are to be written: those that hold the beginning of what is to come, or all of it.
 * A restore that was killed leaves such a one, and nothing is lost by writing it again.
 */
export function unfinished(shadow: Shadow, root: string, files: ReadonlyMap<string, KeptFile>): Set<string> {
  const paths = new Map<string, string[]>();
  for (const [path, { id }] of files) paths.set(id, [...(paths.get(id) ?? []), path]);
  const found = new Set<string>();
  eachBlob(shadow, [...paths.keys()], (id, bytes) => {
    for (const path of paths.get(id) ?? []) {
      const isLink = files.get(path)?.mode === "120000";
      const there = isLink ? readLink(root, path) : readSome(root, path, bytes.length);
      const isBeginning = there !== undefined && bytes.subarray(0, there.length).equals(there);
      if (isBeginning && (!isLink || there.length === bytes.length)) found.add(path);
    }
  });
  return found;
}

function readSome(root: string, path: string, most: number): Buffer | undefined {
  const stat = see(root, path);
  if (typeof stat !== "object" || !stat.isFile() || stat.size > most) return undefined;
  try {
    return readFileSync(fullPath(root, path));
  } catch {
    return undefined; // Unreadable: it stays.
  }
}

function readLink(root: string, path: string): Buffer | undefined {
  try {
    return readlinkSync(fullPath(root, path), { encoding: "buffer" });
  } catch {
    return undefined; // No link: it stays.
  }
}
