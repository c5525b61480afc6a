import { type Driver, openDriver, type Row, type Statement, type Value } from "../src/host/sqlite.js";
import { MODEL_VERSION, SCHEMA } from "../src/model/store/schema.js";

/** The writes of a drain in their order, one list for each transaction. */
export interface Writes {
  readonly sql: readonly string[];
  readonly batches: readonly Batch[];
}

/** Statements by their number in `sql`, and what each was given. */
interface Batch {
  readonly statement: number[];
  readonly values: Value[][];
}

/** A new database with the tables of the read model, set up as the product does. */
export function makeDatabase(path: string): Driver {
  const driver = openDriver(path);
  driver.exec("PRAGMA busy_timeout = 2000");
  driver.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = TRUNCATE");
  driver.exec("BEGIN IMMEDIATE");
  driver.exec(SCHEMA);
  driver.exec(`PRAGMA user_version = ${MODEL_VERSION}`);
  driver.exec("COMMIT");
  return driver;
}

/** Passes everything on to a driver and keeps what is written through it. */
export class RecordingDriver implements Driver, Writes {
  readonly sql: string[] = [];
  readonly batches: Batch[] = [];
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  exec(sql: string): unknown {
    if (sql.startsWith("BEGIN")) this.batches.push({ statement: [], values: [] });
    return this.#driver.exec(sql);
  }

  prepare(sql: string): Statement {
    const statement = this.#driver.prepare(sql);
    if (!/^(?:INSERT|UPDATE|DELETE)/.test(sql)) return statement;
    const number = this.sql.push(sql) - 1;
    return {
      run: (...values: Value[]) => {
        const batch = this.batches.at(-1);
        batch?.statement.push(number);
        batch?.values.push(values);
        return statement.run(...values);
      },
      get: (...values: Value[]): Row | undefined => statement.get(...values),
      all: (...values: Value[]): Row[] => statement.all(...values),
    };
  }

  close(): void {
    this.#driver.close();
  }
}

/** Makes the same writes in a new database: nothing is read, checked, parsed or folded. */
export function replay(path: string, { sql, batches }: Writes): void {
  const driver = makeDatabase(path);
  const statements = sql.map((text) => driver.prepare(text));
  for (const { statement, values } of batches) {
    driver.exec("BEGIN IMMEDIATE");
    for (let n = 0; n < statement.length; n++) statements[statement[n]!]!.run(...values[n]!);
    driver.exec("COMMIT");
  }
  driver.close();
}

/** The rows that are there in the end, each as one insert, in transactions of the same number of events. */
export function finalRows(path: string, eventsInBatch: number): Writes {
  const driver = openDriver(path);
  const tables = ["name", "cursor", "project", "session", "turn", "bad_line"];
  const sql: string[] = [];
  const batches: Batch[] = [];
  const add = (table: string, order = "") => {
    const rows = driver.prepare(`SELECT * FROM ${table} ${order}`).all().map(valuesOf);
    const number = sql.push(`INSERT INTO ${table} VALUES (${rows[0]?.map(() => "?").join(", ") ?? "1"})`) - 1;
    for (let start = 0; start < rows.length; start += eventsInBatch) {
      const values = rows.slice(start, start + eventsInBatch);
      batches.push({ statement: values.map(() => number), values });
    }
    if (rows.length === 0) sql.pop();
  };
  for (const table of tables) add(table);
  add("event", "ORDER BY file, offset");
  driver.close();
  return { sql, batches };
}

function valuesOf(row: Row): Value[] {
  return Object.values(row).map((value) => (typeof value === "number" ? value : String(value)));
}
