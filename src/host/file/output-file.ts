import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf, TidemarkError } from "../../error.js";
import { replacePrivate } from "./folder.js";

export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Writes a file that the user named: completely or not at all, and closed to others. */
export function writeOutput(path: string, bytes: Uint8Array): void {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error("it is a folder");
    if (!isThere(dirname(path))) throw new Error("its folder is not there");
    replacePrivate(path, bytes);
  } catch (cause) {
    throw new TidemarkError("bad-argument", `${path} cannot be written: ${messageOf(cause)}.`, {
      hint: "Name a file in a folder that is there and that you may write to.",
      cause,
    });
  }
}
