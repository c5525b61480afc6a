import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bytesOf } from "./usage.js";

/** The copy of the program and the backups of settings are not memory. */
const NOT_MEMORY = new Set(["program", "backup"]);

/** The bytes that what is remembered takes on disk. */
export function memorySize(home: string): number {
  return readdirSync(home)
    .filter((name) => !NOT_MEMORY.has(name))
    .reduce((sum, name) => sum + bytesOf(join(home, name)), 0);
}
