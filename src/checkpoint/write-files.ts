import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hash64 } from "../project/hash.js";
import { sizes } from "./blob.js";
import type { Modes } from "./modes.js";
import { fullPath, pathBytes, splitNul } from "./path.js";
import { git, type Shadow } from "./shadow.js";
import { see } from "./sort-listed.js";
import type { KeptFile } from "./tree-change.js";

export interface Unwritten {
  readonly path: string;
  readonly why: "lost" | "unwritable";
}

/**
 * Writes kept files to their places and says which it could not. git does it from an index of these files alone; it
 * never writes through a linked folder. Whoever calls has made sure that nothing stands there that is not kept.
 */
export function writeFiles(
  shadow: Shadow,
  root: string,
  files: ReadonlyMap<string, KeptFile>,
  modes: Modes,
): Unwritten[] {
  if (files.size === 0) return [];
  const index = join(shadow.keeping.folder, `restore-${hash64(root)}`);
  const place = { index, workTree: root };
  const before = new Map([...files.keys()].map((path) => [path, permissions(root, path)]));
  rmSync(index, { force: true });
  try {
    const lines = [...files].map(([path, { mode, id }]) => `${mode} ${id}\t${path}\0`);
    git(shadow, ["update-index", "-z", "--index-info"], { ...place, input: pathBytes(lines.join("")) });
    const bad = checkOut(shadow, place) ?? checkOut(shadow, place);
    for (const [path, file] of files) setMode(root, path, file, modes.get(path), before.get(path));
    return bad === undefined || bad.length > 0 ? explain(shadow, files, bad ?? [...files.keys()]) : [];
  } finally {
    rmSync(index, { force: true });
  }
}

/** The right to execute alone; the bytes are as they should be. */
export function setMode(
  root: string,
  path: string,
  { mode }: KeptFile,
  kept: number | undefined,
  before: number | undefined,
): void {
  const now = permissions(root, path);
  if (now === undefined || mode === "120000" || process.platform === "win32") return;
  const wanted = kept ?? (before === undefined ? undefined : withExecute(before, mode === "100755"));
  if (wanted !== undefined && wanted !== now) chmodSync(fullPath(root, path), wanted);
}

/** Of a plain file; undefined for all else. */
export function permissions(root: string, path: string): number | undefined {
  const stat = see(root, path);
  return typeof stat === "object" && stat.isFile() ? stat.mode & 0o7777 : undefined;
}

/** What is not as it should be afterwards. Undefined where all went wrong at once, as when an orphan was at work. */
function checkOut(shadow: Shadow, place: { index: string; workTree: string }): string[] | undefined {
  // One file at a time: killed, it leaves no more than one unfinished.
  git(shadow, ["checkout-index", "-f", "-u", "-q", "-a"], { ...place, settings: ["checkout.workers=1"] });
  const { ok, output } = git(shadow, ["diff-files", "-z", "--name-only"], place);
  return ok ? splitNul(output) : undefined;
}

function withExecute(mode: number, isExecutable: boolean): number {
  return isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

function explain(shadow: Shadow, files: ReadonlyMap<string, KeptFile>, bad: readonly string[]): Unwritten[] {
  const there = new Set(
    sizes(shadow, [...new Set(bad.map((path) => files.get(path)?.id ?? ""))]).map(({ id }) => id),
  );
  return bad.map((path) => ({ path, why: there.has(files.get(path)?.id ?? "") ? "unwritable" : "lost" }));
}
