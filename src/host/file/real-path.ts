import { realpathSync } from "node:fs";

/** A path with its links followed; the path itself where it cannot be, so that names are still told apart. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // Missing or unreadable: its name is all there is.
  }
}
