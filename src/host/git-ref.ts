import { readStart } from "./foreign-file.js";

const SMALL = 4096;

/** The first line of one of git's small files. */
export function readLine(path: string): string | undefined {
  return readStart(path, SMALL)?.toString("utf8").split("\n", 1)[0]?.trimEnd();
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
