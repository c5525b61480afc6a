import { readStart } from "../file/foreign-file.js";

const SMALL = 4096;

/** So much of `packed-refs` is read: it is sorted by name, and branches come before the many remote ones and tags. */
export const MOST_PACKED = 1_048_576;

/** The first line of one of git's small files. */
export function readLine(path: string): string | undefined {
  return readStart(path, SMALL)?.toString("utf8").split("\n", 1)[0]?.trimEnd();
}

/** The commit a ref names, loose or packed. */
export function readRef(commonDir: string, ref: string): string | undefined {
  const loose = readLine(`${commonDir}/${ref}`);
  if (loose !== undefined) return isSha(loose) ? loose : undefined;
  const packed = readStart(`${commonDir}/packed-refs`, MOST_PACKED);
  const at = packed?.indexOf(` ${ref}\n`) ?? -1;
  if (packed === undefined || at < 0) return undefined;
  const sha = packed.toString("latin1", packed.lastIndexOf("\n", at) + 1, at);
  return isSha(sha) ? sha : undefined;
}

export function isSha(text: string): boolean {
  return (text.length === 40 || text.length === 64) && /^[0-9a-f]+$/.test(text);
}

/**
 * What git allows in a name, so that a made-up HEAD can neither leave the folder nor carry control characters.
 * The `.invalid` branch, by which reftable repositories keep others out, is not a name either.
 */
export function isRef(text: string): boolean {
  if (!text.startsWith("refs/") || text.length > 1000) return false;
  return !/[\x00-\x20\x7f~^:?*[\\]|\.\.|\/\.|\/\/|@\{/.test(text);
}
