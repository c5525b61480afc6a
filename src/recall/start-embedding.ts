import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Env, INSIDE } from "../host/env.js";
import { ownFolder } from "../host/own-folder.js";

/** Starts embedding in a separate process, without waiting. False if this is not the installed program. */
export function startEmbedding(home: string, env: Env): boolean {
  const program = join(ownFolder(), "embed.cjs");
  if (!existsSync(program)) return false;
  // Loaded lazily: prompts import this file, and loading takes Node longer than all a prompt needs.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(process.execPath, [program], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
    env: { ...env, TIDEMARK_HOME: home, [INSIDE]: "1" },
  });
  child.unref();
  return true;
}
