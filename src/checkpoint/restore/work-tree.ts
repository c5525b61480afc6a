import { chmodSync, readdirSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { hash64 } from "../../capture/place/path.js";
import type { Modes } from "../shadow/modes.js";
import { sizes } from "../shadow/object.js";
import {
  foldersAbove,
  fullPath,
  linkedParents,
  pathBytes,
  permissionsOf,
  splitNul,
  statPath,
} from "../shadow/path.js";
import { git, type Shadow } from "../shadow/shadow.js";
import { isLink, type KeptFile } from "../shadow/tree.js";

interface Unwritten {
  readonly path: string;
  readonly why: "lost" | "unwritable";
}

/** Writes kept files, never through a linked folder, and returns those it could not write. */
// The caller makes sure that nothing unkept is overwritten.
export function writeFiles(
  shadow: Shadow,
  root: string,
  files: ReadonlyMap<string, KeptFile>,
  modes: Modes,
): Unwritten[] {
  if (files.size === 0) return [];
  const before = new Map([...files.keys()].map((path) => [path, permissions(root, path)]));
  // Checked first, because git would remove the present file before it notices.
  const ids = new Set([...files.values()].map(({ id }) => id));
  const existing = new Set(sizes(shadow, [...ids]).map(({ id }) => id));
  const writable = [...files].filter(([, { id }]) => existing.has(id));
  const bad = checkOut(shadow, root, writable, { failures: 0 });
  // Just written, so the files are ours and chmod cannot fail.
  for (const [path, file] of files) setMode(root, path, file, modes.get(path), before.get(path));
  const lost = [...files].filter(([, { id }]) => !existing.has(id));
  return [
    ...lost.map(([path]): Unwritten => ({ path, why: "lost" })),
    ...bad.map((path): Unwritten => ({ path, why: "unwritable" })),
  ];
}

/** Sets the kept permissions, or only the right to execute. Returns false if the system refuses. */
export function setMode(
  root: string,
  path: string,
  file: KeptFile,
  kept: number | undefined,
  before: number | undefined,
): boolean {
  const now = permissions(root, path);
  if (now === undefined || isLink(file)) return true;
  const wanted = kept ?? (before === undefined ? undefined : withExecute(before, file.mode === "100755"));
  return wanted === undefined || wanted === now || changeMode(root, path, wanted);
}

/** Changes the mode of a file or folder. Returns false if the system refuses. */
export function changeMode(root: string, path: string, mode: number): boolean {
  return process.platform === "win32" || succeeds(() => chmodSync(fullPath(root, path), mode));
}

/** The permissions of a plain file, undefined for all else. */
export function permissions(root: string, path: string): number | undefined {
  const stat = statPath(root, path);
  return typeof stat === "object" && stat.isFile() ? permissionsOf(stat) : undefined;
}

/** Deletes files and links, never folders and never through a linked folder. Returns those it could not delete. */
export function deleteFiles(root: string, paths: readonly string[]): string[] {
  const isBeyondLink = linkedParents(root);
  return paths.filter((path) => {
    const stat = isBeyondLink(path) ? "gone" : statPath(root, path);
    if (stat === "gone") return false;
    // A folder or a pipe is not what was kept.
    if (stat === "closed" || !(stat.isFile() || stat.isSymbolicLink())) return true;
    return !succeeds(() => unlinkSync(fullPath(root, path)));
  });
}

/** Removes the folders that are empty once these files are gone. */
export function removeEmptyFolders(root: string, paths: readonly string[]): void {
  const isBeyondLink = linkedParents(root);
  const folders = new Set(paths.filter((path) => !isBeyondLink(path)).flatMap(foldersAbove));
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) removeFolder(root, folder);
}

/** Removes a folder that holds nothing but empty folders. Returns false if it holds more. */
export function removeBareFolder(root: string, path: string): boolean {
  const entries = readdirSync(fullPath(root, path), { encoding: "latin1", withFileTypes: true });
  const isBare = entries.every(
    (entry) => entry.isDirectory() && removeBareFolder(root, `${path}/${entry.name}`),
  );
  return isBare && removeFolder(root, path);
}

function removeFolder(root: string, path: string): boolean {
  return succeeds(() => rmdirSync(fullPath(root, path)));
}

function succeeds(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false; // The caller names the files that stay.
  }
}

const MAX_FAILURES = 100;

/** Checks files out and returns those that differ afterwards. git gives up at a bad one, so halves are tried. */
function checkOut(
  shadow: Shadow,
  root: string,
  files: readonly (readonly [path: string, file: KeptFile])[],
  tries: { failures: number },
): string[] {
  if (files.length === 0) return [];
  const place = { index: join(shadow.storage.folder, `restore-${hash64(root)}`), workTree: root };
  const lines = files.map(([path, { mode, id }]) => `${mode} ${id}\t${path}\0`);
  rmSync(place.index, { force: true });
  git(shadow, ["update-index", "-z", "--index-info"], { ...place, input: pathBytes(lines.join("")) });
  // One worker, so that a killed restore leaves at most one file unfinished.
  git(shadow, ["checkout-index", "-f", "-u", "-q", "-a"], { ...place, settings: ["checkout.workers=1"] });
  const { ok, output } = git(shadow, ["diff-files", "-z", "--name-only"], place);
  rmSync(place.index, { force: true });
  const isBad = new Set(ok ? splitNul(output) : files.map(([path]) => path));
  const bad = files.filter(([path]) => isBad.has(path));
  tries.failures += 1;
  if (bad.length === 0) return [];
  if (files.length === 1 || tries.failures > MAX_FAILURES) return [...isBad];
  const middle = bad.length >> 1;
  const halves = [bad.slice(0, middle), bad.slice(middle)];
  return halves.flatMap((half) => checkOut(shadow, root, half, tries));
}

function withExecute(mode: number, isExecutable: boolean): number {
  return isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}
