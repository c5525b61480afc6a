import { closeSync, constants, unlinkSync } from "node:fs";
import { INSIDE, TRIAL_HOME } from "../../host/env.js";
import { openPrivate } from "../../host/file/folder.js";
import { startProcess } from "../../host/process/process.js";
import { hash64 } from "../place/path.js";
import type { Recorded } from "../record.js";

/** Passes the session and its place to the process that looks at the work tree. */
export const LOOK_AT = "TIDEMARK_LOOK_AT";

/** Notes that a work tree may have been written to since git was asked about it. */
export function noteWrite(recorded: Recorded): void {
  if (recorded.place.gitDir === undefined) return;
  try {
    closeSync(openPrivate(markOf(recorded), constants.O_WRONLY | constants.O_CREAT));
  } catch {
    // The place has no note of its own yet; the next call that writes comes after it.
  }
}

/** Starts a process that asks git about the work tree, if it may have been written to. Nobody waits for it. */
export function startLook(recorded: Recorded, hook: string): void {
  const { home, env, scene, place } = recorded;
  // A background process could still write when the folder of a trial is removed.
  if (env[TRIAL_HOME] || env["TIDEMARK_TREE"] === "off" || place.gitDir === undefined) return;
  try {
    unlinkSync(markOf(recorded));
  } catch {
    return; // Nothing was written.
  }
  const { project, session, agent } = scene;
  const task = { project, session, agent, root: place.root };
  startProcess([hook, "tree"], {
    ...env,
    TIDEMARK_HOME: home,
    [INSIDE]: "1",
    [LOOK_AT]: JSON.stringify(task),
  });
}

function markOf({ home, place }: Recorded): string {
  return `${home}/place/${hash64(place.root)}.wrote`;
}
