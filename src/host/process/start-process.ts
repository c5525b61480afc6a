import type { Env } from "../env.js";

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
    ...{ file, args: [file, ...args], envPairs, stdio: NO_STDIO },
    ...{ detached: true, windowsHide: true },
  });
}

function startBySpawn(args: readonly string[], env: Env): boolean {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(process.execPath, args, { detached: true, stdio: "ignore", windowsHide: true, env });
  child.on("error", () => {}); // The missing pid below says so.
  child.unref();
  return child.pid !== undefined;
}
