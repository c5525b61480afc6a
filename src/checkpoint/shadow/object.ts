import { createHash } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { replacePrivate } from "../../host/file/folder.js";
import type { KeptTree } from "../checkpoint.js";
import { git, type Shadow } from "./shadow.js";
import type { CheckpointStorage } from "./storage.js";

/** Objects and refs are written without git: that spares a process each, and an agent may be waiting. */

/** Writes a commit without parents that keeps all trees of a checkpoint from being freed. */
export function writeCommit(storage: CheckpointStorage, content: CommitContent): string {
  const at = Math.floor(content.at / 1_000);
  const who = `Tidemark <checkpoint@tidemark.invalid> ${at} +0000`;
  const tree = writeHolder(storage, content);
  return writeObject(storage, "commit", `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n${content.id}\n`);
}

export interface CommitContent {
  readonly id: string;
  readonly at: number;
  readonly trees: readonly KeptTree[];
  /** The object that lists unusual permissions. */
  readonly modes?: string;
  /** The object that lists forgotten files. */
  readonly forgotten?: string;
}

export function writeObject(
  { git }: CheckpointStorage,
  type: "blob" | "tree" | "commit",
  content: string | Buffer,
): string {
  const body = Buffer.from(content);
  const whole = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
  const id = createHash("sha1").update(whole).digest("hex");
  const folder = join(git, "objects", id.slice(0, 2));
  const path = join(folder, id.slice(2));
  // A power failure can leave an empty object.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return id;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Loaded only here, because most objects exist already.
  const { deflateSync } = process.getBuiltinModule("node:zlib");
  replacePrivate(path, deflateSync(whole, { level: 1 }));
  return id;
}

/** `name` is `point/c41` or `index/…`. */
export function writeRef({ git }: CheckpointStorage, name: string, id: string): void {
  const path = refPath(git, name);
  mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
  replacePrivate(path, `${id}\n`);
}

export function refPath(git: string, name: string): string {
  return join(git, "refs", name);
}

// One kept file may be that large.
const MAX_BATCH_BYTES = 2 ** 31;
const BATCH_FORMAT = "%(objectname) %(objecttype) %(objectsize)";

type VisitBlob = (id: string, bytes: Buffer) => void;

/** Visits the bytes of each existing object, in portions that fit into memory. */
export function eachBlob(shadow: Shadow, ids: readonly string[], visit: VisitBlob): void {
  let portion: string[] = [];
  let bytes = 0;
  for (const { id, size } of sizes(shadow, ids)) {
    if (bytes + size > 1 << 26 && portion.length > 0) {
      readBlobs(shadow, portion, visit);
      portion = [];
      bytes = 0;
    }
    portion.push(id);
    bytes += size;
  }
  if (portion.length > 0) readBlobs(shadow, portion, visit);
}

/** Visits each file with the bytes of its object, if the object exists. */
export function eachFile(
  shadow: Shadow,
  files: Iterable<readonly [path: string, id: string]>,
  visit: (path: string, bytes: Buffer) => void,
): void {
  const paths = new Map<string, string[]>();
  for (const [path, id] of files) paths.set(id, [...(paths.get(id) ?? []), path]);
  eachBlob(shadow, [...paths.keys()], (id, bytes) => {
    for (const path of paths.get(id) ?? []) visit(path, bytes);
  });
}

interface BlobSize {
  readonly id: string;
  readonly size: number;
}

/** The sizes of those that exist and are blobs. */
export function sizes(shadow: Shadow, ids: readonly string[]): BlobSize[] {
  if (ids.length === 0) return [];
  return parseSizes(git(shadow, ["cat-file", `--batch-check=${BATCH_FORMAT}`], { input: lines(ids) }).output);
}

/** Every blob in the repository, even if nothing refers to it any more. */
export function allBlobs(shadow: Shadow): BlobSize[] {
  const args = ["cat-file", `--batch-check=${BATCH_FORMAT}`, "--batch-all-objects", "--unordered"];
  return parseSizes(git(shadow, args).output);
}

function parseSizes(output: Buffer): BlobSize[] {
  return output
    .toString("latin1")
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, type]) => type === "blob")
    .map(([id = "", , size]) => ({ id, size: Number(size) }));
}

function readBlobs(shadow: Shadow, ids: readonly string[], visit: VisitBlob): void {
  const limits = { input: lines(ids), maxBytes: MAX_BATCH_BYTES };
  const { output } = git(shadow, ["cat-file", `--batch=${BATCH_FORMAT}`], limits);
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at);
    if (end < 0) return;
    const [id = "", type, size] = output.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (type !== "blob") continue; // A missing object is one line without bytes.
    visit(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
}

function lines(ids: readonly string[]): Buffer {
  return Buffer.from(ids.map((id) => `${id}\n`).join(""));
}

function writeHolder(storage: CheckpointStorage, { trees, modes, forgotten }: CommitContent): string {
  const entries = trees.map(({ tree }, n) => entry("40000", `tree${String(n).padStart(4, "0")}`, tree));
  // git wants entries sorted by name: `forgotten` and `modes` come before `tree0000`.
  if (modes !== undefined) entries.unshift(entry("100644", "modes", modes));
  if (forgotten !== undefined) entries.unshift(entry("100644", "forgotten", forgotten));
  return writeObject(storage, "tree", Buffer.concat(entries));
}

function entry(mode: string, name: string, id: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
}
