import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Driver, openDriver, rollBack } from "../../host/sqlite.js";
import { databasePath, explain, openStore } from "./open.js";
import { makeTables } from "./tables.js";

const WAIT = 20_000;

/**
 * Empties the model for good and does `work` while nobody can fill it again. It is emptied first: killed anywhere, what
 * is left is a model that knows nothing and is made from the journal as that stands then. Nothing of what it held is
 * left on disk, neither in free pages nor in copies that were set aside.
 */
export function whileEmpty<T>(home: string, work: () => T): T {
  // Sets a damaged one aside, and refuses one of a newer Tidemark.
  openStore(home, { wait: WAIT }).close();
  const driver = openDriver(databasePath(home));
  try {
    driver.exec(
      `PRAGMA busy_timeout = ${WAIT}; PRAGMA synchronous = OFF; PRAGMA journal_mode = TRUNCATE; PRAGMA temp_store = MEMORY`,
    );
    hold(driver);
    let result: T;
    try {
      removeAside(home);
      result = work();
    } finally {
      rollBack(driver);
    }
    // The pages that were freed still hold what was in them.
    driver.exec("VACUUM");
    return result;
  } catch (error) {
    throw explain(error);
  } finally {
    driver.close();
  }
}

/** Leaves an empty model, locked against all other writers. */
function hold(driver: Driver): void {
  for (;;) {
    driver.exec("BEGIN EXCLUSIVE");
    try {
      makeTables(driver);
      driver.exec("COMMIT");
      driver.exec("BEGIN IMMEDIATE");
    } catch (error) {
      rollBack(driver);
      throw error;
    }
    // A drain may have come between the two.
    if (driver.prepare("SELECT 1 AS n FROM cursor LIMIT 1").get() === undefined) return;
    driver.exec("ROLLBACK");
  }
}

/** Copies that were set aside because they were damaged, or knew more than the journal. */
function removeAside(home: string): void {
  for (const name of readdirSync(home))
    if (/^tidemark\.db\.(?:damaged|old)/.test(name)) rmSync(join(home, name), { force: true });
}
