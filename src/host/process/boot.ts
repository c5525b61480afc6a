import { readFileSync } from "node:fs";
import { now } from "../clock.js";

const TEN_MINUTES = 600_000;

/** Names the time since the machine was started. Elsewhere than on Linux it is computed, and a set clock changes it too. */
export function bootName(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    // No such file: not Linux.
    const { uptime } = process.getBuiltinModule("node:os");
    return String(Math.round((now() - uptime() * 1_000) / TEN_MINUTES));
  }
}
