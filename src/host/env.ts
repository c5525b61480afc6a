import { join, posix, resolve, win32 } from "node:path";
import { TidemarkError } from "../error.js";

/** The environment, passed as a value so that tests stay isolated. */
export interface Env {
  readonly [name: string]: string | undefined;
}

export function hostEnv(): Env {
  return process.env;
}

/** Set for every process that Tidemark starts, so that an agent run by us is not recorded. */
export const INSIDE = "TIDEMARK_INSIDE";

export function isInside(env: Env): boolean {
  return env[INSIDE] === "1";
}

/** The session that a started agent continues, if it is another agent's. */
export const RESUME = "TIDEMARK_RESUME";

/** The branch of work of a new session. */
export const BRANCH = "TIDEMARK_BRANCH";

/** Always an absolute path; without a home folder, one that cannot be made. */
export function userHome(env: Env): string {
  const home = env["HOME"] || env["USERPROFILE"] || systemHome();
  return isWhole(home, process.platform) ? home : NOWHERE;
}

const NOWHERE = "/dev/null/home";

// Loads node:os only if needed, because a hook has no time.
function systemHome(): string {
  try {
    return process.getBuiltinModule("node:os").homedir();
  } catch {
    return ""; // The system does not know the user, as in some containers.
  }
}

/** Overrides the data folder that an installed hook may name, when `doctor` tries it. */
export const TRIAL_HOME = "TIDEMARK_TRIAL_HOME";

/**
 * The data folder: `TIDEMARK_HOME`, or else the platform's folder for application data. A relative path is below the
 * user's home, because hooks run in many folders.
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

/** Rejects a relative data folder in commands, because it is not where the user thinks it is. */
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
