import { readPrivate, replacePrivate } from "../host/private-file.js";
import type { Checkpoint } from "./checkpoint.js";
import type { Keeping } from "./keeping.js";
import { writeObject } from "./object.js";
import { modesPath } from "./root-state.js";
import { git, type Shadow } from "./shadow.js";

/** Permissions that git does not keep, by path from the root: of keys that only their owner may read, mostly. */
export type Modes = ReadonlyMap<string, number>;

const MOST_BYTES = 1 << 26;

/** Those of the work tree's kept files, with what was just seen. Written first: too much said of a file is harmless. */
export function updateModes(
  keeping: Keeping,
  root: string,
  seen: readonly (readonly [path: string, mode: number | undefined])[],
): Modes {
  const path = modesPath(keeping, root);
  const before = parse(readPrivate(path, MOST_BYTES) ?? "");
  const modes = new Map(before);
  for (const [file, mode] of seen) {
    if (mode === undefined) modes.delete(file);
    else modes.set(file, mode);
  }
  const isSame = modes.size === before.size && seen.every(([file]) => modes.get(file) === before.get(file));
  if (!isSame) replacePrivate(path, format(modes));
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
