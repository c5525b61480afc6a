import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The copy of the program and the backups of settings are not memory. */
const NOT_MEMORY = new Set(["program", "backup"]);

/** The bytes that what is remembered takes on disk. */
export function memorySize(home: string): number {
  return readdirSync(home)
    .filter((name) => !NOT_MEMORY.has(name))
    .reduce((sum, name) => sum + sizeOf(join(home, name)), 0);
}

function sizeOf(path: string): number {
  // Housekeeping may take a file away while it is counted.
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
