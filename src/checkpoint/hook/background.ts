import { closeSync, constants, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Recorded } from "../../capture/record.js";
import { messageOf } from "../../error.js";
import { DAY_MS } from "../../event/time.js";
import { openHome } from "../../home/open-home.js";
import { now } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { openPrivate, readPrivate } from "../../host/file/folder.js";
import { listFolder } from "../../host/file/foreign-file.js";
import { readPlace } from "../../host/git/git.js";
import { noteError } from "../../host/log.js";
import { commitsIn } from "../../text/shell/commit.js";
import { isLight, markOf, removeMark } from "../checkpoint.js";
import { listCheckpoints } from "../record.js";
import { makeMarkedCheckpoint } from "./marked-checkpoint.js";
import type { isPlanDone } from "./plan-done.js";
import { WANTED } from "./start.js";

const schema = v.object({
  reason: v.picklist(["start", "prompt", "shell", "tools", "plan", "commit", "destructive", "compaction"]),
  label: v.optional(v.string()),
  ifPlanDone: v.optional(v.boolean()),
  project: v.string(),
  session: v.string(),
  agent: v.string(),
  root: v.string(),
  since: v.number(),
});

type Task = v.InferOutput<typeof schema>;

/** Makes the checkpoint that a hook started this process for. Returns true on success. `isDone` reads the database. */
export function checkpointAside(env: Env, isDone: typeof isPlanDone): boolean {
  const task = v.parse(schema, JSON.parse(env[WANTED] ?? ""));
  const { project, session, agent, root } = task;
  const scene = { at: now(), project, session, agent };
  const recorded = { ...openHome(env), env, scene, place: { root } };
  const taking = markOf(recorded, "taking");
  sign(taking);
  try {
    if (isDue(recorded, task, isDone)) make(recorded, task);
    if (task.reason === "tools") clearCounts(recorded.home);
    return true;
  } catch (error) {
    noteError(recorded.home, { at: now(), agent, hook: "checkpoint", error: messageOf(error) });
    return false;
  } finally {
    if (readPrivate(taking, 32) === String(process.pid)) removeMark(taking);
  }
}

function make(recorded: Recorded, { reason, label, agent, since }: Task): void {
  const isLate = () => Number(readPrivate(markOf(recorded, "overtaken"), 32) ?? 0) >= since;
  const name = reason === "destructive" ? label : undefined;
  const taken = makeMarkedCheckpoint(recorded, { reason, label: name, wait: 20_000, isLate });
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

/** A commit gets one checkpoint, however often a command mentions it. */
function isNewHead({ home, scene, place }: Recorded): boolean {
  const { head } = readPlace(place.root);
  return !listCheckpoints(home, scene.project).some(
    (made) => made.reason === "commit" && made.root === place.root && made.head === head,
  );
}

/** Writes the pid into the mark, so that others can check whether this process is still alive. */
function sign(taking: string): void {
  let fd: number;
  try {
    // Truncated, because another process may have signed before with a longer pid.
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

/** Removes the counts of sessions that never reported their end. */
function clearCounts(home: string): void {
  const folder = join(home, "count");
  for (const name of listFolder(folder)) {
    const file = join(folder, name);
    const usedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now();
    if (now() - usedAt > 7 * DAY_MS) removeMark(file);
  }
}
