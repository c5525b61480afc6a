import type { KeptTree } from "../checkpoint.js";
import { EMPTY } from "../take/snapshot.js";
import { below } from "./path.js";
import { git, type Shadow } from "./shadow.js";

/** What git keeps of one file: `100644`, `100755` or `120000`, and its bytes. */
export interface KeptFile {
  readonly mode: string;
  readonly id: string;
}

/** A file that differs between two checkpoints. */
export interface TreeChange {
  readonly from?: KeptFile;
  readonly to?: KeptFile;
  /** The folder whose ignore rules hold for it: "" or that of a repository inside. */
  readonly folder: string;
}

/** All files that differ, by path from the root. Undefined where one of the trees is not there any more. */
export function treeChanges(
  shadow: Shadow,
  from: readonly KeptTree[],
  to: readonly KeptTree[],
): Map<string, TreeChange> | undefined {
  const changes = new Map<string, TreeChange>();
  for (const { path: folder, from: one, to: other } of treePairs(from, to)) {
    if (one === other) continue;
    const ran = git(shadow, ["diff-tree", "-r", "-z", "--no-renames", one, other]);
    if (!ran.ok) return undefined;
    for (const { path, ...change } of parse(ran.output.toString("latin1"))) {
      const full = below(folder, path);
      // A folder may have become a repository: the same file then leaves one tree and comes into another.
      const merged = { ...changes.get(full), ...change, folder };
      if (merged.from?.id === merged.to?.id && merged.from?.mode === merged.to?.mode) changes.delete(full);
      else changes.set(full, merged);
    }
  }
  return changes;
}

export interface TreePair {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** The trees of two checkpoints side by side; one that only one of them has is compared with nothing. */
export function treePairs(from: readonly KeptTree[], to: readonly KeptTree[]): TreePair[] {
  const paths = new Set([...from, ...to].map(({ path }) => path));
  const find = (trees: readonly KeptTree[], path: string) =>
    trees.find((tree) => tree.path === path)?.tree ?? EMPTY;
  return [...paths].map((path) => ({ path, from: find(from, path), to: find(to, path) }));
}

function* parse(output: string): Generator<{ path: string; from?: KeptFile; to?: KeptFile }> {
  const fields = output.split("\0");
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = "", mode = "", oldId = "", id = "", status] = fields[at]?.slice(1).split(" ") ?? [];
    yield {
      path: fields[at + 1] ?? "",
      ...(status !== "A" && { from: { mode: oldMode, id: oldId } }),
      ...(status !== "D" && { to: { mode, id } }),
    };
  }
}
