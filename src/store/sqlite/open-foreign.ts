import { look } from "../../host/foreign-file.js";
import { openReadOnly, type Row } from "./driver.js";

/** What can be asked of a database that is not ours. */
export interface ForeignDatabase {
  all(sql: string, ...values: (string | number)[]): readonly Row[];
  close(): void;
}

/** Opens another program's database to look things up in it. Undefined where that cannot be done: it is none of ours to mend. */
export function openForeign(path: string): ForeignDatabase | undefined {
  if (look(path)?.isFile() !== true) return undefined;
  try {
    const driver = openReadOnly(path);
    driver.exec("PRAGMA query_only = 1; PRAGMA busy_timeout = 2000");
    return { all: (sql, ...values) => driver.prepare(sql).all(...values), close: () => driver.close() };
  } catch {
    return undefined;
  }
}
