import { look } from "./file/foreign-file.js";
import { openLibsql } from "./node20/libsql.js";

export type Value = string | number | null | Uint8Array;
export type Row = { readonly [column: string]: unknown };

export interface Statement {
  run(...values: Value[]): { changes: number | bigint };
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
}

/** The small part of SQLite that Tidemark uses. `node:sqlite` fits without an adapter. */
export interface Driver {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

/** Opens a database with the SQLite of this Node (from 22.13 on), or with libsql. */
export function openDriver(path: string, options: { readonly readOnly?: boolean } = {}): Driver {
  const Builtin = builtinSqlite()?.DatabaseSync;
  return Builtin === undefined ? openLibsql(path, options) : new Builtin(path, options);
}

export function driverName(): "node:sqlite" | "libsql" {
  return builtinSqlite() === undefined ? "libsql" : "node:sqlite";
}

/** A database of another program, for queries only. */
export interface ForeignDatabase {
  all(sql: string, ...values: (string | number)[]): readonly Row[];
  close(): void;
}

/** Opens another program's database for reading. Undefined if that fails: repairing it is not our job. */
export function openForeign(path: string): ForeignDatabase | undefined {
  if (look(path)?.isFile() !== true) return undefined;
  try {
    const driver = openDriver(path, { readOnly: true });
    driver.exec("PRAGMA query_only = 1; PRAGMA busy_timeout = 2000");
    return { all: (sql, ...values) => driver.prepare(sql).all(...values), close: () => driver.close() };
  } catch {
    return undefined;
  }
}

/** Rolls a transaction back. If SQLite has done so itself, its second error must not hide the first. */
export function rollBack(driver: Driver): void {
  try {
    driver.exec("ROLLBACK");
  } catch {
    // No transaction is open any more.
  }
}

/** Whether another process holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /locked|busy/i.test(error.message);
}

interface BuiltinSqlite {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly?: boolean }) => Driver;
}

// Loaded at run time, because Node 20 has neither the module nor types for it. Node warns that its SQLite is
// experimental; users should not read that at every prompt.
function builtinSqlite(): BuiltinSqlite | undefined {
  const emit = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule?.("node:sqlite") as BuiltinSqlite | undefined;
  } finally {
    process.emitWarning = emit;
  }
}
