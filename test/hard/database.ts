import { openDriver } from "../../src/host/sqlite.js";
import { databasePath } from "../../src/model/store/open.js";
import type { Room } from "./room.js";

/** What SQLite itself says of the whole file. */
export function integrityOf(room: Room): string {
  return onDatabase(room, (driver) =>
    String(Object.values(driver.prepare("PRAGMA integrity_check").get() ?? {})[0]),
  );
}

export function versionOf(room: Room): number {
  return onDatabase(room, (driver) => Number(driver.prepare("PRAGMA user_version").get()?.["user_version"]));
}

/** As if another Tidemark had made it. */
export function setVersion(room: Room, version: number): void {
  onDatabase(room, (driver) => driver.exec(`PRAGMA user_version = ${version}`));
}

function onDatabase<T>(room: Room, work: (driver: ReturnType<typeof openDriver>) => T): T {
  const driver = openDriver(databasePath(room.data));
  try {
    driver.exec("PRAGMA busy_timeout = 5000");
    return work(driver);
  } finally {
    driver.close();
  }
}
