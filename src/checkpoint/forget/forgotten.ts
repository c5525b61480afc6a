import { join } from "node:path";
import { hash64 } from "../../capture/place/path.js";
import { readPrivate, replacePrivate } from "../../host/file/private-file.js";
import type { Keeping } from "../shadow/keeping.js";
import { foldersAbove } from "../shadow/path.js";

const MOST_BYTES = 4_194_304;

/** Whether a path, or a folder above it, is not to be kept again. The list has hashes: it must not name what was forgotten. */
export function forgottenIn(keeping: Keeping): (path: string) => boolean {
  const hashes = readForgotten(keeping);
  if (hashes.size === 0) return () => false;
  return (path) =>
    hashes.has(hash64(path)) || foldersAbove(path).some((folder) => hashes.has(hash64(folder)));
}

export function addForgotten(keeping: Keeping, paths: readonly string[]): void {
  const hashes = new Set([...readForgotten(keeping), ...paths.map(hash64)]);
  replacePrivate(listPath(keeping), [...hashes].map((hash) => `${hash}\n`).join(""));
}

function readForgotten(keeping: Keeping): Set<string> {
  const text = readPrivate(listPath(keeping), MOST_BYTES) ?? "";
  return new Set(text.split("\n").filter((line) => line !== ""));
}

function listPath({ folder }: Keeping): string {
  return join(folder, "forgotten");
}
