import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const REPOSITORY = join(import.meta.dirname, "..", "..");
const PATIENCE = 90_000;

/** The built programs under test. */
export interface Program {
  readonly hook: string;
  readonly cli: string;
}

/** A copy of the build: these tests run for minutes, and a build made meanwhile must not change what they test. */
export async function copyProgram(folder: string): Promise<Program> {
  const dist = join(REPOSITORY, "dist");
  const until = performance.now() + PATIENCE;
  // Written last by the build: while it is missing, a build is going on.
  while (!existsSync(join(dist, "built"))) {
    if (performance.now() > until) throw new Error("There is no build. Run: npm run build");
    await sleep(500);
  }
  mkdirSync(folder, { recursive: true });
  cpSync(dist, join(folder, "dist"), { recursive: true });
  cpSync(join(REPOSITORY, "package.json"), join(folder, "package.json"));
  // Where the native driver is found.
  symlinkSync(join(REPOSITORY, "node_modules"), join(folder, "node_modules"));
  return { hook: join(folder, "dist", "hook.cjs"), cli: join(folder, "dist", "cli.js") };
}
