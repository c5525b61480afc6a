import { readdirSync, readFileSync } from "node:fs";
import { deadline, sleep } from "../clock.js";
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
      return { pid: at, pidSince };
    }
    at = above.parent;
  }
  return undefined;
}

/**
 * Waits until nothing else that the caller had called with such a command line is at work, but no longer than `most`
 * milliseconds. Elsewhere than on Linux it does not wait.
 */
export function awaitBeside(commandLine: RegExp, most: number): void {
  const caller = callerOf();
  if (caller === undefined) return;
  const isOver = deadline(most);
  const own = aboveUs(caller.pid);
  while (!isOver() && childrenOf(caller.pid).some((pid) => !own.has(pid) && runs(pid, commandLine)))
    sleep(STEP);
}

const STEP = 10;

function aboveUs(end: number): Set<number> {
  const found = new Set([process.pid]);
  for (let at = process.ppid; at > 1 && at !== end && !found.has(at); at = readAbove(at)?.parent ?? 0)
    found.add(at);
  return found;
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const lists = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1"));
    return lists.join(" ").trim().split(/\s+/).map(Number);
  } catch {
    return []; // A thread that ended meanwhile, or a kernel that does not tell.
  }
}

function runs(pid: number, commandLine: RegExp): boolean {
  try {
    return commandLine.test(readFileSync(`/proc/${pid}/cmdline`, "latin1"));
  } catch {
    return false; // It has ended.
  }
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
