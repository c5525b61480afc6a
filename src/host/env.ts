import { join, posix, resolve, win32 } from "node:path";
import { TidemarkError } from "../error.js";

/** What Tidemark reads from its surroundings, in one place so that tests stay isolated. */
export interface Env {
  readonly [name: string]: string | undefined;
}

export function hostEnv(): Env {
  return process.env;
}

/** Set for every process Tidemark starts, so that an agent run by us never records itself. */
export const INSIDE = "TIDEMARK_INSIDE";

export function isInside(env: Env): boolean {
  return env[INSIDE] === "1";
}

/** Set for an agent that is started to go on with a session that is not its own: which one its hooks are to speak of. */
export const RESUME = "TIDEMARK_RESUME";

/** Puts a session that is started with it on a branch of work. */
export const BRANCH = "TIDEMARK_BRANCH";

export function userHome(env: Env): string {
  // Loaded only where it is needed: a hook has a millisecond.
  return env["HOME"] || env["USERPROFILE"] || process.getBuiltinModule("node:os").homedir();
}

/** Wins over everything: `doctor` tries the installed hooks, which may name their data folder, on a folder of its own. */
export const TRIAL_HOME = "TIDEMARK_TRIAL_HOME";

/**
 * The data folder: `TIDEMARK_HOME`, else the platform's place for application data. One that is not named whole is below
 * the user's home: a hook is run in many folders, and has nobody to ask.
 */
export function dataHome(env: Env, platform: string = process.platform): string {
  const chosen = env[TRIAL_HOME] || env["TIDEMARK_HOME"];
  if (chosen) return isWhole(chosen, platform) ? chosen : resolve(userHome(env), chosen);
  if (platform === "win32")
    return join(env["LOCALAPPDATA"] || join(userHome(env), "AppData", "Local"), "tidemark");
  if (platform === "darwin") return join(userHome(env), "Library", "Application Support", "tidemark");
  const xdg = env["XDG_DATA_HOME"];
  return join(xdg?.startsWith("/") ? xdg : join(userHome(env), ".local", "share"), "tidemark");
}

/** Whoever can be told is told: such a folder is not where he thinks it is. */
export function requireWholeHome(env: Env): void {
  const chosen = env["TIDEMARK_HOME"];
  if (!chosen || isWhole(chosen, process.platform)) return;
  throw new TidemarkError("bad-argument", `TIDEMARK_HOME is "${chosen}", which is no whole path.`, {
    hint: "Name the data folder from the root on: every project would have one of its own otherwise.",
  });
}

function isWhole(path: string, platform: string): boolean {
  return (platform === "win32" ? win32 : posix).isAbsolute(path);
}
