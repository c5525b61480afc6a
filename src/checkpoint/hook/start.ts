import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Recorded } from "../../capture/record.js";
import { deadline, now, sleep } from "../../host/clock.js";
import { INSIDE } from "../../host/env.js";
import { readPrivate, replacePrivate, secureFolder } from "../../host/file/folder.js";
import { isAlive, startProcess } from "../../host/process/process.js";
import { mayDestroy } from "../../text/shell/may-destroy.js";
import { type Checkpoint, isLight, type Mark, markOf, removeMark } from "../checkpoint.js";

/** Why a checkpoint is wanted. */
export interface Wanted {
  readonly reason: Checkpoint["reason"];
  /** The checkpoint's name; for `commit` the whole command that may have made one. */
  readonly label?: string;
  /** Make it only if the session's plan turns out to be done. */
  readonly ifPlanDone?: boolean;
}

/** Passes the request to the process that makes the checkpoint. Not an argument, because a command may hold secrets. */
export const WANTED = "TIDEMARK_CHECKPOINT_WANTED";

const MAX_START_MS = 5_000;
/** An older mark was left by a killed process, and its pid may have been reused. */
const MAX_TAKING_MS = 1_800_000;
const RETRY_UNABLE_MS = 600_000;
const PROMPT_WAIT_MS = 1_500;
/** A checkpoint that has been running for longer will not finish in time either. */
const LONG_RUNNING_MS = 2_000;

/** Starts a process that makes a checkpoint without waiting for it. Returns false if none is to be made. */
export function startCheckpoint(recorded: Recorded, wanted: Wanted, hook: string): boolean {
  const { home, env, scene, place } = recorded;
  if (isInDataFolder(recorded)) return false;
  if (wanted.reason !== "destructive" && ageOf(recorded, "unable") < RETRY_UNABLE_MS) return false;
  // A burst of prompts does not pile up processes: the running one keeps the same files.
  if (isLight(wanted) && isTaking(recorded)) return false;
  const taking = markOf(recorded, "taking");
  for (const folder of [home, `${home}/checkpoint`, dirname(taking)]) secureFolder(folder);
  replacePrivate(taking, "");
  const { project, session, agent } = scene;
  const isStarted = startProcess([hook, "checkpoint"], {
    ...env,
    TIDEMARK_HOME: home,
    [INSIDE]: "1",
    [WANTED]: JSON.stringify({ ...wanted, project, session, agent, root: place.root, since: now() }),
  });
  if (!isStarted) removeMark(taking);
  return isStarted;
}

/** Whether to make a checkpoint before a shell command: it may destroy work, or files may have changed. */
export function isToGuard(recorded: Recorded, command: string): boolean {
  if (isInDataFolder(recorded)) return false;
  if (mayDestroy(command) || hasMark(recorded, "changed")) return true;
  // The checkpoint of the prompt must not see what the command does.
  waitForPrompt(recorded);
  return false;
}

/** Waits briefly for the checkpoint that is being made, if it can still finish in time. */
export function waitForPrompt(recorded: Recorded): void {
  if (ageOf(recorded, "taking") < LONG_RUNNING_MS) waitForTaking(recorded, PROMPT_WAIT_MS);
  else if (isTaking(recorded)) overtake(recorded);
}

/** Waits until no checkpoint of this work tree is being made. Returns false after `timeout` milliseconds. */
export function waitForTaking(recorded: Recorded, timeout: number): boolean {
  const isOver = deadline(timeout);
  while (isTaking(recorded)) {
    if (isOver()) {
      overtake(recorded);
      return false;
    }
    sleep(5);
  }
  return true;
}

/** Tells the process that makes a checkpoint that the call went on, so files may change while it reads them. */
export function overtake(recorded: Recorded): void {
  replacePrivate(markOf(recorded, "overtaken"), String(now()));
}

export function hasMark(recorded: Recorded, mark: Mark): boolean {
  return ageOf(recorded, mark) < Number.POSITIVE_INFINITY;
}

/** Milliseconds since a mark was made, or infinity if there is no mark. */
function ageOf(recorded: Recorded, mark: Mark): number {
  const stat = statSync(markOf(recorded, mark), { throwIfNoEntry: false });
  return stat === undefined ? Number.POSITIVE_INFINITY : now() - stat.mtimeMs;
}

/** The data folder itself gets no checkpoints. */
function isInDataFolder({ home, place }: Recorded): boolean {
  return `${place.root}/`.startsWith(`${home}/`);
}

/** Whether a process is making a checkpoint, or was started and has not signed its mark yet. */
function isTaking(recorded: Recorded): boolean {
  const age = ageOf(recorded, "taking");
  if (age > MAX_TAKING_MS) return false;
  const pid = Number(readPrivate(markOf(recorded, "taking"), 32));
  return pid > 0 ? isAlive(pid) === true : age < MAX_START_MS;
}
