import { lstatSync, renameSync, rmSync } from "node:fs";
import { now } from "../../host/clock.js";
import { noteError } from "../../host/log.js";

/** What a database consists of on disk; the last two only where a foreign program wrote to it. */
export const PARTS = ["", "-journal", "-wal", "-shm"] as const;

/** Moves a damaged database out of the way. The journal has everything; the file stays for whoever wants to look. */
export function setAside(home: string, path: string): void {
  const aside = `${path}.damaged`;
  for (const part of PARTS) {
    rmSync(`${aside}${part}`, { force: true });
    if (isThere(`${path}${part}`)) renameSync(`${path}${part}`, `${aside}${part}`);
  }
  note(home, "The database was damaged: it was set aside as tidemark.db.damaged and made anew.");
}

/**
 * Keeps the model of an older version that is the only copy of something; never over another one that was kept. Its
 * rollback journal is empty while it is locked, and stays behind.
 */
export function keepOld(home: string, path: string, version: number): void {
  let old = `${path}.old`;
  for (let n = 2; isThere(old); n++) old = `${path}.old.${n}`;
  renameSync(path, old);
  note(
    home,
    `Files of the journal are missing that the database (version ${version}) knew: it was kept as ${old.slice(path.length - "tidemark.db".length)}, and a new one was made from what is left.`,
  );
}

function note(home: string, error: string): void {
  noteError(home, { at: now(), agent: "", hook: "database", error });
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
