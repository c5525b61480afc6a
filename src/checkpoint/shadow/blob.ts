import { git, type Shadow } from "./shadow.js";

/** So many bytes are read at once. */
const PORTION = 1 << 26;

/** Shows the bytes of each object that is there, in portions that fit into memory. */
export function eachBlob(
  shadow: Shadow,
  ids: readonly string[],
  visit: (id: string, bytes: Buffer) => void,
): void {
  let portion: Sized[] = [];
  let bytes = 0;
  for (const one of sizes(shadow, ids)) {
    if (bytes + one.size > PORTION && portion.length > 0) {
      read(shadow, portion, visit);
      portion = [];
      bytes = 0;
    }
    portion.push(one);
    bytes += one.size;
  }
  if (portion.length > 0) read(shadow, portion, visit);
}

export interface Sized {
  readonly id: string;
  readonly size: number;
}

/** Of those that are blobs and there. */
export function sizes(shadow: Shadow, ids: readonly string[]): Sized[] {
  if (ids.length === 0) return [];
  return parseSizes(git(shadow, ["cat-file", BATCH_CHECK], { input: lines(ids) }).output);
}

/** Every blob in the repository, also those that nothing names any more. */
export function allBlobs(shadow: Shadow): Sized[] {
  return parseSizes(git(shadow, ["cat-file", BATCH_CHECK, "--batch-all-objects", "--unordered"]).output);
}

const BATCH_CHECK = "--batch-check=%(objectname) %(objecttype) %(objectsize)";

function parseSizes(output: Buffer): Sized[] {
  return output
    .toString("latin1")
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, type]) => type === "blob")
    .map(([id = "", , size]) => ({ id, size: Number(size) }));
}

function read(shadow: Shadow, portion: readonly Sized[], visit: (id: string, bytes: Buffer) => void): void {
  const { output } = git(shadow, ["cat-file", "--batch=%(objectname) %(objecttype) %(objectsize)"], {
    input: lines(portion.map(({ id }) => id)),
    most: 2 ** 31,
  });
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at);
    if (end < 0) return;
    const [id = "", type, size] = output.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (type !== "blob") continue; // Missing: a line alone.
    visit(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
}

function lines(ids: readonly string[]): Buffer {
  return Buffer.from(ids.map((id) => `${id}\n`).join(""));
}
