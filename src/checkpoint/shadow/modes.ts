import { readPrivate, replacePrivate } from "../../host/file/private-file.js";
import type { Checkpoint } from "../checkpoint.js";
import { permissionsOf, type SeenMode, see } from "../take/sort-listed.js";
import type { Keeping } from "./keeping.js";
import { writeObject } from "./object.js";
import { modesPath } from "./root-state.js";
import { git, type Shadow } from "./shadow.js";

/**
 * Permissions that git does not keep, by path from the root: of keys that only their owner may read, mostly. The path of
 * a folder ends with a slash. What was unusual once stays listed, so that a later checkpoint says how it is then.
 */
export type Modes = ReadonlyMap<string, number>;

const MOST_BYTES = 1 << 26;
/** Where a person's umask makes all files unusual, not all are looked at again each time. */
const MOST_LOOKED_AT = 10_000;

/** Those of the work tree's kept files, with what was just seen. Written first: too much said of a file is harmless. */
export function updateModes(
  keeping: Keeping,
  root: string,
  seen: readonly (readonly [path: string, mode: SeenMode])[],
): Modes {
  const path = modesPath(keeping, root);
  const text = readPrivate(path, MOST_BYTES) ?? "";
  const before = parse(text);
  const modes = before.size > MOST_LOOKED_AT ? before : lookAgain(root, before);
  for (const [file, mode] of seen) {
    if (mode === "unkept") modes.delete(file);
    else if (mode !== "usual") modes.set(file, mode);
  }
  const updated = format(modes);
  if (updated !== text) replacePrivate(path, updated);
  return modes;
}

/** Undefined where there is nothing unusual. */
export function keepModes(keeping: Keeping, modes: Modes): string | undefined {
  return modes.size === 0 ? undefined : writeObject(keeping, "blob", Buffer.from(format(modes), "latin1"));
}

export function modesOf(shadow: Shadow, { commit }: Pick<Checkpoint, "commit">): Modes {
  const { ok, output } = git(shadow, ["cat-file", "blob", `${commit}:modes`]);
  return ok ? parse(output.toString("latin1")) : new Map();
}

/** How a listed file or folder stands now; undefined where it is gone or something else stands there. */
export function modeNow(root: string, path: string): number | undefined {
  const isFolder = path.endsWith("/");
  const stat = see(root, isFolder ? path.slice(0, -1) : path);
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
