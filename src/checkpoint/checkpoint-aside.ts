import { closeSync, constants, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Recorded } from "../capture/record.js";
import { messageOf } from "../error.js";
import { openHome } from "../home/open-home.js";
import { now } from "../host/clock.js";
import type { Env } from "../host/env.js";
import { openPrivate } from "../host/file/folder.js";
import { listFolder } from "../host/file/list-folder.js";
import { readPrivate } from "../host/file/private-file.js";
import { readPlace } from "../host/git/git.js";
import { noteError } from "../host/log.js";
import { commitsIn } from "../text/shell/commit.js";
import { isLight } from "./checkpoint.js";
import { listCheckpoints } from "./list.js";
import { markOf } from "./mark-of.js";
import { makeMarkedCheckpoint } from "./marked-checkpoint.js";
import type { isPlanDone } from "./plan-done.js";
import { removeMark } from "./remove-mark.js";
import { WANTED } from "./start-checkpoint.js";

const WAIT = 20_000;
const WEEK = 7 * 86_400_000;

const schema = v.object({
  reason: v.picklist(["start", "prompt", "shell", "tools", "plan", "commit", "destructive", "compaction"]),
  label: v.optional(v.string()),
  ifPlanDone: v.optional(v.boolean()),
  project: v.string(),
  session: v.string(),
  agent: v.string(),
  root: v.string(),
  /** When it was wanted. */
  since: v.number(),
});

type Task = v.InferOutput<typeof schema>;

/**
 * Makes the checkpoint that a hook has started this process for. True if all went well. `isDone` asks the database, which
 * is therefore loaded only for the checkpoint at the end of a plan.
 */
export function checkpointAside(env: Env, isDone: typeof isPlanDone): boolean {
  const task = v.parse(schema, JSON.parse(env[WANTED] ?? ""));
  const { project, session, agent, root } = task;
  const recorded = {
    ...openHome(env),
    env,
    scene: { at: now(), project, session, agent },
    place: { root },
  };
  sign(markOf(recorded, "taking"));
  try {
    if (isDue(recorded, task, isDone)) make(recorded, task);
    if (task.reason === "tools") clearCounts(recorded.home);
    return true;
  } catch (error) {
    noteError(recorded.home, { at: now(), agent, hook: "checkpoint", error: messageOf(error) });
    return false;
  } finally {
    if (isSigned(markOf(recorded, "taking"))) removeMark(markOf(recorded, "taking"));
  }
}

function make(recorded: Recorded, { reason, label, agent, since }: Task): void {
  const called = reason === "destructive" && label !== undefined ? { label } : {};
  const isLate = () => Number(readPrivate(markOf(recorded, "overtaken"), 32) ?? 0) >= since;
  const taken = makeMarkedCheckpoint(recorded, { reason, ...called, wait: WAIT, isLate });
  if (taken.is !== "busy" || isLight({ reason })) return;
  const error = `Another process was at work on the checkpoints for too long; the one for ${reason} was left out.`;
  noteError(recorded.home, { at: now(), agent, hook: "checkpoint", error });
}

function isDue(
  recorded: Recorded,
  { reason, label = "", ifPlanDone = false }: Task,
  isDone: typeof isPlanDone,
): boolean {
  if (ifPlanDone) return isDone(recorded.home, recorded.scene);
  return reason !== "commit" || (commitsIn(label) && isNewHead(recorded));
}

/** A commit has one checkpoint, however often it is spoken of. */
function isNewHead({ home, scene, place }: Recorded): boolean {
  const { head } = readPlace(place.root);
  return !listCheckpoints(home, scene.project).some(
    (made) => made.reason === "commit" && made.root === place.root && made.head === head,
  );
}

/** Whoever finds the mark can then ask whether this process still lives. */
function sign(taking: string): void {
  let fd: number;
  try {
    // Another may have signed before: of its number nothing must be left behind ours.
    fd = openPrivate(taking, constants.O_WRONLY | constants.O_TRUNC);
  } catch {
    return; // The mark is gone: nobody waits.
  }
  try {
    writeSync(fd, String(process.pid));
  } finally {
    closeSync(fd);
  }
}

function isSigned(taking: string): boolean {
  return readPrivate(taking, 32) === String(process.pid);
}

/** The counts of sessions that never said that they were over. */
function clearCounts(home: string): void {
  const folder = join(home, "count");
  for (const name of listFolder(folder)) {
    const file = join(folder, name);
    const usedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now();
    if (now() - usedAt > WEEK) removeMark(file);
  }
}
