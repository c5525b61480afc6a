import { TidemarkError } from "../error.js";
import type { Checkpoint } from "./checkpoint.js";
import { findCheckpoint } from "./list.js";
import { type CheckpointRoom, makeCheckpoint } from "./make-checkpoint.js";
import { holdsMore } from "./restore/holds-more.js";
import type { UnfinishedRestore } from "./restore/unfinished-restore.js";
import type { Taken } from "./take/take.js";

const WAIT = 10_000;

/** The present before a restore. */
export interface KeptPresent {
  /** How it is now. */
  readonly present: Checkpoint;
  /** The ways back: how it was before the first try, and what was made since then, one for each try. */
  readonly ways: readonly [Checkpoint, ...Checkpoint[]];
}

/**
 * Keeps how it is now, or fails. What a killed restore left half done is nothing to return to: then the first checkpoint
 * of before stays the way back, with another beside it only if somebody has worked since.
 */
export function keepPresent(
  room: CheckpointRoom,
  target: Checkpoint,
  repeats: UnfinishedRestore | undefined,
): KeptPresent {
  const [first, ...later] = waysOf(room, repeats);
  if (first === undefined) {
    const present = keep(room, target, "restore");
    return { present, ways: [present] };
  }
  const light = keep(room, target, "shell");
  const { home, env, project, place } = room;
  const others = [first, ...later];
  if (!holdsMore({ home, env, project, root: place.root, checkpoint: light, target, others }))
    return { present: light, ways: [first, ...later] };
  const present = keep(room, target, "restore");
  return { present, ways: [first, ...later, present] };
}

/** How it was before the first try of a restore that was killed, and before each later one. */
export function waysOf(
  { home, project }: Pick<CheckpointRoom, "home" | "project">,
  repeats: UnfinishedRestore | undefined,
): Checkpoint[] {
  if (repeats === undefined) return [];
  const first = findCheckpoint(home, project, repeats.before);
  if (first === undefined) return [];
  return [first, ...(repeats.later ?? []).flatMap((id) => findCheckpoint(home, project, id) ?? [])];
}

export function takePresent(room: CheckpointRoom, target: Checkpoint, reason: "restore" | "shell"): Taken {
  // Nothing is dropped on the way: what is gone back to may itself have outlived its use.
  return makeCheckpoint(room, { reason, label: `before restore ${target.id}`, wait: WAIT, isHurried: true });
}

function keep(room: CheckpointRoom, target: Checkpoint, reason: "restore" | "shell"): Checkpoint {
  const taken = takePresent(room, target, reason);
  if (taken.is === "taken" || taken.is === "unchanged") return taken.checkpoint;
  if (taken.is === "busy")
    throw new TidemarkError("store-busy", "Another process is at work on this project's checkpoints.", {
      hint: "Try again in a moment.",
    });
  throw new TidemarkError(
    "checkpoint-failed",
    `The present could not be kept, so nothing was restored: ${taken.why}`,
  );
}
