import { existsSync, readdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { deadline, now, sleep } from "../../host/clock.js";
import { releaseLock, takeLock } from "../../host/file/lock.js";
import { readPrivate } from "../../host/file/private-file.js";
import { isWritable, unwritable } from "../../host/file/writable.js";
import { isAlive, processSince } from "../../host/process/process.js";
import type { Keeping } from "./keeping.js";

const PAUSE = 15;
/** A holder that cannot be asked whether it lives is given up after this. */
const STALE = 1_800_000;
/** One that has not yet said who it is. */
const UNSIGNED = 5_000;
// Its age alone says nothing: the machine of a living holder may have slept.
const ONCE = { tries: 1, pause: 0, stale: Number.POSITIVE_INFINITY } as const;
const BREAKING = { tries: 1, pause: 0, stale: UNSIGNED } as const;

/** Does the work while no other process touches these checkpoints, or says that it could not begin in time. */
export function whileHeld<T>(keeping: Keeping, wait: number, work: () => T): T | "busy" {
  if (!hold(keeping.lock, wait)) return "busy";
  try {
    clearGitLocks(keeping.folder);
    return work();
  } finally {
    releaseLock(keeping.lock);
  }
}

function hold(lock: string, wait: number): boolean {
  const isOver = deadline(wait);
  for (;;) {
    if (takeLock(lock, ONCE)) return sign(lock);
    if (isAbandoned(lock)) breakLock(lock);
    else if (!existsSync(lock) && !isWritable(dirname(lock))) throw unwritable(dirname(lock));
    else if (isOver()) return false;
    else sleep(PAUSE);
  }
}

/** On a full disk it would stand there unsigned, and the next would wait for it. */
function sign(lock: string): true {
  try {
    writeFileSync(lock, signature());
    return true;
  } catch (error) {
    releaseLock(lock);
    throw error;
  }
}

function isAbandoned(lock: string): boolean {
  const stat = statSync(lock, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  // Where the clock was set back, it is of a time that is yet to come.
  const age = Math.abs(now() - stat.mtimeMs);
  const [pid, host, since] = (readPrivate(lock) ?? "").split(" ");
  if (host === undefined) return age > UNSIGNED;
  if (host === hostname() && isAlive(Number(pid), since) === false) return true;
  // Another machine cannot be asked, and a number without its beginning may have been given out again.
  return (host !== hostname() || since === undefined) && age > STALE;
}

/** Process, machine and, where the system tells it, when the process began. */
function signature(): string {
  const since = processSince(process.pid);
  return [process.pid, hostname(), ...(since === undefined ? [] : [since])].join(" ");
}

/** Two that find the same dead holder must not remove each other's new lock: only one may break it, and looks again. */
function breakLock(lock: string): void {
  const breaking = `${lock}.break`;
  if (!takeLock(breaking, BREAKING)) {
    sleep(PAUSE);
    return;
  }
  try {
    if (isAbandoned(lock)) releaseLock(lock);
  } finally {
    releaseLock(breaking);
  }
}

/** How long a git that outlived its killed parent may still need. */
const ORPHAN = 2_000;

/** git's own locks on our indexes: since we hold ours, they are of a process that was killed, or of its last child. */
function clearGitLocks(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".lock"))) {
    const path = join(folder, name);
    const isOver = deadline(ORPHAN);
    while (isYoung(path) && !isOver()) sleep(PAUSE);
    try {
      unlinkSync(path);
    } catch {
      // It ended by itself.
    }
  }
}

function isYoung(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && now() - stat.mtimeMs < ORPHAN;
}
