import type { Driver } from "../../host/sqlite.js";
import { MODEL_VERSION, SCHEMA } from "./schema.js";

/** Drops whatever tables there are and makes those of this version. Inside of a transaction. */
export function makeTables(driver: Driver): void {
  // A virtual table takes the tables behind it along, and those cannot be dropped by themselves.
  dropTables(driver, "sql LIKE 'CREATE VIRTUAL%'");
  dropTables(driver, "name NOT LIKE 'sqlite_%'");
  driver.exec(SCHEMA);
  driver.exec(`PRAGMA user_version = ${MODEL_VERSION}`);
}

function dropTables(driver: Driver, which: string): void {
  const tables = driver.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND ${which}`).all();
  for (const { name } of tables) driver.exec(`DROP TABLE "${String(name)}"`);
}
