import { rmSync } from "node:fs";
import { join } from "node:path";
import type { KeptTree } from "../checkpoint.js";
import { below, splitNul } from "./path.js";
import { git, type Shadow } from "./shadow.js";

/** The tree without files. git knows it without storing it. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** A file as git keeps it: `100644`, `100755` or `120000`, and the object with its bytes. */
export interface KeptFile {
  readonly mode: string;
  readonly id: string;
}

/** A file that differs between two checkpoints. */
export interface TreeChange {
  readonly from?: KeptFile;
  readonly to?: KeptFile;
  /** The folder whose ignore rules apply to it: "", or that of an inner repository. */
  readonly folder: string;
}

export function isLink({ mode }: KeptFile): boolean {
  return mode === "120000";
}

/** All files of some trees, by path from the root. Returns undefined if a tree is missing. */
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

/** All files that differ, by path from the root. Returns undefined if a tree is missing. */
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
    for (const { path, ...change } of parseChanges(ran.output.toString("latin1"))) {
      const full = below(folder, path);
      // If a folder became a repository, the same file leaves one tree and enters another.
      const merged = { ...changes.get(full), ...change, folder };
      if (merged.from?.id === merged.to?.id && merged.from?.mode === merged.to?.mode) changes.delete(full);
      else changes.set(full, merged);
    }
  }
  return changes;
}

/** Changes a tree by `git update-index` in a temporary index. Returns undefined if git fails. */
export function changeTree(
  shadow: Shadow,
  tree: string,
  args: readonly string[],
  input: Buffer,
): string | undefined {
  const index = join(shadow.storage.folder, "restore-tree");
  rmSync(index, { force: true });
  try {
    git(shadow, ["read-tree", tree], { index });
    git(shadow, ["update-index", "-z", ...args], { index, workTree: "/", input });
    return writeTree(shadow, index);
  } finally {
    rmSync(index, { force: true });
  }
}

/** Writes the tree of an index. Returns undefined if git fails. */
export function writeTree(shadow: Shadow, index: string): string | undefined {
  const { ok, output } = git(shadow, ["write-tree"], { index });
  return ok ? output.toString("latin1").trim() : undefined;
}

export interface TreePair {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** The trees of two checkpoints side by side. A tree that only one of them has is compared with the empty tree. */
export function treePairs(from: readonly KeptTree[], to: readonly KeptTree[]): TreePair[] {
  const paths = new Set([...from, ...to].map(({ path }) => path));
  const find = (trees: readonly KeptTree[], path: string) =>
    trees.find((tree) => tree.path === path)?.tree ?? EMPTY_TREE;
  return [...paths].map((path) => ({ path, from: find(from, path), to: find(to, path) }));
}

function* parseChanges(output: string): Generator<{ path: string; from?: KeptFile; to?: KeptFile }> {
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
