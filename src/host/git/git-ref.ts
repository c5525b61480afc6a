import { readStart } from "../file/foreign-file.js";

/** Enough of `packed-refs`, which is sorted: branches come before remote branches and tags. */
export const MAX_PACKED_BYTES = 1_048_576;

/** The first line of one of git's small files. */
export function readLine(path: string): string | undefined {
  return readStart(path, 4_096)?.toString("utf8").split("\n", 1)[0]?.trimEnd();
}

/** The commit a ref names, loose or packed. */
export function readRef(commonDir: string, ref: string): string | undefined {
  const loose = readLine(`${commonDir}/${ref}`);
  if (loose !== undefined) return isSha(loose) ? loose : undefined;
  const packed = readStart(`${commonDir}/packed-refs`, MAX_PACKED_BYTES);
  const at = packed?.indexOf(` ${ref}\n`) ?? -1;
  if (packed === undefined || at < 0) return undefined;
  const sha = packed.toString("latin1", packed.lastIndexOf("\n", at) + 1, at);
  return isSha(sha) ? sha : undefined;
}

export function isSha(text: string): boolean {
  return (text.length === 40 || text.length === 64) && /^[0-9a-f]+$/.test(text);
}

/** Whether git allows the name: a forged HEAD must not leave the folder. Excludes the `.invalid` branch of reftables. */
export function isRef(text: string): boolean {
  if (!text.startsWith("refs/") || text.length > 1000) return false;
  return !/[\x00-\x20\x7f~^:?*[\\]|\.\.|\/\.|\/\/|@\{/.test(text);
}
