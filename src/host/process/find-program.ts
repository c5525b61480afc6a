import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Env } from "../env.js";

/** Every program of this name on the PATH, in order. */
export function findPrograms(env: Env, name: string, platform: string = process.platform): string[] {
  const windows = platform === "win32";
  const folders = (env["PATH"] ?? env["Path"] ?? "")
    .split(windows ? ";" : ":")
    .filter((folder) => isAbsolute(folder));
  const endings = windows ? (env["PATHEXT"] ?? ".EXE;.CMD;.BAT").split(";") : [""];
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending.toLowerCase())))
    .filter(isRunnable);
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // Missing, or not executable for us.
  }
}
