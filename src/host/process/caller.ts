import { readdirSync, readFileSync } from "node:fs";
import { deadline, sleep } from "../clock.js";
import { processSince } from "./process.js";

export interface Caller {
  readonly pid: number;
  readonly pidSince?: string;
}

const SHELL = /^(?:a|ba|da|k|z|fi)?sh$|^(?:busybox|env|timeout|nice)$/;
const MAX_PARENTS = 6;
const POLL_MS = 10;

/** The nearest parent process that is not a shell. Undefined on other systems than Linux. */
export function callerOf(pid: number = process.ppid): Caller | undefined {
  let at = pid;
  for (let n = 0; n < MAX_PARENTS && at > 1; n++) {
    const found = readProcess(at);
    if (found === undefined) return undefined;
    if (!SHELL.test(found.name)) return { pid: at, pidSince: processSince(at) };
    at = found.parent;
  }
  return undefined;
}

/** Waits until no other child of the caller runs such a command line. On other systems than Linux it does not wait. */
export function awaitBeside(commandLine: RegExp, timeoutMs: number): void {
  const caller = callerOf();
  if (caller === undefined) return;
  const isOver = deadline(timeoutMs);
  const own = ownAncestors(caller.pid);
  while (!isOver() && childrenOf(caller.pid).some((pid) => !own.has(pid) && runs(pid, commandLine)))
    sleep(POLL_MS);
}

function ownAncestors(end: number): Set<number> {
  const found = new Set([process.pid]);
  for (let at = process.ppid; at > 1 && at !== end && !found.has(at); at = readProcess(at)?.parent ?? 0)
    found.add(at);
  return found;
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const lists = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1"));
    return lists.join(" ").trim().split(/\s+/).map(Number);
  } catch {
    return []; // A thread ended meanwhile, or the kernel lacks this file.
  }
}

function runs(pid: number, commandLine: RegExp): boolean {
  try {
    return commandLine.test(readFileSync(`/proc/${pid}/cmdline`, "latin1"));
  } catch {
    return false; // It has ended.
  }
}

function readProcess(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name is in brackets and may hold blanks and brackets itself.
    const end = stat.lastIndexOf(")");
    return {
      name: stat.slice(stat.indexOf("(") + 1, end),
      parent: Number(stat.slice(end + 2).split(" ")[1]),
    };
  } catch {
    return undefined; // Gone, or not Linux.
  }
}
