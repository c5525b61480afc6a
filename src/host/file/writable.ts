import { accessSync, constants, lstatSync } from "node:fs";
import { TidemarkError } from "../../error.js";

/** Whether modes and the file system allow writing a file, or making one in a folder. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, lstatSync(path).isDirectory() ? constants.W_OK | constants.X_OK : constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function unwritable(folder: string): TidemarkError {
  return new TidemarkError("home-unwritable", `Nothing can be written in ${folder}; nothing was changed.`, {
    hint: "Is the disk full, or the folder closed? Run: tidemark doctor",
  });
}
