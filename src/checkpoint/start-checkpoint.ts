import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Recorded } from "../capture/record.js";
import { deadline, now, sleep } from "../host/clock.js";
import { INSIDE } from "../host/env.js";
import { secureFolder } from "../host/file/folder.js";
import { readPrivate, replacePrivate } from "../host/file/private-file.js";
import { isAlive } from "../host/process/process.js";
import { startProcess } from "../host/process/start-process.js";
import { type Checkpoint, isLight } from "./checkpoint.js";
import type { Mark } from "./mark.js";
import { markOf } from "./mark-of.js";
import { removeMark } from "./remove-mark.js";

/** Why a checkpoint is wanted. */
export interface Wanted {
  readonly reason: Checkpoint["reason"];
  /** What it is called; for `commit` the whole command that may have made one. */
  readonly label?: string;
  /** Only if the session's plan is done: this call alone does not say. */
  readonly ifPlanDone?: boolean;
}

/** Hands over what is wanted, and where, to the process that makes it. Not as an argument: a command may hold secrets. */
export const WANTED = "TIDEMARK_CHECKPOINT_WANTED";

const STARTING = 5_000;
/** A mark of this age was left by a process that was killed; its number may have been given out again. */
const LEFT = 1_800_000;
const UNABLE_FOR = 600_000;

/** Starts a process that makes a checkpoint, and does not wait for it. False where none is to be made. */
export function startCheckpoint(recorded: Recorded, wanted: Wanted, hook: string): boolean {
  const { home, env, scene, place } = recorded;
  const { reason } = wanted;
  if (isInDataFolder(recorded) || (reason !== "destructive" && ageOf(recorded, "unable") < UNABLE_FOR))
    return false;
  const taking = markOf(recorded, "taking");
  // A burst of prompts does not pile up processes: the one at work keeps the same files.
  if (isLight(wanted) && isTaking(recorded)) return false;
  secureFolder(home);
  secureFolder(`${home}/checkpoint`);
  secureFolder(dirname(taking));
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

/** Waits until no checkpoint of this work tree is being made. False where that takes longer, and the call goes on. */
export function waitForTaking(recorded: Recorded, most: number): boolean {
  const isOver = deadline(most);
  while (isTaking(recorded)) {
    if (isOver()) {
      overtake(recorded);
      return false;
    }
    sleep(5);
  }
  return true;
}

/** Leaves word for who is making one that a call has gone on meanwhile: from now on files may change under it. */
export function overtake(recorded: Recorded): void {
  replacePrivate(markOf(recorded, "overtaken"), String(now()));
}

/** Milliseconds since a mark was made; infinitely many where there is none. */
export function ageOf(recorded: Recorded, mark: Mark): number {
  const stat = statSync(markOf(recorded, mark), { throwIfNoEntry: false });
  return stat === undefined ? Number.POSITIVE_INFINITY : now() - stat.mtimeMs;
}

/** The data folder itself is not kept. */
export function isInDataFolder({ home, place }: Recorded): boolean {
  return `${place.root}/`.startsWith(`${home}/`);
}

/** Whether a process is at work on it, or has been started and has not signed yet. */
export function isTaking(recorded: Recorded): boolean {
  const age = ageOf(recorded, "taking");
  if (age > LEFT) return false;
  const pid = Number(readPrivate(markOf(recorded, "taking"), 32));
  return pid > 0 ? isAlive(pid) === true : age < STARTING;
}
