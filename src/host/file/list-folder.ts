import { readdirSync } from "node:fs";

/** The names in a folder, in no order; none where there is no such folder, or it is closed to us. */
export function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return []; // Not made yet, or taken away meanwhile.
  }
}
