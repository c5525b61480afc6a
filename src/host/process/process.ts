import { readFileSync } from "node:fs";
import { systemCode } from "../../error.js";
import { now } from "../clock.js";

/** Whether a process exists and is still the one that began at `since`. Undefined without an id. */
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

/** When a process began, as an opaque text, because ids are reused. Undefined on other systems than Linux. */
export function processSince(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the name and may hold blanks and brackets, so count from its last bracket to field 22.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return ticks === undefined ? undefined : `${bootName().slice(0, 8)}:${ticks}`;
  } catch {
    return undefined; // No such process, or not Linux.
  }
}

/** Identifies the boot of the machine. On other systems than Linux it also changes if the clock is set. */
export function bootName(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    const { uptime } = process.getBuiltinModule("node:os");
    // Rounded to ten minutes.
    return String(Math.round((now() - uptime() * 1_000) / 600_000));
  }
}
