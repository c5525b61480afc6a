import type { Env } from "../env.js";

interface Binding {
  readonly Process: new () => { spawn(options: object): number };
}

const SILENT = [{ type: "ignore" }, { type: "ignore" }, { type: "ignore" }] as const;

/**
 * Starts a program of ours in a process of its own that outlives this one, and does not wait for it. False where the
 * system gives none. Node's own way to it takes six milliseconds, most of them for loading; a hook that somebody waits
 * for goes through the door below it where there is one. For who then leaves at once: until then, that door keeps a
 * process from ending.
 */
export function startProcess(args: readonly string[], env: Env): boolean {
  const given = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  try {
    return startBelow(process, args, given) === 0;
  } catch {
    return startAbove(args, env);
  }
}

function startBelow(host: object, args: readonly string[], envPairs: readonly string[]): number {
  // Known to be there, and to be silent, in these; later ones may change it at any time.
  const isKnown = Number(process.versions.node.split(".", 1)[0]) <= 22;
  if (!isKnown || !("binding" in host) || typeof host.binding !== "function")
    throw new Error("A Node without this door.");
  const { Process }: Binding = host.binding("process_wrap");
  const file = process.execPath;
  return new Process().spawn({
    ...{ file, args: [file, ...args], envPairs, stdio: SILENT },
    ...{ detached: true, windowsHide: true },
  });
}

function startAbove(args: readonly string[], env: Env): boolean {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(process.execPath, args, { detached: true, stdio: "ignore", windowsHide: true, env });
  child.on("error", () => {}); // Said by the missing number below.
  child.unref();
  return child.pid !== undefined;
}
