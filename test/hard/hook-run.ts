import { type StdioOptions, spawn } from "node:child_process";
import type { Room } from "./room.js";

/** What Claude Code grants a hook, and longer than which nothing may take. */
export const AGENT_DEADLINE = 5_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** It did not end within its time and was ended by us. */
  readonly hung: boolean;
}

export interface RunOptions {
  /** Whose hook it is; Claude Code's where none is named. */
  readonly agent?: string;
  readonly env?: { readonly [name: string]: string };
  readonly cwd?: string;
  /** Kills the process with SIGKILL after so many milliseconds. */
  readonly killAfter?: number;
  /** Halts the process with SIGSTOP after so many milliseconds, for as long again. */
  readonly haltAfter?: number;
  readonly patience?: number;
  /** Leaves standard input open after the payload. */
  readonly keepOpen?: boolean;
  /** Runs it as this user. */
  readonly uid?: number;
  /** A program and its first words that are given the rest to run. */
  readonly through?: readonly [string, ...string[]];
  /** Takes this open file for standard input. */
  readonly stdin?: number | "pipe";
}

/** Runs the hook as an agent does: one payload on standard input. */
export function runHook(
  room: Room,
  payload: string | Uint8Array | object,
  options: RunOptions = {},
): Promise<Ended> {
  const isRaw = typeof payload === "string" || payload instanceof Uint8Array;
  const input = isRaw ? payload : JSON.stringify(payload);
  const { agent = "claude" } = options;
  return run(room, [room.program.hook, agent], input, { patience: AGENT_DEADLINE, ...options });
}

export function runCli(room: Room, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return run(room, [room.program.cli, ...args], "", { patience: 60_000, ...options });
}

/** Empty, or exactly one JSON object. */
export function isAnswer(stdout: string): boolean {
  if (stdout === "") return true;
  try {
    const value: unknown = JSON.parse(stdout);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Works through the items with so many hands; results are in the items' order. */
export async function inParallel<T, R>(
  hands: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const hand = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return results;
}

/** The value below which the given share of the numbers lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

function run(
  room: Room,
  args: readonly string[],
  input: string | Uint8Array,
  options: RunOptions,
): Promise<Ended> {
  const {
    env = {},
    cwd = room.work,
    killAfter,
    patience = AGENT_DEADLINE,
    keepOpen,
    stdin = "pipe",
  } = options;
  const [program, ...words] = [...(options.through ?? []), process.execPath, ...args];
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const stdio: StdioOptions = [stdin, "pipe", "pipe"];
    const user = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
    const child = spawn(program, words, { env: { ...room.env, ...env }, cwd, stdio, ...user });
    let hung = false;
    const limit = setTimeout(() => {
      hung = true;
      child.kill("SIGKILL");
    }, patience);
    const end = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    if (options.haltAfter !== undefined) {
      setTimeout(() => child.kill("SIGSTOP"), options.haltAfter);
      setTimeout(() => child.kill("SIGCONT"), 2 * options.haltAfter);
    }
    const out: Buffer[] = [];
    const aside: Buffer[] = [];
    child.stdout?.on("data", (bytes: Buffer) => out.push(bytes));
    child.stderr?.on("data", (bytes: Buffer) => aside.push(bytes));
    child.on("error", reject);
    // A process that dies or answers before it has read everything closes the pipe: no failure of the test.
    child.stdin?.on("error", () => {});
    if (keepOpen) child.stdin?.write(input);
    else child.stdin?.end(input);
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      clearTimeout(end);
      const [stdout, stderr] = [out, aside].map((parts) => Buffer.concat(parts).toString("utf8")) as [
        string,
        string,
      ];
      resolve({ code, signal, stdout, stderr, ms: performance.now() - began, hung });
    });
  });
}
