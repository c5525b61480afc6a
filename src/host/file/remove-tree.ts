import { rmSync } from "node:fs";
import { sleep } from "../clock.js";

const MAX_TRIES = 40;
const PAUSE_MS = 250;

/** Removes a folder in which a process may still write. Node's own retries do not find new files. */
export function removeTree(folder: string): void {
  for (let n = 1; ; n++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (n === MAX_TRIES) throw error;
      sleep(PAUSE_MS);
    }
  }
}
