import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Driver, openDriver, rollBack } from "../../host/sqlite.js";
import { databasePath, explain, openStore } from "./open.js";
import { createTables } from "./schema.js";

const LOCK_TIMEOUT_MS = 20_000;

/**
 * Empties the model and runs `work` while no other process can fill it. It is emptied first: if the process is killed,
 * an empty model is left, and the next drain rebuilds it from the journal as it is then. Nothing of the old content
 * stays on disk, neither in free pages nor in copies that were set aside.
 */
export function whileEmpty<T>(home: string, work: () => T): T {
  // Sets a damaged model aside, and rejects one of a newer Tidemark.
  openStore(home, { wait: LOCK_TIMEOUT_MS }).close();
  const driver = openDriver(databasePath(home));
  try {
    driver.exec(
      `PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}; PRAGMA synchronous = OFF; PRAGMA journal_mode = TRUNCATE; PRAGMA temp_store = MEMORY`,
    );
    emptyAndLock(driver);
    let result: T;
    try {
      removeCopies(home);
      result = work();
    } finally {
      rollBack(driver);
    }
    // Freed pages still hold their old content.
    driver.exec("VACUUM");
    return result;
  } catch (error) {
    throw explain(error);
  } finally {
    driver.close();
  }
}

function emptyAndLock(driver: Driver): void {
  for (;;) {
    driver.exec("BEGIN EXCLUSIVE");
    try {
      createTables(driver);
      driver.exec("COMMIT");
      driver.exec("BEGIN IMMEDIATE");
    } catch (error) {
      rollBack(driver);
      throw error;
    }
    // Another process may have drained between the two transactions.
    if (driver.prepare("SELECT 1 AS n FROM cursor LIMIT 1").get() === undefined) return;
    driver.exec("ROLLBACK");
  }
}

function removeCopies(home: string): void {
  for (const name of readdirSync(home))
    if (/^tidemark\.db\.(?:damaged|old)/.test(name)) rmSync(join(home, name), { force: true });
}
