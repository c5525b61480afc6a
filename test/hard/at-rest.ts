import { cpSync, rmSync } from "node:fs";
import { sleep } from "../../src/host/clock.js";

const TRIES = 100;
const PAUSE = 100;

/** Tries again while a process that was started aside is still at work in a data folder; it ends by itself. */
export function untilAtRest<T>(work: () => T): T {
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (tries === TRIES) throw error;
      sleep(PAUSE);
    }
  }
}

/** Copies a folder whole: a file that went while it was copied would be a failure. */
export function copyAtRest(from: string, to: string): void {
  untilAtRest(() => {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
  });
}
