import { hash64 } from "../../capture/place/path.js";
import type { Checkpoint } from "../checkpoint.js";
import type { Keeping } from "../shadow/keeping.js";
import { writeObject } from "../shadow/object.js";
import { git, type Shadow } from "../shadow/shadow.js";

/** The files that were forgotten out of one checkpoint, as hashes of their paths: it must not name them. */
export type TakenOut = ReadonlySet<string>;

export function takenOutOf(shadow: Shadow, { commit }: Pick<Checkpoint, "commit">): TakenOut {
  const { ok, output } = git(shadow, ["cat-file", "blob", `${commit}:forgotten`]);
  return new Set(ok ? output.toString("latin1").split("\n").slice(0, -1) : []);
}

/** Undefined where nothing was. */
export function keepTakenOut(keeping: Keeping, hashes: TakenOut): string | undefined {
  if (hashes.size === 0) return undefined;
  const lines = [...hashes].sort().map((hash) => `${hash}\n`);
  return writeObject(keeping, "blob", lines.join(""));
}

export function isTakenOut(hashes: TakenOut, path: string): boolean {
  return hashes.size > 0 && hashes.has(hash64(path));
}
