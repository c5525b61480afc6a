import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hash64 } from "../../capture/place/path.js";
import { sizes } from "../shadow/blob.js";
import type { Modes } from "../shadow/modes.js";
import { fullPath, pathBytes, splitNul } from "../shadow/path.js";
import { git, type Shadow } from "../shadow/shadow.js";
import type { KeptFile } from "../shadow/tree-change.js";
import { see } from "../take/sort-listed.js";

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
  const before = new Map([...files.keys()].map((path) => [path, permissions(root, path)]));
  // Looked at first: git would remove the file that stands there before it finds out.
  const there = new Set(
    sizes(shadow, [...new Set([...files.values()].map(({ id }) => id))]).map(({ id }) => id),
  );
  const bad = checkOut(
    shadow,
    root,
    [...files].filter(([, { id }]) => there.has(id)),
    { failures: 0 },
  );
  // Just written, so it is ours: nothing can forbid it.
  for (const [path, file] of files) setMode(root, path, file, modes.get(path), before.get(path));
  const lost = [...files].filter(([, { id }]) => !there.has(id)).map(([path]) => path);
  return [
    ...lost.map((path): Unwritten => ({ path, why: "lost" })),
    ...bad.map((path): Unwritten => ({ path, why: "unwritable" })),
  ];
}

/** The right to execute alone; the bytes are as they should be. False where the system did not allow it. */
export function setMode(
  root: string,
  path: string,
  { mode }: KeptFile,
  kept: number | undefined,
  before: number | undefined,
): boolean {
  const now = permissions(root, path);
  if (now === undefined || mode === "120000") return true;
  const wanted = kept ?? (before === undefined ? undefined : withExecute(before, mode === "100755"));
  return wanted === undefined || wanted === now || changeMode(root, path, wanted);
}

/** Of a file or folder. False where the system did not allow it. */
export function changeMode(root: string, path: string, mode: number): boolean {
  if (process.platform === "win32") return true;
  try {
    chmodSync(fullPath(root, path), mode);
    return true;
  } catch {
    return false; // Somebody else's: named by the caller.
  }
}

/** Of a plain file; undefined for all else. */
export function permissions(root: string, path: string): number | undefined {
  const stat = see(root, path);
  return typeof stat === "object" && stat.isFile() ? stat.mode & 0o7777 : undefined;
}

const MOST_FAILURES = 100;

/**
 * Writes the files from an index that has only them, and returns those that are not as they should be afterwards. git
 * gives up at a file whose bytes it cannot read: then the halves are tried, until only the bad ones are left.
 */
function checkOut(
  shadow: Shadow,
  root: string,
  files: readonly (readonly [path: string, file: KeptFile])[],
  tries: { failures: number },
): string[] {
  if (files.length === 0) return [];
  const place = { index: join(shadow.keeping.folder, `restore-${hash64(root)}`), workTree: root };
  const lines = files.map(([path, { mode, id }]) => `${mode} ${id}\t${path}\0`);
  rmSync(place.index, { force: true });
  git(shadow, ["update-index", "-z", "--index-info"], { ...place, input: pathBytes(lines.join("")) });
  // One file at a time: killed, it leaves no more than one unfinished.
  git(shadow, ["checkout-index", "-f", "-u", "-q", "-a"], { ...place, settings: ["checkout.workers=1"] });
  const { ok, output } = git(shadow, ["diff-files", "-z", "--name-only"], place);
  rmSync(place.index, { force: true });
  const isBad = new Set(ok ? splitNul(output) : files.map(([path]) => path));
  const bad = files.filter(([path]) => isBad.has(path));
  tries.failures += 1;
  if (bad.length === 0) return [];
  if (files.length === 1 || tries.failures > MOST_FAILURES) return [...isBad];
  const middle = bad.length >> 1;
  const halves = [bad.slice(0, middle), bad.slice(middle)];
  return halves.flatMap((half) => checkOut(shadow, root, half, tries));
}

function withExecute(mode: number, isExecutable: boolean): number {
  return isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}
