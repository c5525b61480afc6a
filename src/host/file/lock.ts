import { closeSync, statSync, unlinkSync } from "node:fs";
import { systemCode } from "../../error.js";
import { now, sleep } from "../clock.js";
import { isAlive } from "../process/process.js";
import { CREATE, openPrivate, readPrivate, replacePrivate } from "./folder.js";

export interface LockOptions {
  readonly tries: number;
  /** Milliseconds between two tries. */
  readonly pause: number;
  /** A lock older than this was left by a killed process. */
  readonly stale: number;
}

/** Takes a lock file. Returns false if others hold it too long, or if nothing can be written. */
export function takeLock(path: string, { tries, pause, stale }: LockOptions): boolean {
  for (let n = 0; n < tries; n++) {
    try {
      closeSync(openPrivate(path, CREATE));
      return true;
    } catch (error) {
      if (systemCode(error) !== "EEXIST") return false;
      const stat = statSync(path, { throwIfNoEntry: false });
      // A lock from the future is stale too: the clock was set back.
      if (stat !== undefined && Math.abs(now() - stat.mtimeMs) > stale) releaseLock(path);
      else sleep(pause);
    }
  }
  return false;
}

export function releaseLock(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process considered it stale and removed it first.
  }
}

/** Takes a lock that holds its process id, so that the lock of a killed process is taken over at once. */
export function takePidLock(path: string, options: LockOptions): boolean {
  const holder = lockHolder(path);
  if (holder !== undefined && isAlive(holder) === false) releaseLock(path);
  if (!takeLock(path, options)) return false;
  try {
    replacePrivate(path, String(process.pid));
  } catch (error) {
    // On a full disk it would stay without an id, and others would wait for it.
    releaseLock(path);
    throw error;
  }
  return true;
}

/** Returns false if the lock is no longer ours. */
export function renewPidLock(path: string): boolean {
  if (lockHolder(path) !== process.pid) return false;
  replacePrivate(path, String(process.pid));
  return true;
}

export function releasePidLock(path: string): void {
  if (lockHolder(path) === process.pid) releaseLock(path);
}

/** The process that holds a lock, if it is known. */
export function lockHolder(path: string): number | undefined {
  return Number(readPrivate(path, 32) ?? "") || undefined;
}
