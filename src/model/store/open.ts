import { closeSync, constants, lstatSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type ErrorCode, TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { isPrivateFile, openPrivate, secureFolder } from "../../host/file/folder.js";
import { noteError } from "../../host/log.js";
import { type Driver, isBusy, openDriver, rollBack } from "../../host/sqlite.js";
import { Database } from "./database.js";
import { createTables, MODEL_VERSION } from "./schema.js";
import { Store } from "./store.js";

export interface OpenOptions {
  /** How long to wait for another writer, in milliseconds. */
  readonly wait?: number;
  /** Check the whole file for damage first. */
  readonly isChecked?: boolean;
}

/** The files of a database; the last two exist only if another program wrote to it. */
const SUFFIXES = ["", "-journal", "-wal", "-shm"] as const;

export function databasePath(home: string): string {
  return join(home, "tidemark.db");
}

/**
 * Opens the read model and creates its tables if they are missing or of an older version. A damaged file is set aside,
 * never repaired: the journal has everything.
 */
export function openStore(home: string, options: OpenOptions = {}): Store {
  secureFolder(home);
  try {
    return connect(home, options);
  } catch (error) {
    if (!isDamaged(error)) throw explain(error);
    setAside(home);
    return connect(home, options);
  }
}

/** Opens an empty read model that exists only until it is closed. */
export function openInMemory(): Store {
  const driver = openDriver(":memory:");
  createTables(driver);
  return new Store(new Database(driver));
}

/** Runs `work` on the model. If it meets damage, the file is set aside and the work starts again on a new one. */
export function onStore<T>(home: string, options: OpenOptions, work: (store: Store) => T): T {
  const store = openStore(home, options);
  try {
    return work(store);
  } catch (error) {
    store.close();
    if (!isDamaged(error)) throw explain(error);
    setAside(home);
    return work(openStore(home, options));
  }
}

/** Deletes the model; the next drain rebuilds it from the journal. */
export function dropStore(home: string): void {
  for (const suffix of SUFFIXES) rmSync(`${databasePath(home)}${suffix}`, { force: true });
}

/** Turns an error of SQLite into one that says what to do. */
export function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TidemarkError) return error;
  const because = (code: ErrorCode, message: string, hint: string) =>
    new TidemarkError(code, message, { hint, cause: error });
  const { message } = error;
  if (isBusy(error))
    return because(
      "store-busy",
      "Another process holds the memory.",
      "Try again in a moment; nothing is lost.",
    );
  if (/disk is full/i.test(message)) {
    const hint = "Make room. What is recorded stays, and is folded then.";
    return because("home-unwritable", "The disk is full: the memory's database cannot be written.", hint);
  }
  if (/disk I\/O error|unable to open|readonly|read-only/i.test(message))
    return because("home-unwritable", "The memory's database cannot be written.", "Run: tidemark doctor");
  if (!isDamaged(error)) return error;
  const hint = "Run: tidemark rebuild (the journal has everything).";
  return because("store-broken", "The memory's database is damaged.", hint);
}

/**
 * Connects with settings for processes that live for milliseconds. There is no write-ahead log, because each process
 * would have to read it. Nothing is synced to disk: a killed process leaves a journal to roll back, and after a power
 * cut the model is checked and, if damaged, rebuilt.
 */
function connect(home: string, { wait = 2_000, isChecked = false }: OpenOptions): Store {
  const path = databasePath(home);
  for (const suffix of SUFFIXES) if (suffix !== "") isPrivateFile(`${path}${suffix}`);
  // Created here rather than by SQLite, so that it is private from the start.
  if (!isPrivateFile(path)) closeSync(openPrivate(path, constants.O_RDWR | constants.O_CREAT));
  for (;;) {
    const file = inodeOf(path);
    const driver = openDriver(path);
    try {
      // The timeout comes first: without it, the next pragmas may fail while another process creates the tables.
      driver.exec(
        `PRAGMA busy_timeout = ${Math.max(0, Math.floor(wait))}; PRAGMA synchronous = OFF; PRAGMA journal_mode = TRUNCATE`,
      );
      if (versionOf(driver) === MODEL_VERSION || prepare(driver, home, () => inodeOf(path) === file)) {
        if (isChecked) check(driver);
        return new Store(new Database(driver));
      }
    } catch (error) {
      driver.close();
      throw error;
    }
    driver.close();
    closeSync(openPrivate(path, constants.O_RDWR | constants.O_CREAT));
  }
}

/** Creates the tables of this version. False if the file was moved away and a new one has to be opened. */
function prepare(driver: Driver, home: string, isStillThere: () => boolean): boolean {
  driver.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have created them meanwhile.
    const version = versionOf(driver);
    if (version > MODEL_VERSION) {
      throw new TidemarkError("store-newer", "The memory was opened by a newer Tidemark.", {
        hint: "Update this one: npm install -g tidemark@latest, then tidemark init. What happens meanwhile is recorded.",
      });
    }
    if (version !== MODEL_VERSION) {
      const isThere = isStillThere();
      if (!isThere || isOnlyCopy(driver, home)) {
        // Renamed while it is locked, so that only one of several processes does it.
        if (isThere) keepOld(home, version);
        driver.exec("ROLLBACK");
        return false;
      }
      createTables(driver);
    }
    driver.exec("COMMIT");
    return true;
  } catch (error) {
    rollBack(driver);
    throw error;
  }
}

function check(driver: Driver): void {
  const found = driver.prepare("PRAGMA quick_check(1)").get();
  const said = Object.values(found ?? {})[0];
  if (said !== "ok") throw new Error(`database disk image is malformed: ${String(said)}`);
}

function versionOf(driver: Driver): number {
  return Number(driver.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
}

function isDamaged(error: unknown): boolean {
  return error instanceof Error && /malformed|not a database|corrupt/i.test(error.message);
}

function inodeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? 0;
}

/** Moves a damaged database out of the way, so that it can be examined. */
function setAside(home: string): void {
  const path = databasePath(home);
  const aside = `${path}.damaged`;
  for (const suffix of SUFFIXES) {
    rmSync(`${aside}${suffix}`, { force: true });
    if (exists(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  }
  note(home, "The database was damaged: it was set aside as tidemark.db.damaged and made anew.");
}

/**
 * Keeps a model of an older version that is the only copy of something, under a free name. Its rollback journal is empty
 * while it is locked, and stays behind.
 */
function keepOld(home: string, version: number): void {
  const path = databasePath(home);
  let old = `${path}.old`;
  for (let n = 2; exists(old); n++) old = `${path}.old.${n}`;
  renameSync(path, old);
  note(
    home,
    `Files of the journal are missing that the database (version ${version}) knew: it was kept as ${basename(old)}, and a new one was made from what is left.`,
  );
}

/**
 * Whether a model of another version knows events whose journal files are gone or cut. It must not be deleted then. The
 * tables read here are the same in all versions.
 */
function isOnlyCopy(driver: Driver, home: string): boolean {
  const [first] = driver
    .prepare(
      "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name IN ('event', 'name', 'cursor')",
    )
    .all();
  if (Number(first?.["n"]) < 3) return false;
  const size = (file: unknown) =>
    statSync(join(home, "journal", String(file)), { throwIfNoEntry: false })?.size;
  const files = driver.prepare("SELECT name FROM name WHERE n IN (SELECT DISTINCT file FROM event)").all();
  if (files.some(({ name }) => size(name) === undefined)) return true;
  return driver
    .prepare("SELECT file, offset FROM cursor WHERE file LIKE '%.jsonl'")
    .all()
    .some(({ file, offset }) => (size(file) ?? 0) < Number(offset));
}

function note(home: string, error: string): void {
  noteError(home, { at: now(), agent: "", hook: "database", error });
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
