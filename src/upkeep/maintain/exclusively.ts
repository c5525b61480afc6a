import { existsSync } from "node:fs";
import { join } from "node:path";
import { TidemarkError } from "../../error.js";
import { deadline, sleep } from "../../host/clock.js";
import { replacePrivate, secureFolder } from "../../host/file/folder.js";
import { lockHolder, releasePidLock, renewPidLock, takePidLock } from "../../host/file/lock.js";
import { unwritable } from "../../host/file/writable.js";
import { isAlive } from "../../host/process/process.js";

const LOCK_OPTIONS = { tries: 150, pause: 200, stale: 10 * 60_000 } as const;
const POLL_MS = 50;

/**
 * Runs `work` while no other process maintains the memory or makes vectors; hooks continue. Long work must call `renew`
 * every few minutes.
 */
export function exclusively<T>(home: string, work: (renew: () => void) => T): T {
  secureFolder(home);
  const locks = ["forget.lock", "tend.lock"].map((name) => join(home, name));
  const taken: string[] = [];
  try {
    for (const lock of locks) {
      if (!takePidLock(lock, LOCK_OPTIONS)) throw existsSync(lock) ? busy() : unwritable(home);
      taken.push(lock);
    }
    const embedding = join(home, "embed.lock");
    takeOver(embedding);
    taken.push(embedding);
    return work(() => {
      for (const lock of taken) renewPidLock(lock);
    });
  } finally {
    for (const lock of taken) releasePidLock(lock);
  }
}

/** The process that makes vectors ends after its batch if the lock is no longer its own. */
function takeOver(lock: string): void {
  const holder = lockHolder(lock);
  if (holder === undefined || isAlive(holder) === false) {
    if (!takePidLock(lock, LOCK_OPTIONS)) throw busy();
    return;
  }
  replacePrivate(lock, String(process.pid));
  const isLate = deadline(LOCK_OPTIONS.tries * LOCK_OPTIONS.pause);
  while (isAlive(holder) === true) {
    if (isLate()) {
      releasePidLock(lock);
      throw busy();
    }
    sleep(POLL_MS);
  }
}

function busy(): TidemarkError {
  return new TidemarkError("store-busy", "Another process is tending the memory.", {
    hint: "Try again in a moment; nothing was changed.",
  });
}
