import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Checkpoint, KeptTree } from "./checkpoint.js";
import { keepModes, modesOf } from "./modes.js";
import { refPath, writeCommit, writeRef } from "./object.js";
import { below, joinNul, splitNul } from "./path.js";
import { recordPath, writeRecord } from "./record.js";
import { git, type Shadow } from "./shadow.js";
import { EMPTY } from "./snapshot.js";

/** What is to be taken out of checkpoints. */
export interface Rewriting {
  readonly shadow: Shadow;
  /** Look only. */
  readonly isTrial: boolean;
  isForgotten(path: string, id: string): boolean;
  isForgottenText(text: string): boolean;
  /** The files that were found, by path. */
  readonly files: Set<string>;
  /** Trees that were gone through already, with what is left of them. */
  readonly trees: Map<string, string>;
}

/** Says whether there was anything to take out. A checkpoint whose files are lost, or of a forgotten place, goes whole. */
export function rewriteRecord(rewriting: Rewriting, checkpoint: Checkpoint): boolean {
  const { shadow, isTrial } = rewriting;
  const { keeping } = shadow;
  const { id, at } = checkpoint;
  const trees = rewritten(rewriting, checkpoint);
  if (trees === undefined || rewriting.isForgottenText(checkpoint.root)) {
    if (isTrial) return true;
    rmSync(recordPath(keeping.points, id), { force: true });
    rmSync(refPath(keeping.git, `point/${id}`), { force: true });
    return true;
  }
  const before = modesOf(shadow, checkpoint);
  const modes = new Map([...before].filter(([path]) => !rewriting.isForgotten(path, "")));
  const texts = withoutTexts(rewriting, checkpoint);
  const isSame = trees.every(({ path, tree }, n) => isTree(checkpoint.trees[n], path, tree));
  if (
    isSame &&
    trees.length === checkpoint.trees.length &&
    modes.size === before.size &&
    texts === checkpoint
  ) {
    return false;
  }
  if (isTrial) return true;
  const kept = keepModes(keeping, modes);
  const commit = writeCommit(keeping, { id, at, trees, ...(kept !== undefined && { modes: kept }) });
  writeRef(keeping, `point/${id}`, commit);
  writeRecord(keeping, { ...texts, commit, trees });
  return true;
}

function rewritten(rewriting: Rewriting, { trees }: Checkpoint): KeptTree[] | undefined {
  const kept: KeptTree[] = [];
  for (const { path, tree } of trees) {
    const without = withoutFiles(rewriting, path, tree);
    if (without === undefined) return undefined;
    if (path === "" || !rewriting.isForgotten(path, "")) kept.push({ path, tree: without });
  }
  return kept;
}

/** The tree without the forgotten files, or undefined where it cannot be read. */
function withoutFiles(rewriting: Rewriting, folder: string, tree: string): string | undefined {
  const { shadow, trees, files, isTrial } = rewriting;
  const key = `${folder}\0${tree}`;
  const known = trees.get(key);
  if (known !== undefined) return known;
  const listed = git(shadow, ["ls-tree", "-r", "-z", tree]);
  if (!listed.ok) return undefined;
  const bad: string[] = [];
  for (const line of splitNul(listed.output)) {
    const at = line.indexOf("\t");
    const path = line.slice(at + 1);
    if (rewriting.isForgotten(below(folder, path), line.slice(at - 40, at))) bad.push(path);
  }
  for (const path of bad) files.add(below(folder, path));
  // A trial needs no new tree: it is enough that it is another.
  const without = bad.length === 0 ? tree : isTrial ? EMPTY : removeFiles(shadow, tree, bad);
  if (without !== undefined) trees.set(key, without);
  return without;
}

function removeFiles(shadow: Shadow, tree: string, paths: readonly string[]): string | undefined {
  const index = join(shadow.keeping.folder, "forget-index");
  rmSync(index, { force: true });
  try {
    git(shadow, ["read-tree", tree], { index });
    git(shadow, ["update-index", "--force-remove", "-z", "--stdin"], {
      ...{ index, workTree: "/", input: joinNul(paths) },
    });
    const written = git(shadow, ["write-tree"], { index });
    return written.ok ? written.output.toString("latin1").trim() : undefined;
  } finally {
    rmSync(index, { force: true });
  }
}

/** The same object where there is nothing to take out. */
function withoutTexts({ isForgotten, isForgottenText }: Rewriting, checkpoint: Checkpoint): Checkpoint {
  const { label, branch, ...rest } = checkpoint;
  const isOut = (text: string | undefined) => text !== undefined && isForgottenText(text);
  const bytes = (path: string) => Buffer.from(path).toString("latin1");
  const left = rest.left.filter(({ path }) => !isForgotten(bytes(path), ""));
  if (!isOut(label) && !isOut(branch) && left.length === rest.left.length) return checkpoint;
  return {
    ...rest,
    ...(label !== undefined && !isOut(label) && { label }),
    ...(branch !== undefined && !isOut(branch) && { branch }),
    left,
    leftCount: rest.leftCount - (rest.left.length - left.length),
  };
}

function isTree(one: KeptTree | undefined, path: string, tree: string): boolean {
  return one?.path === path && one.tree === tree;
}
