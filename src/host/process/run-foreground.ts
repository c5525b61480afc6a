import { spawn } from "node:child_process";
import { constants } from "node:os";
import { messageOf, TidemarkError } from "../../error.js";
import type { Env } from "../env.js";

/** Gives the terminal to a program until it ends, and returns the exit code that a shell would. */
export function runForeground(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Env },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: "inherit" });
    // The terminal sends SIGINT to both processes; the program handles it.
    const wait = () => undefined;
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on("SIGINT", wait);
    for (const signal of PASSED) process.on(signal, pass);
    const leave = () => {
      process.off("SIGINT", wait);
      for (const signal of PASSED) process.off(signal, pass);
    };
    child.on("error", (cause) => {
      leave();
      reject(
        new TidemarkError("not-found", `${program} cannot be started: ${messageOf(cause)}.`, {
          hint: "See what would be run with --print, and run it yourself.",
          cause,
        }),
      );
    });
    child.on("exit", (code, signal) => {
      leave();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

const PASSED = ["SIGTERM", "SIGHUP"] as const;
