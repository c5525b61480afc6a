import { existsSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { TidemarkError } from "../../error.js";
import { asBytes, type Libsql } from "./libsql.js";

export type Value = string | number | null | Uint8Array;
export type Row = { readonly [column: string]: unknown };

export interface Statement {
  run(...values: Value[]): { changes: number | bigint };
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
}

/** The little of SQLite that is used: `node:sqlite` fits without an adapter. */
export interface Driver {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

/** Opens a database with what this Node has: its own SQLite from 22.13 on, libsql before. */
export function openDriver(path: string): Driver {
  const Builtin = builtinSqlite()?.DatabaseSync;
  return Builtin === undefined ? asBytes(new (loadLibsql())(path)) : new Builtin(path);
}

/** The same of a database that is another program's: nothing can be written through it. */
export function openReadOnly(path: string): Driver {
  const Builtin = builtinSqlite()?.DatabaseSync;
  // libsql knows no option for it, and would tidy up after the other program when it closes.
  return Builtin === undefined
    ? asBytes(new (loadLibsql())(`${pathToFileURL(path).href}?mode=ro`))
    : new Builtin(path, { readOnly: true });
}

export function driverName(): "node:sqlite" | "libsql" {
  return builtinSqlite() === undefined ? "libsql" : "node:sqlite";
}

/** Undoes what a transaction did. Where SQLite has done so itself, its second complaint must not hide the first. */
export function rollBack(driver: Driver): void {
  try {
    driver.exec("ROLLBACK");
  } catch {
    // No transaction is open any more.
  }
}

/** Another process is writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /locked|busy/i.test(error.message);
}

// Asked for at run time: Node 20 has no such module and no types for it.
function builtinSqlite():
  | { DatabaseSync: new (path: string, options?: { readOnly: boolean }) => Driver }
  | undefined {
  return quietly(() => process.getBuiltinModule?.("node:sqlite") as ReturnType<typeof builtinSqlite>);
}

function loadLibsql(): new (path: string) => Libsql {
  const { report } = process;
  const { getReport } = report;
  const { require: load } = Module.prototype;
  const known = knownParts();
  // libsql asks Node for a whole diagnostic report, only to see which C library this is, and loads two packages and
  // Node's child processes to ask. That takes longer than all else a prompt waits for, and the file system knows it too.
  report.getReport = () => ({ header: isMusl() ? {} : { glibcVersionRuntime: "2" } });
  Module.prototype.require = function (id: string) {
    return known.get(id) ?? load.call(this, id);
  };
  try {
    const require = createRequire(import.meta.url);
    // By its path where it is found: to look into a package for what it exports takes Node as long as to load it.
    const path = require.resolve.paths("libsql")?.find((folder) => existsSync(`${folder}/libsql/index.js`));
    return require(path === undefined ? "libsql" : `${path}/libsql/index.js`);
  } catch (cause) {
    throw new TidemarkError(
      "no-sqlite",
      `Node ${process.versions.node} has no SQLite, and libsql could not be loaded.`,
      {
        hint: "Use Node 22.13 or later, or install tidemark anew on this machine.",
        cause,
      },
    );
  } finally {
    Module.prototype.require = load;
    report.getReport = getReport;
  }
}

/** What libsql would be told by the packages it asks where its native part is. Elsewhere than on Linux it asks itself. */
function knownParts(): Map<string, object> {
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

// Node warns that its SQLite is young. That is ours to weigh, not the user's to read at every prompt.
function quietly<T>(load: () => T): T {
  const emit = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emit;
  }
}
