import { isUtf8 } from "node:buffer";
import type { Driver, Row, Statement, Value } from "./driver.js";

/** What libsql says of a result's column; an expression has no type. */
interface Column {
  readonly name: string;
  readonly type: string | null;
}

export interface Libsql extends Driver {
  prepare(sql: string): Statement & { columns(): readonly Column[] };
}

/**
 * libsql ends the whole process on a text that is not UTF-8, and a damaged file may hold one anywhere. So texts are
 * asked for as bytes, and damage becomes an error like any other.
 */
export function asBytes(database: Libsql): Driver {
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => (/^\s*SELECT\b/i.test(sql) ? select(database, sql) : database.prepare(sql)),
    close: () => database.close(),
  };
}

function select(database: Libsql, sql: string): Statement {
  const columns = database.prepare(sql).columns();
  const statement = database.prepare(`SELECT ${columns.map(asked).join(", ")} FROM (${sql})`);
  const texts = columns.filter(({ type }) => type === "TEXT" || type === null).map(({ name }) => name);
  const read = (row: Row | undefined) => (row === undefined ? undefined : withTexts(row, texts));
  return {
    run: (...values: Value[]) => statement.run(...values),
    get: (...values: Value[]) => read(statement.get(...values)),
    all: (...values: Value[]) => statement.all(...values).map((row) => withTexts(row, texts)),
  };
}

// Where a damaged row has a text in place of a number, it is a number again.
function asked({ name, type }: Column): string {
  const column = `"${name}"`;
  if (type === "TEXT") return `CAST(${column} AS BLOB) AS ${column}`;
  if (type === "INTEGER" || type === "REAL") return `CAST(${column} AS NUMERIC) AS ${column}`;
  if (type === "BLOB") return column;
  return `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) ELSE ${column} END AS ${column}`;
}

function withTexts(row: Row, texts: readonly string[]): Row {
  const read: { [column: string]: unknown } = row;
  for (const name of texts) read[name] = textOf(read[name]);
  return read;
}

// A blob comes as a buffer or as what is under one, whether one row was asked for or many.
function textOf(value: unknown): unknown {
  if (!(value instanceof ArrayBuffer) && !(value instanceof Uint8Array)) return value;
  const bytes =
    value instanceof ArrayBuffer
      ? Buffer.from(value)
      : Buffer.from(value.buffer, value.byteOffset, value.length);
  if (!isUtf8(bytes)) throw new Error("database disk image is malformed: a text is not UTF-8");
  return bytes.toString("utf8");
}
