import { readPrivate, replacePrivate } from "../../host/file/folder.js";
import type { Checkpoint } from "../checkpoint.js";
import type { SeenMode } from "../take/stage.js";
import { writeObject } from "./object.js";
import { permissionsOf, statPath } from "./path.js";
import { modesPath } from "./root-state.js";
import { git, type Shadow } from "./shadow.js";
import type { CheckpointStorage } from "./storage.js";

/** Permissions that git does not keep, by path; a folder ends with a slash. A path once unusual stays listed. */
export type Modes = ReadonlyMap<string, number>;

/** With an umask that makes all files unusual, not all are looked at again each time. */
const MAX_CHECKED = 10_000;

/** Merges the modes just seen into the list of a work tree. */
export function updateModes(
  storage: CheckpointStorage,
  root: string,
  seen: readonly (readonly [path: string, mode: SeenMode])[],
): Modes {
  const path = modesPath(storage, root);
  const text = readPrivate(path, 1 << 26) ?? "";
  const before = parse(text);
  const modes = before.size > MAX_CHECKED ? before : lookAgain(root, before);
  for (const [file, mode] of seen) {
    if (mode === "unkept") modes.delete(file);
    else if (mode !== "usual") modes.set(file, mode);
  }
  const updated = format(modes);
  if (updated !== text) replacePrivate(path, updated);
  return modes;
}

/** Returns undefined if nothing is unusual. */
export function keepModes(storage: CheckpointStorage, modes: Modes): string | undefined {
  return modes.size === 0 ? undefined : writeObject(storage, "blob", Buffer.from(format(modes), "latin1"));
}

export function modesOf(shadow: Shadow, { commit }: Pick<Checkpoint, "commit">): Modes {
  const { ok, output } = git(shadow, ["cat-file", "blob", `${commit}:modes`]);
  return ok ? parse(output.toString("latin1")) : new Map();
}

/** The present mode of a listed file or folder, undefined if it is gone or something else. */
export function modeNow(root: string, path: string): number | undefined {
  const isFolder = path.endsWith("/");
  const stat = statPath(root, isFolder ? path.slice(0, -1) : path);
  if (typeof stat !== "object" || !(isFolder ? stat.isDirectory() : stat.isFile())) return undefined;
  return permissionsOf(stat);
}

function lookAgain(root: string, before: Modes): Map<string, number> {
  const modes = new Map<string, number>();
  for (const path of before.keys()) {
    const mode = modeNow(root, path);
    if (mode !== undefined) modes.set(path, mode);
  }
  return modes;
}

function format(modes: Modes): string {
  return [...modes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, mode]) => `${mode.toString(8)} ${path}\0`)
    .join("");
}

function parse(text: string): Map<string, number> {
  const modes = new Map<string, number>();
  for (const line of text.split("\0")) {
    const at = line.indexOf(" ");
    const mode = Number.parseInt(line.slice(0, Math.max(at, 0)), 8);
    if (at > 0 && mode >= 0) modes.set(line.slice(at + 1), mode);
  }
  return modes;
}
