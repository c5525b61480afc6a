import { closeSync, constants, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { TidemarkError } from "../../error.js";
import { isPrivateFile, openPrivate, secureFolder } from "../../host/folder.js";
import { type Driver, isBusy, openDriver, rollBack } from "../../host/sqlite.js";
import type { Store } from "../port.js";
import { isOnlyCopy } from "./only-copy.js";
import { MODEL_VERSION } from "./schema.js";
import { keepOld, PARTS, setAside } from "./set-aside.js";
import { SqliteStore } from "./store.js";
import { makeTables } from "./tables.js";

export interface OpenOptions {
  /** How long to wait for another writer, in milliseconds. */
  readonly wait?: number;
  /** Look through the whole file for damage first. */
  readonly isChecked?: boolean;
}

export function databasePath(home: string): string {
  return join(home, "tidemark.db");
}

/**
 * Opens the read model, making or remaking its tables where needed. A damaged file is set aside, never repaired: the
 * journal has everything.
 */
export function openStore(home: string, options: OpenOptions = {}): Store {
  secureFolder(home);
  try {
    return connect(home, options);
  } catch (error) {
    if (!isDamaged(error)) throw explain(error);
    setAside(home, databasePath(home));
    return connect(home, options);
  }
}

/** Opens an empty read model that lives only as long as it is open. */
export function openInMemory(): Store {
  const driver = openDriver(":memory:");
  makeTables(driver);
  return new SqliteStore(driver);
}

/** Runs `work` on the model; where that meets damage deeper inside, the file is set aside and the work begins anew. */
export function onStore<T>(home: string, options: OpenOptions, work: (store: Store) => T): T {
  const store = openStore(home, options);
  try {
    return work(store);
  } catch (error) {
    store.close();
    if (!isDamaged(error)) throw explain(error);
    setAside(home, databasePath(home));
    return work(openStore(home, options));
  }
}

/** Throws the model away; the next drain makes it anew from the journal. */
export function dropStore(home: string): void {
  for (const part of PARTS) rmSync(`${databasePath(home)}${part}`, { force: true });
}

/**
 * Made for processes that live for milliseconds: a write-ahead log would have to be read anew by each of them. Nothing
 * is waited for to reach the disk: a process that dies leaves a journal to roll back, and after a power cut the model is
 * checked and, if need be, made anew.
 */
function connect(home: string, { wait = 2_000, isChecked = false }: OpenOptions): Store {
  const path = databasePath(home);
  for (const part of PARTS) if (part !== "") isPrivateFile(`${path}${part}`);
  // Made by us, so that it is private from its first moment.
  if (!isPrivateFile(path)) closeSync(openPrivate(path, constants.O_RDWR | constants.O_CREAT));
  for (;;) {
    const file = inodeOf(path);
    const driver = openDriver(path);
    try {
      // The wait first of all: without it even the next words may fail while another process makes the tables.
      driver.exec(
        `PRAGMA busy_timeout = ${Math.max(0, Math.floor(wait))}; PRAGMA synchronous = OFF; PRAGMA journal_mode = TRUNCATE`,
      );
      if (versionOf(driver) === MODEL_VERSION || prepare(driver, home, () => inodeOf(path) === file)) {
        if (isChecked) check(driver);
        return new SqliteStore(driver);
      }
    } catch (error) {
      driver.close();
      throw error;
    }
    driver.close();
    closeSync(openPrivate(path, constants.O_RDWR | constants.O_CREAT));
  }
}

/** Makes the tables of this version. False where the file went aside meanwhile, and a new one is to be opened. */
function prepare(driver: Driver, home: string, isStillThere: () => boolean): boolean {
  driver.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have been first.
    const version = versionOf(driver);
    if (version > MODEL_VERSION) {
      throw new TidemarkError("store-newer", "The memory was opened by a newer Tidemark.", {
        hint: "Update this one: npm install -g tidemark@latest, then tidemark init. What happens meanwhile is recorded.",
      });
    }
    if (version !== MODEL_VERSION) {
      const isThere = isStillThere();
      if (!isThere || isOnlyCopy(driver, home)) {
        // Renamed while it is locked, so that of several processes one alone does it.
        if (isThere) keepOld(home, databasePath(home), version);
        driver.exec("ROLLBACK");
        return false;
      }
      makeTables(driver);
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

/** SQLite's own words, in ours. */
export function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TidemarkError) return error;
  if (isBusy(error)) {
    return new TidemarkError("store-busy", "Another process holds the memory.", {
      hint: "Try again in a moment; nothing is lost.",
      cause: error,
    });
  }
  if (/disk is full/i.test(error.message)) {
    return new TidemarkError(
      "home-unwritable",
      "The disk is full: the memory's database cannot be written.",
      {
        hint: "Make room. What is recorded stays, and is folded then.",
        cause: error,
      },
    );
  }
  if (/disk I\/O error|unable to open|readonly|read-only/i.test(error.message)) {
    return new TidemarkError("home-unwritable", "The memory's database cannot be written.", {
      hint: "Run: tidemark doctor",
      cause: error,
    });
  }
  if (isDamaged(error)) {
    return new TidemarkError("store-broken", "The memory's database is damaged.", {
      hint: "Run: tidemark rebuild (the journal has everything).",
      cause: error,
    });
  }
  return error;
}
