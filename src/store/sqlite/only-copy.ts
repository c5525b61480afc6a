import { statSync } from "node:fs";
import { join } from "node:path";
import type { Driver } from "../../host/sqlite.js";

/**
 * Whether a model of another version knows events whose journal files are gone or cut: then it is the only copy of what
 * they said, and must not be thrown away. How events are pointed to has been the same in all versions.
 */
export function isOnlyCopy(driver: Driver, home: string): boolean {
  const [first] = driver
    .prepare(
      "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name IN ('event', 'name', 'cursor')",
    )
    .all();
  if (Number(first?.["n"]) < 3) return false;
  const pointed = driver.prepare("SELECT name FROM name WHERE n IN (SELECT DISTINCT file FROM event)").all();
  if (pointed.some(({ name }) => sizeOf(home, String(name)) === undefined)) return true;
  return driver
    .prepare("SELECT file, offset FROM cursor WHERE file LIKE '%.jsonl'")
    .all()
    .some(({ file, offset }) => (sizeOf(home, String(file)) ?? 0) < Number(offset));
}

// Where the journal is, the store otherwise need not know: it only keeps names of its files.
function sizeOf(home: string, file: string): number | undefined {
  return statSync(join(home, "journal", file), { throwIfNoEntry: false })?.size;
}
