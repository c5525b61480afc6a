import { join } from "node:path";
import { hash64 } from "../../capture/place/path.js";
import { readPrivate, replacePrivate } from "../../host/file/folder.js";
import type { Checkpoint } from "../checkpoint.js";
import { writeObject } from "../shadow/object.js";
import { foldersAbove } from "../shadow/path.js";
import { git, type Shadow } from "../shadow/shadow.js";
import type { CheckpointStorage } from "../shadow/storage.js";

/** Tests whether a path or a folder above it must not be kept again. The list has hashes: it names nothing. */
export function forgottenIn(storage: CheckpointStorage): (path: string) => boolean {
  const hashes = readForgotten(storage);
  if (hashes.size === 0) return () => false;
  return (path) =>
    hashes.has(hash64(path)) || foldersAbove(path).some((folder) => hashes.has(hash64(folder)));
}

export function addForgotten(storage: CheckpointStorage, paths: readonly string[]): void {
  const hashes = new Set([...readForgotten(storage), ...paths.map(hash64)]);
  replacePrivate(listPath(storage), [...hashes].map((hash) => `${hash}\n`).join(""));
}

function readForgotten(storage: CheckpointStorage): Set<string> {
  const text = readPrivate(listPath(storage), 4_194_304) ?? "";
  return new Set(text.split("\n").filter((line) => line !== ""));
}

function listPath({ folder }: CheckpointStorage): string {
  return join(folder, "forgotten");
}

/** The files that were removed from one checkpoint, as hashes of their paths. */
export type TakenOut = ReadonlySet<string>;

export function takenOutOf(shadow: Shadow, { commit }: Pick<Checkpoint, "commit">): TakenOut {
  const { ok, output } = git(shadow, ["cat-file", "blob", `${commit}:forgotten`]);
  return new Set(ok ? output.toString("latin1").split("\n").slice(0, -1) : []);
}

/** Returns undefined if nothing was removed. */
export function keepTakenOut(storage: CheckpointStorage, hashes: TakenOut): string | undefined {
  if (hashes.size === 0) return undefined;
  const lines = [...hashes].sort().map((hash) => `${hash}\n`);
  return writeObject(storage, "blob", lines.join(""));
}

export function isTakenOut(hashes: TakenOut, path: string): boolean {
  return hashes.size > 0 && hashes.has(hash64(path));
}
