import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../../host/env.js";
import { listFolder } from "../../host/file/foreign-file.js";
import { runShadow } from "../../host/git/git-shadow.js";
import type { Checkpoint } from "../checkpoint.js";
import { recordNames } from "../name.js";
import { readRecord, recordPath } from "../record.js";
import { withLock } from "./lock.js";
import { refPath, writeRef } from "./object.js";
import { indexName, liveStates } from "./root-state.js";
import { dropIndexes, git, openShadow, type Shadow } from "./shadow.js";
import { type CheckpointStorage, storageOf } from "./storage.js";
import { writeTree } from "./tree.js";

/** Removes checkpoints and returns how many. The next packing frees their bytes: a running restore needs them. */
export function dropCheckpoints(home: string, project: string, ids: readonly string[]): number {
  const storage = storageOf(home, project);
  const there = ids.filter((id) => readRecord(storage, id) !== undefined);
  for (const id of there) {
    // The record goes first: packing removes a ref without a record.
    rmSync(recordPath(storage.points, id), { force: true });
    rmSync(refPath(storage.git, `point/${id}`), { force: true });
  }
  return there.length;
}

export interface Packed {
  /** `enough`: too little to do. `damaged`: objects are missing, and the next checkpoint keeps all files again. */
  readonly is: "packed" | "enough" | "busy" | "damaged";
  /** The disk space of the project's checkpoints afterwards. */
  readonly bytes: number;
}

/** Packs objects and frees those that no checkpoint needs, if that is worth it or `must` is set. */
export function packCheckpoints(home: string, env: Env, project: string, must = false): Packed {
  const storage = storageOf(home, project);
  if (!existsSync(storage.git)) return { is: "enough", bytes: sizeOf(storage.folder) };
  const is = withLock(storage, 2_000, () => {
    const shadow = openShadow(storage, env);
    if (!must && !isWorthIt(storage.git)) return "enough";
    return pack(shadow) ? "packed" : "damaged";
  });
  return { is, bytes: sizeOf(storage.folder) };
}

/** Frees everything that no record and no index names. Returns false if an object is missing. */
export function pack(shadow: Shadow): boolean {
  clearRefs(shadow.storage);
  keepIndexes(shadow);
  const isPacked = git(shadow, ["repack", "-a", "-d", "-q"], { settings: ["pack.threads=1"] }).ok;
  if (!isPacked) {
    removeEmptyObjects(shadow.storage.git);
    dropIndexes(shadow.storage);
    return false;
  }
  return git(shadow, ["prune", "--expire=now"]).ok;
}

/** Removes refs without a record, left by a process that was killed in between. */
function clearRefs({ git, points }: CheckpointStorage): void {
  const known = new Set(recordNames(points));
  for (const id of listFolder(refPath(git, "point"))) {
    if (!known.has(id)) rmSync(refPath(git, `point/${id}`), { force: true });
  }
}

/** Keeps what the indexes of existing work trees name, and removes the other indexes. */
function keepIndexes(shadow: Shadow): void {
  const { storage } = shadow;
  const live = liveIndexes(storage);
  for (const name of listFolder(refPath(storage.git, "index"))) {
    if (!live.has(name)) rmSync(refPath(storage.git, `index/${name}`), { force: true });
  }
  for (const name of listFolder(storage.folder).filter((name) => /^index-[0-9a-f]+$/.test(name))) {
    const index = join(storage.folder, name);
    const tree = live.has(name) ? writeTree(shadow, index) : undefined;
    if (tree === undefined) rmSync(index, { force: true });
    else writeRef(storage, `index/${name}`, tree);
  }
}

/** The names of the indexes of existing work trees. */
function liveIndexes(storage: CheckpointStorage): ReadonlySet<string> {
  return new Set(
    liveStates(storage).flatMap(({ root, seen }) => Object.keys(seen).map((path) => indexName(root, path))),
  );
}

/** Removes empty objects, left by a power failure: git takes them for complete and does not write them again. */
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
  // Names are evenly spread, so one folder of 256 is a sample.
  const loose = 256 * listFolder(join(objects, "17")).length;
  const packs = listFolder(join(objects, "pack")).filter((name) => name.endsWith(".pack")).length;
  return loose > 2_000 || packs > 20;
}

function sizeOf(path: string): number {
  // Another process may delete a file meanwhile.
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.size ?? 0;
  return listFolder(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** The disk space that only the dropped checkpoints need, not the kept ones and not the indexes. */
export function ownBytes(
  home: string,
  env: Env,
  project: string,
  { gone, kept }: { readonly gone: readonly Checkpoint[]; readonly kept: readonly Checkpoint[] },
): number {
  if (gone.length === 0) return 0;
  const storage = storageOf(home, project);
  // Trees, because git leaves out what a commit contains only if it is a parent of one that is listed.
  const needed = [
    ...kept.map(({ commit }) => `${commit}^{tree}`),
    ...[...liveIndexes(storage)].map((name) => `refs/index/${name}`),
  ];
  const revisions = [...gone.map(({ commit }) => commit), ...needed.map((tree) => `^${tree}`)];
  const { ok, output } = runShadow(
    { gitDir: storage.git, env },
    ["rev-list", "--objects", "--disk-usage", "--ignore-missing", "--stdin"],
    { input: Buffer.from(`${revisions.join("\n")}\n`), timeout: 60_000 },
  );
  return ok ? Number(output.toString("latin1").trim()) || 0 : 0;
}
