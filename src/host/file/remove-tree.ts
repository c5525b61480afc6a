import { rmSync } from "node:fs";
import { sleep } from "../clock.js";

const TRIES = 40;
const PAUSE = 250;

/** Removes a folder in which a process may still be writing. Node's own retries do not look for what came meanwhile. */
export function removeTree(folder: string): void {
  for (let n = 1; ; n++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (n === TRIES) throw error;
      sleep(PAUSE);
    }
  }
}
