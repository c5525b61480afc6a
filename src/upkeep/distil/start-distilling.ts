import { type Env, INSIDE, TRIAL_HOME } from "../../host/env.js";
import { startProcess } from "../../host/process/process.js";

/** Starts the notes of a model in a process of their own, because it may take minutes. `folder` has the programs. */
export function startDistilling(home: string, env: Env, folder: string): void {
  // A background process could still write when the folder of a trial is removed.
  if (!env[TRIAL_HOME])
    startProcess([`${folder}/distil.cjs`], { ...env, TIDEMARK_HOME: home, [INSIDE]: "1" });
}
