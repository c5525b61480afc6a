import { readFileSync } from "node:fs";
import { systemCode } from "../../error.js";
import { now } from "../clock.js";
import type { Env } from "../env.js";

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

interface Binding {
  readonly Process: new () => { spawn(options: object): number };
}

const NO_STDIO = [{ type: "ignore" }, { type: "ignore" }, { type: "ignore" }] as const;

/**
 * Starts a detached process of ours; false if that fails. `spawn` takes six milliseconds, mostly for loading, so hooks use
 * Node's internal binding if it is known. The caller must exit at once, because the binding keeps its process alive.
 */
export function startProcess(args: readonly string[], env: Env): boolean {
  const envPairs = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  try {
    return startByBinding(process, args, envPairs) === 0;
  } catch {
    return startBySpawn(args, env);
  }
}

function startByBinding(host: object, args: readonly string[], envPairs: readonly string[]): number {
  // Later versions may change the binding at any time.
  const isKnown = Number(process.versions.node.split(".", 1)[0]) <= 22;
  if (!isKnown || !("binding" in host) || typeof host.binding !== "function")
    throw new Error("This Node has no known binding.");
  const { Process }: Binding = host.binding("process_wrap");
  const file = process.execPath;
  return new Process().spawn({
    file,
    args: [file, ...args],
    envPairs,
    stdio: NO_STDIO,
    detached: true,
    windowsHide: true,
  });
}

function startBySpawn(args: readonly string[], env: Env): boolean {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(process.execPath, args, { detached: true, stdio: "ignore", windowsHide: true, env });
  child.on("error", () => {}); // The missing pid below says so.
  child.unref();
  return child.pid !== undefined;
}
