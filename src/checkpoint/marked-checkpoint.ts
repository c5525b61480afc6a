import type { Recorded } from "../capture/record.js";
import { now, uptime } from "../host/clock.js";
import { readPrivate, replacePrivate } from "../host/file/private-file.js";
import { readPlace } from "../host/git/git.js";
import { noteError } from "../host/log.js";
import { type CheckpointWish, makeCheckpoint } from "./make-checkpoint.js";
import { markOf } from "./mark-of.js";
import { removeMark } from "./remove-mark.js";
import type { Taken } from "./take/take.js";

/** Makes a checkpoint for a hook, and leaves the marks by which later calls know whether and how the next is made. */
export function makeMarkedCheckpoint(recorded: Recorded, wish: CheckpointWish): Taken {
  const { home, redact, env, scene, place } = recorded;
  const { project, session, agent } = scene;
  // Before it looks: what changes meanwhile is for the next.
  removeMark(markOf(recorded, "changed"));
  const start = uptime();
  // The hook did not read all of it, or read it a while ago.
  const room = {
    home,
    redact,
    env,
    project,
    place: { ...place, ...readPlace(place.root), root: place.root },
    session,
    agent,
  };
  const taken = makeCheckpoint(room, wish);
  if (taken.is === "unable") noteUnable(recorded, taken.why);
  else removeMark(markOf(recorded, "unable"));
  if (taken.is === "busy") replacePrivate(markOf(recorded, "changed"), "");
  if (taken.is === "taken" || taken.is === "unchanged")
    replacePrivate(markOf(recorded, "took"), String(Math.round(uptime() - start)));
  return taken;
}

/** Told once and not with every call. */
function noteUnable(recorded: Recorded, why: string): void {
  const { home, scene } = recorded;
  const file = markOf(recorded, "unable");
  if (readPrivate(file) !== why) {
    noteError(home, { at: now(), agent: scene.agent, hook: "checkpoint", error: why });
  }
  replacePrivate(file, why);
}
