import { readdirSync } from "node:fs";
import { foldersAbove, fullPath } from "../shadow/path.js";
import type { Shadow } from "../shadow/shadow.js";
import type { KeptFile, TreeChange } from "../shadow/tree-change.js";
import { see } from "../take/sort-listed.js";
import { unfinished } from "./in-the-way.js";

/** Which of the files that a restore would write it cannot: something that no checkpoint keeps stands there. */
export function hindered(shadow: Shadow, root: string, files: ReadonlyMap<string, TreeChange>): Set<string> {
  const isDoomed = (path: string) => {
    const change = files.get(path);
    return change !== undefined && change.to === undefined;
  };
  const stopped = new Set<string>();
  const unkept = new Map<string, KeptFile>();
  for (const [path, { from, to }] of files) {
    if (to === undefined) continue;
    const there = whatStands(root, path, isDoomed);
    if (there === "other") stopped.add(path);
    else if (there === "file" && from === undefined) unkept.set(path, to);
  }
  const begun = unfinished(shadow, root, unkept);
  for (const path of unkept.keys()) if (!begun.has(path)) stopped.add(path);
  return stopped;
}

/** As it will be once what is to be deleted is gone. */
function whatStands(
  root: string,
  path: string,
  isDoomed: (path: string) => boolean,
): "nothing" | "file" | "other" {
  for (const folder of foldersAbove(path).reverse()) {
    const stat = see(root, folder);
    if (stat === "gone" || isDoomed(folder)) return "nothing";
    if (stat === "closed" || !stat.isDirectory()) return "other";
  }
  const stat = see(root, path);
  if (stat === "gone") return "nothing";
  if (stat === "closed") return "other";
  if (stat.isDirectory()) return isCleared(root, path, isDoomed) ? "nothing" : "other";
  return stat.isFile() || stat.isSymbolicLink() ? "file" : "other";
}

/** Whether all that is in a folder is to be deleted. */
function isCleared(root: string, path: string, isDoomed: (path: string) => boolean): boolean {
  try {
    return readdirSync(fullPath(root, path), { encoding: "latin1", withFileTypes: true }).every((entry) => {
      const inner = `${path}/${entry.name}`;
      return entry.isDirectory() ? isCleared(root, inner, isDoomed) : isDoomed(inner);
    });
  } catch {
    return false; // It may not be read, so nothing in it is kept.
  }
}
