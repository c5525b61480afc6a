import { existsSync, readdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { deadline, now, sleep } from "../../host/clock.js";
import { readPrivate } from "../../host/file/folder.js";
import { releaseLock, takeLock } from "../../host/file/lock.js";
import { isWritable, unwritable } from "../../host/file/writable.js";
import { isAlive, processSince } from "../../host/process/process.js";
import type { CheckpointStorage } from "./storage.js";

const PAUSE_MS = 15;
/** A lock is broken after this if nobody can check whether its holder is alive. */
const STALE_MS = 1_800_000;
/** A holder that has not signed yet. */
const MAX_UNSIGNED_MS = 5_000;
// The age alone says nothing, because the machine of a living holder may have slept.
const ONCE = { tries: 1, pause: 0, stale: Number.POSITIVE_INFINITY } as const;
const BREAKING = { tries: 1, pause: 0, stale: MAX_UNSIGNED_MS } as const;

/** Runs `work` under the lock, or returns "busy" if the lock is not free in time. */
export function withLock<T>(storage: CheckpointStorage, wait: number, work: () => T): T | "busy" {
  if (!hold(storage.lock, wait)) return "busy";
  try {
    clearGitLocks(storage.folder);
    return work();
  } finally {
    releaseLock(storage.lock);
  }
}

function hold(lock: string, wait: number): boolean {
  const isOver = deadline(wait);
  for (;;) {
    if (takeLock(lock, ONCE)) return sign(lock);
    if (isAbandoned(lock)) breakLock(lock);
    else if (!existsSync(lock) && !isWritable(dirname(lock))) throw unwritable(dirname(lock));
    else if (isOver()) return false;
    else sleep(PAUSE_MS);
  }
}

/** Removes the lock if it cannot be signed, as on a full disk: the next process would wait for it. */
function sign(lock: string): true {
  try {
    const since = processSince(process.pid);
    writeFileSync(lock, [process.pid, hostname(), ...(since === undefined ? [] : [since])].join(" "));
    return true;
  } catch (error) {
    releaseLock(lock);
    throw error;
  }
}

function isAbandoned(lock: string): boolean {
  const stat = statSync(lock, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  // After the clock was set back, the time lies in the future.
  const age = Math.abs(now() - stat.mtimeMs);
  const [pid, host, since] = (readPrivate(lock) ?? "").split(" ");
  if (host === undefined) return age > MAX_UNSIGNED_MS;
  if (host === hostname() && isAlive(Number(pid), since) === false) return true;
  // Another machine cannot be asked, and a pid without its start time may have been reused.
  return (host !== hostname() || since === undefined) && age > STALE_MS;
}

/** Two may find the same dead holder: only one breaks the lock, after checking again, so that no new lock is removed. */
function breakLock(lock: string): void {
  const breaking = `${lock}.break`;
  if (!takeLock(breaking, BREAKING)) {
    sleep(PAUSE_MS);
    return;
  }
  try {
    if (isAbandoned(lock)) releaseLock(lock);
  } finally {
    releaseLock(breaking);
  }
}

/** How long an orphaned git process may still run. */
const ORPHAN_MS = 2_000;

/** Removes git's own locks on our indexes. We hold our lock, so they belong to a killed process or its last child. */
function clearGitLocks(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".lock"))) {
    const path = join(folder, name);
    const isOver = deadline(ORPHAN_MS);
    while (isYoung(path) && !isOver()) sleep(PAUSE_MS);
    try {
      unlinkSync(path);
    } catch {
      // Its process ended meanwhile.
    }
  }
}

function isYoung(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && now() - stat.mtimeMs < ORPHAN_MS;
}
