import { createHash } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { replacePrivate } from "../../host/file/private-file.js";
import type { KeptTree } from "../checkpoint.js";
import type { Keeping } from "./keeping.js";

/** git's objects and refs written by ourselves: each spares a process, and an agent may be waiting. */

/** One commit without parents that keeps all trees of a checkpoint from being freed. */
export function writeCommit(keeping: Keeping, kept: Kept): string {
  const at = Math.floor(kept.at / 1_000);
  const who = `Tidemark <checkpoint@tidemark.invalid> ${at} +0000`;
  const tree = writeHolder(keeping, kept);
  return writeObject(keeping, "commit", `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n${kept.id}\n`);
}

export interface Kept {
  readonly id: string;
  readonly at: number;
  readonly trees: readonly KeptTree[];
  /** The object that lists unusual permissions. */
  readonly modes?: string;
  /** The one that lists what was forgotten. */
  readonly forgotten?: string;
}

export function writeObject(
  { git }: Keeping,
  type: "blob" | "tree" | "commit",
  content: string | Buffer,
): string {
  const body = Buffer.from(content);
  const whole = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
  const id = createHash("sha1").update(whole).digest("hex");
  const folder = join(git, "objects", id.slice(0, 2));
  const path = join(folder, id.slice(2));
  // An empty one was left by a machine that lost its power.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return id;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Loaded only here: most objects are there already.
  const { deflateSync } = process.getBuiltinModule("node:zlib");
  replacePrivate(path, deflateSync(whole, { level: 1 }));
  return id;
}

/** `name` is `point/c41` or `index/…`. */
export function writeRef({ git }: Keeping, name: string, id: string): void {
  const path = refPath(git, name);
  mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
  replacePrivate(path, `${id}\n`);
}

export function refPath(git: string, name: string): string {
  return join(git, "refs", name);
}

function writeHolder(keeping: Keeping, { trees, modes, forgotten }: Kept): string {
  const entries = trees.map(({ tree }, n) => entry("40000", `tree${String(n).padStart(4, "0")}`, tree));
  // Sorted by name, as git wants it: `forgotten` and `modes` stand before `tree0000`.
  if (modes !== undefined) entries.unshift(entry("100644", "modes", modes));
  if (forgotten !== undefined) entries.unshift(entry("100644", "forgotten", forgotten));
  return writeObject(keeping, "tree", Buffer.concat(entries));
}

function entry(mode: string, name: string, id: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
}
