import { closeSync, constants, statSync, unlinkSync } from "node:fs";
import { systemCode } from "../../error.js";
import { now, sleep } from "../clock.js";
import { openPrivate } from "./folder.js";

export interface Patience {
  readonly tries: number;
  /** Milliseconds between two tries. */
  readonly pause: number;
  /** A lock older than this was left by a process that was killed. */
  readonly stale: number;
}

/** Takes a lock file, or says false: where others hold it too long, or nothing can be written at all. */
export function takeLock(path: string, { tries, pause, stale }: Patience): boolean {
  for (let n = 0; n < tries; n++) {
    try {
      closeSync(openPrivate(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL));
      return true;
    } catch (error) {
      // Where nothing can be written there is nothing to take turns for.
      if (systemCode(error) !== "EEXIST") return false;
      const held = statSync(path, { throwIfNoEntry: false });
      // Of a time that is yet to come as well: the clock was set back, and it would stand there until then.
      if (held !== undefined && Math.abs(now() - held.mtimeMs) > stale) releaseLock(path);
      else sleep(pause);
    }
  }
  return false;
}

export function releaseLock(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process took it for stale and removed it first.
  }
}
