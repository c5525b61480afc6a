import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import type { Env } from "../env.js";

export interface Ran {
  /** Undefined where it did not end by itself. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface RunOptions {
  readonly env: Env;
  readonly cwd: string;
  readonly input?: string;
  readonly timeout?: number;
}

/** Runs a command line the way an agent does: through the system's shell. */
export function runShell(command: string, options: RunOptions): Ran {
  return run(command, [], options, true);
}

export function runProgram(program: string, args: readonly string[], options: RunOptions): Ran {
  return run(program, args, options, false);
}

function run(command: string, args: readonly string[], options: RunOptions, shell: boolean): Ran {
  const { env, cwd, input = "", timeout } = options;
  const start = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    env: { ...env },
    cwd,
    input,
    shell,
    timeout,
    killSignal: "SIGKILL",
    encoding: "utf8",
    windowsHide: true,
  });
  const ms = performance.now() - start;
  // A program may end without reading what it was given: that is no failure.
  const failure =
    error !== undefined && "code" in error && error.code === "EPIPE" ? "" : (error?.message ?? "");
  return { code: status ?? undefined, stdout: stdout ?? "", stderr: stderr || failure, ms };
}
