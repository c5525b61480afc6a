import type { Recorded } from "../../capture/record.js";
import { now, uptime } from "../../host/clock.js";
import { readPrivate, replacePrivate } from "../../host/file/folder.js";
import { readPlace } from "../../host/git/git.js";
import { noteError } from "../../host/log.js";
import { markOf, removeMark } from "../checkpoint.js";
import { makeCheckpoint, type TakeOptions } from "../make-checkpoint.js";
import type { Taken } from "../take/take.js";

/** Makes a checkpoint for a hook and leaves the marks by which later calls decide whether and how to make the next. */
export function makeMarkedCheckpoint(recorded: Recorded, options: TakeOptions): Taken {
  const { home, redact, env, scene, place } = recorded;
  const { project, session, agent } = scene;
  // Removed before the files are read: a change during the reading is for the next checkpoint.
  removeMark(markOf(recorded, "changed"));
  const start = uptime();
  // Read again, because the hook read only a part of the place, or read it a while ago.
  const present = { ...place, ...readPlace(place.root), root: place.root };
  const taken = makeCheckpoint({ home, redact, env, project, place: present, session, agent }, options);
  if (taken.is === "unable") noteUnable(recorded, taken.why);
  else removeMark(markOf(recorded, "unable"));
  if (taken.is === "busy") replacePrivate(markOf(recorded, "changed"), "");
  if (taken.is === "taken" || taken.is === "unchanged")
    replacePrivate(markOf(recorded, "took"), String(Math.round(uptime() - start)));
  return taken;
}

/** Logs a reason once, not with every call. */
function noteUnable(recorded: Recorded, why: string): void {
  const file = markOf(recorded, "unable");
  if (readPrivate(file) !== why)
    noteError(recorded.home, { at: now(), agent: recorded.scene.agent, hook: "checkpoint", error: why });
  replacePrivate(file, why);
}
