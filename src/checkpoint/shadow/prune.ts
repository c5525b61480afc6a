import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { listFolder } from "../../host/file/list-folder.js";
import { readRecord, recordPath } from "../record.js";
import { recordNames } from "../record-name.js";
import { type Keeping, keepingOf } from "./keeping.js";
import { whileHeld } from "./lock.js";
import { refPath, writeRef } from "./object.js";
import { indexName, liveStates } from "./root-state.js";
import { dropIndexes, git, openShadow, type Shadow } from "./shadow.js";

/**
 * Removes checkpoints; says how many there were. Their bytes are freed by the next packing, under the lock: a restore
 * that is going on still has them.
 */
export function dropCheckpoints(home: string, project: string, ids: readonly string[]): number {
  const keeping = keepingOf(home, project);
  const there = ids.filter((id) => readRecord(keeping, id) !== undefined);
  for (const id of there) {
    // The record first: a ref without one is cleared away by the packing.
    rmSync(recordPath(keeping.points, id), { force: true });
    rmSync(refPath(keeping.git, `point/${id}`), { force: true });
  }
  return there.length;
}

export interface Packed {
  /** `enough`: there was too little to do. `damaged`: objects are missing; the next checkpoint keeps all files anew. */
  readonly is: "packed" | "enough" | "busy" | "damaged";
  /** What the project's checkpoints take up on disk after it. */
  readonly bytes: number;
}

const WAIT = 2_000;
const MANY_LOOSE = 2_000;
const MANY_PACKS = 20;

/** Daily housekeeping: packs what is kept and frees what no checkpoint needs, if that is worth it or it `must` be done. */
export function packCheckpoints(home: string, env: Env, project: string, must = false): Packed {
  const keeping = keepingOf(home, project);
  if (!existsSync(keeping.git)) return { is: "enough", bytes: sizeOf(keeping.folder) };
  const is = whileHeld(keeping, WAIT, () => {
    const shadow = openShadow(keeping, env);
    if (!must && !isWorthIt(keeping.git)) return "enough";
    return pack(shadow) ? "packed" : "damaged";
  });
  return { is, bytes: sizeOf(keeping.folder) };
}

/** Frees everything that no record and no index names. False where something is missing that should be there. */
export function pack(shadow: Shadow): boolean {
  clearRefs(shadow.keeping);
  keepIndexes(shadow);
  const isPacked = git(shadow, ["repack", "-a", "-d", "-q"], { settings: ["pack.threads=1"] }).ok;
  if (!isPacked) {
    removeEmptyObjects(shadow.keeping.git);
    dropIndexes(shadow.keeping);
    return false;
  }
  return git(shadow, ["prune", "--expire=now"]).ok;
}

/** A process killed between ref and record left the one without the other. */
function clearRefs({ git, points }: Keeping): void {
  const known = new Set(recordNames(points));
  for (const id of listFolder(refPath(git, "point"))) {
    if (!known.has(id)) rmSync(refPath(git, `point/${id}`), { force: true });
  }
}

/** What an index names is kept; indexes of work trees that are gone are not. */
function keepIndexes(shadow: Shadow): void {
  const { keeping } = shadow;
  const live = new Set(
    liveStates(keeping).flatMap(({ root, seen }) => Object.keys(seen).map((path) => indexName(root, path))),
  );
  for (const name of listFolder(refPath(keeping.git, "index"))) {
    if (!live.has(name)) rmSync(refPath(keeping.git, `index/${name}`), { force: true });
  }
  for (const name of listFolder(keeping.folder).filter((name) => /^index-[0-9a-f]+$/.test(name))) {
    const index = join(keeping.folder, name);
    const tree = live.has(name) ? git(shadow, ["write-tree"], { index }) : undefined;
    if (tree?.ok) writeRef(keeping, `index/${name}`, tree.output.toString("latin1").trim());
    else rmSync(index, { force: true });
  }
}

/** Left by a machine that lost its power: git takes an empty file for an object it need not write again. */
function removeEmptyObjects(folder: string): void {
  for (const pair of listFolder(join(folder, "objects")).filter((name) => name.length === 2)) {
    for (const name of listFolder(join(folder, "objects", pair))) {
      const path = join(folder, "objects", pair, name);
      if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path, { force: true });
    }
  }
}

function isWorthIt(folder: string): boolean {
  const objects = join(folder, "objects");
  // Names are evenly spread: one folder of 256 tells how many there are.
  const loose = 256 * listFolder(join(objects, "17")).length;
  const packs = listFolder(join(objects, "pack")).filter((name) => name.endsWith(".pack")).length;
  return loose > MANY_LOOSE || packs > MANY_PACKS;
}

function sizeOf(path: string): number {
  // Another process may take a file away while it is counted.
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.size ?? 0;
  return listFolder(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
