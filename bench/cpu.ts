import { readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** Milliseconds of processor time, user and system, that ended children have used. NaN where the system does not say. */
export function childCpu(): number {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The second field is the program's name and may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[13]) + Number(fields[14])) * 1_000) / TICKS_A_SECOND;
}
