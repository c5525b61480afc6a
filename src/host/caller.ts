import { readFileSync } from "node:fs";
import { processSince } from "./process.js";

export interface Caller {
  readonly pid: number;
  readonly pidSince?: string;
}

const SHELL = /^(?:a|ba|da|k|z|fi)?sh$|^(?:busybox|env|timeout|nice)$/;
const HIGHEST = 6;

/** The program that had this one called: the nearest process above that is no shell. Undefined elsewhere than on Linux. */
export function callerOf(pid: number = process.ppid): Caller | undefined {
  let at = pid;
  for (let n = 0; n < HIGHEST && at > 1; n++) {
    const above = readAbove(at);
    if (above === undefined) return undefined;
    if (!SHELL.test(above.name)) {
      const pidSince = processSince(at);
      return { pid: at, ...(pidSince === undefined ? {} : { pidSince }) };
    }
    at = above.parent;
  }
  return undefined;
}

function readAbove(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name stands in brackets and may have blanks and brackets in it.
    const end = stat.lastIndexOf(")");
    return {
      name: stat.slice(stat.indexOf("(") + 1, end),
      parent: Number(stat.slice(end + 2).split(" ")[1]),
    };
  } catch {
    return undefined; // Gone, or not Linux.
  }
}
