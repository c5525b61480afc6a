import type { KeptTree } from "../checkpoint.js";
import { below, splitNul } from "./path.js";
import { git, type Shadow } from "./shadow.js";
import type { KeptFile } from "./tree-change.js";

/** All files of some trees, by path from the root. Undefined where one of the trees is not there any more. */
export function treeFiles(shadow: Shadow, trees: readonly KeptTree[]): Map<string, KeptFile> | undefined {
  const files = new Map<string, KeptFile>();
  for (const { path: folder, tree } of trees) {
    const listed = git(shadow, ["ls-tree", "-r", "-z", tree]);
    if (!listed.ok) return undefined;
    for (const line of splitNul(listed.output)) {
      const at = line.indexOf("\t");
      files.set(below(folder, line.slice(at + 1)), { mode: line.slice(0, 6), id: line.slice(at - 40, at) });
    }
  }
  return files;
}
