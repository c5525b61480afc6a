import { rmSync } from "node:fs";
import { hash64 } from "../../capture/place/path.js";
import { type Checkpoint, type KeptTree, type LeftOut, MAX_LEFT_NAMED } from "../checkpoint.js";
import { recordPath, writeRecord } from "../record.js";
import { keepModes, modesOf } from "../shadow/modes.js";
import { refPath, writeCommit, writeRef } from "../shadow/object.js";
import { below, joinNul, legiblePath } from "../shadow/path.js";
import type { Shadow } from "../shadow/shadow.js";
import { changeTree, EMPTY_TREE, treeFiles } from "../shadow/tree.js";
import { keepTakenOut, takenOutOf } from "./forgotten.js";

export interface Rewriting {
  readonly shadow: Shadow;
  /** Count only, change nothing. */
  readonly isTrial: boolean;
  isForgotten(path: string, id: string): boolean;
  isForgottenText(text: string): boolean;
  readonly files: Set<string>;
  readonly trees: Map<string, Without>;
}

interface Without {
  readonly tree: string;
  readonly out: readonly string[];
}

/** Rewrites a checkpoint, or drops it if its files are lost. Returns whether there was anything to remove. */
export function rewriteRecord(rewriting: Rewriting, checkpoint: Checkpoint): boolean {
  const { shadow, isTrial } = rewriting;
  const { storage } = shadow;
  const { id, at } = checkpoint;
  const rest = rewritten(rewriting, checkpoint);
  if (rest === undefined || rewriting.isForgottenText(checkpoint.root)) {
    if (isTrial) return true;
    rmSync(recordPath(storage.points, id), { force: true });
    rmSync(refPath(storage.git, `point/${id}`), { force: true });
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
  const keptModes = keepModes(storage, modes);
  const forgotten = keepTakenOut(storage, hashes);
  const commit = writeCommit(storage, { id, at, trees, modes: keptModes, forgotten });
  writeRef(storage, `point/${id}`, commit);
  const left = [...texts.left, ...out.map((path) => nameLeft(rewriting, path))].slice(0, MAX_LEFT_NAMED);
  const leftCount = texts.leftCount + out.length;
  writeRecord(storage, { ...texts, modes: keptModes, commit, trees, left, leftCount });
  return true;
}

/** Returns undefined if the files are lost. */
function rewritten(rewriting: Rewriting, { trees }: Checkpoint) {
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

/** Returns the tree without the forgotten files, undefined if it cannot be read. */
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
  // A trial needs no real tree, only a different one.
  const rest =
    bad.length === 0
      ? tree
      : isTrial
        ? EMPTY_TREE
        : changeTree(shadow, tree, ["--force-remove", "--stdin"], joinNul(bad));
  if (rest === undefined) return undefined;
  const without = { tree: rest, out };
  trees.set(key, without);
  return without;
}

/** Returns the same object if there is nothing to take out. */
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
    label: isOut(label) ? UNNAMED : label,
    branch: isOut(branch) ? undefined : branch,
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
