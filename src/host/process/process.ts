import { readFileSync } from "node:fs";
import { systemCode } from "../../error.js";
import { bootName } from "./boot.js";

/**
 * Whether a process is there, and still the one that began at `since` where that is known. Undefined where there is no
 * number to ask for.
 */
export function isAlive(pid: number | undefined, since?: string): boolean | undefined {
  if (pid === undefined) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    if (systemCode(error) !== "EPERM") return false;
  }
  return since === undefined || (processSince(pid) ?? since) === since;
}

/** When a process began, in the words of its system; numbers are given out again. Undefined elsewhere than on Linux. */
export function processSince(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in the second field may have blanks and brackets in it: what follows its last bracket is counted.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[AFTER_NAME];
    return ticks === undefined ? undefined : `${bootName().slice(0, 8)}:${ticks}`;
  } catch {
    return undefined; // No such process, or not Linux.
  }
}

// The twenty-second field of all.
const AFTER_NAME = 19;
