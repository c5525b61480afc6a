import { type Patience, releaseLock, takeLock } from "./file/lock.js";
import { readPrivate, replacePrivate } from "./file/private-file.js";
import { isAlive } from "./process/process.js";

/** Takes a lock that holds the number of its process: one that was killed is not waited for. */
export function takeTurn(lock: string, patience: Patience): boolean {
  const holder = turnHolder(lock);
  if (holder !== undefined && isAlive(holder) === false) releaseLock(lock);
  if (!takeLock(lock, patience)) return false;
  try {
    replacePrivate(lock, String(process.pid));
  } catch (error) {
    // On a full disk it would stand there unsigned, and be waited for.
    releaseLock(lock);
    throw error;
  }
  return true;
}

/** Renews the lock; false where it is no longer ours. */
export function holdTurn(lock: string): boolean {
  if (!isOurTurn(lock)) return false;
  replacePrivate(lock, String(process.pid));
  return true;
}

export function endTurn(lock: string): void {
  if (isOurTurn(lock)) releaseLock(lock);
}

/** The process that holds a lock; undefined where none does, or none has said so. */
export function turnHolder(lock: string): number | undefined {
  return Number(readPrivate(lock, 32) ?? "") || undefined;
}

function isOurTurn(lock: string): boolean {
  return turnHolder(lock) === process.pid;
}
