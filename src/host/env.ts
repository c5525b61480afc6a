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

/** Never a folder that depends on where a program was started. Where the user has none, one that cannot be made. */
export function userHome(env: Env): string {
  const home = env["HOME"] || env["USERPROFILE"] || systemHome();
  return isWhole(home, process.platform) ? home : NOWHERE;
}

const NOWHERE = "/dev/null/home";

// Loaded only where it is needed: a hook has a millisecond.
function systemHome(): string {
  try {
    return process.getBuiltinModule("node:os").homedir();
  } catch {
    return ""; // A user whom the system does not know, as in some containers.
  }
}

/** Wins over everything: `doctor` tries the installed hooks, which may name their data folder, on a folder of its own. */
export const TRIAL_HOME = "TIDEMARK_TRIAL_HOME";

/**
 * The data folder: `TIDEMARK_HOME`, else the platform's place for application data. One that is not named whole is below
 * the user's home: a hook is run in many folders, and has nobody to ask.
 */
export function dataHome(env: Env, platform: string = process.platform): string {
  const chosen = env[TRIAL_HOME] || env["TIDEMARK_HOME"];
  if (chosen && isWhole(chosen, platform)) return chosen;
  if (chosen) return resolve(requireHome(env), chosen);
  if (platform === "win32")
    return join(env["LOCALAPPDATA"] || join(requireHome(env), "AppData", "Local"), "tidemark");
  if (platform === "darwin") return join(requireHome(env), "Library", "Application Support", "tidemark");
  const xdg = env["XDG_DATA_HOME"];
  return join(xdg?.startsWith("/") ? xdg : join(requireHome(env), ".local", "share"), "tidemark");
}

function requireHome(env: Env): string {
  const home = userHome(env);
  if (home !== NOWHERE) return home;
  throw new TidemarkError("home-unwritable", "You have no home folder: HOME is not set to a whole path.", {
    hint: "Set HOME, or set TIDEMARK_HOME to a folder you may write to.",
  });
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
