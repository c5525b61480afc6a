import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { TidemarkError } from "../../error.js";
import type { Driver, Row, Statement, Value } from "../sqlite.js";

/** A column of a result as libsql describes it; an expression has no type. */
interface Column {
  readonly name: string;
  readonly type: string | null;
}

interface Libsql extends Driver {
  prepare(sql: string): Statement & { columns(): readonly Column[] };
}

/** libsql ends the whole process on a text that is not UTF-8, so texts are read as bytes and damage becomes an error. */
export function openLibsql(path: string, { readOnly = false }: { readonly readOnly?: boolean }): Driver {
  // libsql has no option for reading only, and would tidy up after the other program on close.
  const database = new (loadLibsql())(readOnly ? `${pathToFileURL(path).href}?mode=ro` : path);
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => (/^\s*SELECT\b/i.test(sql) ? select(database, sql) : database.prepare(sql)),
    close: () => database.close(),
  };
}

function loadLibsql(): new (path: string) => Libsql {
  const { report } = process;
  const { getReport } = report;
  const { require: load } = Module.prototype;
  const replaced = replacedPackages();
  // libsql detects the C library with a full diagnostic report and three modules, which is slow; the file system knows it.
  report.getReport = () => ({ header: isMusl() ? {} : { glibcVersionRuntime: "2" } });
  Module.prototype.require = function (id: string) {
    return replaced.get(id) ?? load.call(this, id);
  };
  try {
    const require = createRequire(import.meta.url);
    // Required by its path if that is found: resolving the exports of a package takes as long as loading it.
    const path = require.resolve.paths("libsql")?.find((folder) => existsSync(`${folder}/libsql/index.js`));
    return require(path === undefined ? "libsql" : `${path}/libsql/index.js`);
  } catch (cause) {
    const what = `Node ${process.versions.node} has no SQLite, and libsql could not be loaded.`;
    throw new TidemarkError("no-sqlite", what, {
      hint: "Use Node 22.13 or later, or install tidemark anew on this machine.",
      cause,
    });
  } finally {
    Module.prototype.require = load;
    report.getReport = getReport;
  }
}

/** Replaces the packages with which libsql finds its native part. Only needed on Linux. */
function replacedPackages(): Map<string, object> {
  const { platform, arch } = process;
  if (platform !== "linux" || (arch !== "x64" && arch !== "arm64")) return new Map();
  const [GLIBC, MUSL] = ["glibc", "musl"];
  const target = `linux-${arch}-${isMusl() ? "musl" : "gnu"}`;
  return new Map<string, object>([
    ["@neon-rs/load", { currentTarget: () => target }],
    ["detect-libc", { GLIBC, MUSL, familySync: () => (isMusl() ? MUSL : GLIBC) }],
  ]);
}

function isMusl(): boolean {
  return existsSync("/lib/ld-musl-x86_64.so.1") || existsSync("/lib/ld-musl-aarch64.so.1");
}

function select(database: Libsql, sql: string): Statement {
  const columns = database.prepare(sql).columns();
  const statement = database.prepare(`SELECT ${columns.map(asBytes).join(", ")} FROM (${sql})`);
  const texts = columns.filter(({ type }) => type === "TEXT" || type === null).map(({ name }) => name);
  const read = (row: Row | undefined) => (row === undefined ? undefined : withTexts(row, texts));
  return {
    run: (...values: Value[]) => statement.run(...values),
    get: (...values: Value[]) => read(statement.get(...values)),
    all: (...values: Value[]) => statement.all(...values).map((row) => withTexts(row, texts)),
  };
}

// A damaged row may have a text in place of a number; it becomes a number again.
function asBytes({ name, type }: Column): string {
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

// libsql returns a blob as a Buffer or as an ArrayBuffer, depending on whether one row was read or many.
function textOf(value: unknown): unknown {
  if (!(value instanceof ArrayBuffer) && !(value instanceof Uint8Array)) return value;
  const bytes =
    value instanceof ArrayBuffer
      ? Buffer.from(value)
      : Buffer.from(value.buffer, value.byteOffset, value.length);
  if (!isUtf8(bytes)) throw new Error("database disk image is malformed: a text is not UTF-8");
  return bytes.toString("utf8");
}
