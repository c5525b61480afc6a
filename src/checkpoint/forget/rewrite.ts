import { rmSync } from "node:fs";
import { join } from "node:path";
import { hash64 } from "../../capture/place/path.js";
import { type Checkpoint, type KeptTree, type LeftOut, MOST_LEFT_NAMED } from "../checkpoint.js";
import { recordPath, writeRecord } from "../record.js";
import { keepModes, modesOf } from "../shadow/modes.js";
import { refPath, writeCommit, writeRef } from "../shadow/object.js";
import { below, joinNul, legiblePath } from "../shadow/path.js";
import { git, type Shadow } from "../shadow/shadow.js";
import { treeFiles } from "../shadow/tree-file.js";
import { EMPTY } from "../take/snapshot.js";
import { keepTakenOut, takenOutOf } from "./taken-out.js";

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
  readonly trees: Map<string, Without>;
}

interface Without {
  readonly tree: string;
  /** What was taken out, by path from the root. */
  readonly out: readonly string[];
}

/** Says whether there was anything to take out. A checkpoint whose files are lost, or of a forgotten place, goes whole. */
export function rewriteRecord(rewriting: Rewriting, checkpoint: Checkpoint): boolean {
  const { shadow, isTrial } = rewriting;
  const { keeping } = shadow;
  const { id, at } = checkpoint;
  const rest = rewritten(rewriting, checkpoint);
  if (rest === undefined || rewriting.isForgottenText(checkpoint.root)) {
    if (isTrial) return true;
    rmSync(recordPath(keeping.points, id), { force: true });
    rmSync(refPath(keeping.git, `point/${id}`), { force: true });
    return true;
  }
  const { trees, out } = rest;
  const before = modesOf(shadow, checkpoint);
  const isOut = new Set(out);
  const modes = new Map(
    [...before].filter(([path]) => !isOut.has(path) && !rewriting.isForgotten(path.replace(/\/$/, ""), "")),
  );
  const texts = withoutTexts(rewriting, checkpoint);
  const isSame = out.length === 0 && trees.length === checkpoint.trees.length;
  if (isSame && modes.size === before.size && texts === checkpoint) return false;
  if (isTrial) return true;
  const hashes = new Set([...takenOutOf(shadow, checkpoint), ...out.map(hash64)]);
  const keptModes = keepModes(keeping, modes);
  const forgotten = keepTakenOut(keeping, hashes);
  const commit = writeCommit(keeping, {
    ...{ id, at, trees },
    ...(keptModes !== undefined && { modes: keptModes }),
    ...(forgotten !== undefined && { forgotten }),
  });
  writeRef(keeping, `point/${id}`, commit);
  const left = [...texts.left, ...out.map((path) => nameLeft(rewriting, path))].slice(0, MOST_LEFT_NAMED);
  const { modes: _, ...kept } = texts;
  writeRecord(keeping, {
    ...kept,
    ...(keptModes !== undefined && { modes: keptModes }),
    ...{ commit, trees, left, leftCount: texts.leftCount + out.length },
  });
  return true;
}

/** Undefined where the files are lost. */
function rewritten(
  rewriting: Rewriting,
  { trees }: Checkpoint,
): { readonly trees: readonly KeptTree[]; readonly out: readonly string[] } | undefined {
  const kept: KeptTree[] = [];
  const out: string[] = [];
  for (const { path, tree } of trees) {
    const without = withoutFiles(rewriting, path, tree);
    if (without === undefined) return undefined;
    out.push(...without.out);
    if (path === "" || !rewriting.isForgotten(path, "")) kept.push({ path, tree: without.tree });
  }
  return { trees: kept, out };
}

/** The tree without the forgotten files, or undefined where it cannot be read. */
function withoutFiles(rewriting: Rewriting, folder: string, tree: string): Without | undefined {
  const { shadow, trees, files, isTrial } = rewriting;
  const key = `${folder}\0${tree}`;
  const known = trees.get(key);
  if (known !== undefined) return known;
  const listed = treeFiles(shadow, [{ path: "", tree }]);
  if (listed === undefined) return undefined;
  const bad = [...listed]
    .filter(([path, { id }]) => rewriting.isForgotten(below(folder, path), id))
    .map(([path]) => path);
  const out = bad.map((path) => below(folder, path));
  for (const path of out) files.add(path);
  // A trial needs no new tree: it is enough that it is another.
  const rest = bad.length === 0 ? tree : isTrial ? EMPTY : removeFiles(shadow, tree, bad);
  if (rest === undefined) return undefined;
  const without = { tree: rest, out };
  trees.set(key, without);
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
function withoutTexts(rewriting: Rewriting, checkpoint: Checkpoint): Checkpoint {
  const { label, branch, ...rest } = checkpoint;
  const isOut = (text: string | undefined) => text !== undefined && rewriting.isForgottenText(text);
  const left = rest.left.flatMap((one) => {
    if (!isForgottenName(rewriting, one.path)) return [one];
    return one.why === "forgotten" ? [{ ...one, path: UNNAMED }] : [];
  });
  const isSame = left.length === rest.left.length && left.every((one, n) => one === rest.left[n]);
  if (!isOut(label) && !isOut(branch) && isSame) return checkpoint;
  return {
    ...rest,
    ...(label !== undefined && { label: isOut(label) ? UNNAMED : label }),
    ...(branch !== undefined && !isOut(branch) && { branch }),
    left,
    leftCount: rest.leftCount - (rest.left.length - left.length),
  };
}

const UNNAMED = "[forgotten]";

function nameLeft(rewriting: Rewriting, path: string): LeftOut {
  const name = legiblePath(path);
  return { path: isForgottenName(rewriting, name) ? UNNAMED : name, why: "forgotten" };
}

function isForgottenName({ isForgotten, isForgottenText }: Rewriting, name: string): boolean {
  return name !== UNNAMED && (isForgotten(Buffer.from(name).toString("latin1"), "") || isForgottenText(name));
}
