import { join } from "node:path";
import { type Env, INSIDE, TRIAL_HOME } from "../../host/env.js";
import { readPrivate, replacePrivate } from "../../host/file/folder.js";
import { bootName, startProcess } from "../../host/process/process.js";
import { utcDay } from "../../journal/file.js";

/** Starts maintenance in a background process, once a day and after each boot. */
export function startMaintenance(home: string, env: Env, now: number, hook: string): void {
  // A background process could still write when the folder of a trial is removed.
  if (env[TRIAL_HOME] || env["TIDEMARK_MAINTENANCE"] === "off") return;
  const file = join(home, "tended");
  const due = `${utcDay(now)} ${bootName()}`;
  if (readPrivate(file, 128) === due) return;
  replacePrivate(file, due);
  maintainAside(home, env, hook);
}

export function maintainAside(home: string, env: Env, hook: string): void {
  startProcess([hook, "tend"], { ...env, TIDEMARK_HOME: home, [INSIDE]: "1" });
}
