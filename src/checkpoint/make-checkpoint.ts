import { boundsWith, CAP } from "../capture/bound.js";
import { configuredIfReadable } from "../home/config.js";
import type { Home } from "../home/open-home.js";
import { now } from "../host/clock.js";
import type { Env } from "../host/env.js";
import type { Place } from "../host/git/git.js";
import { append } from "../journal/append.js";
import type { Checkpoint } from "./checkpoint.js";
import { listCheckpoints } from "./list.js";
import { neededByRestores } from "./restore/unfinished-restore.js";
import { outlived } from "./retain.js";
import { dropCheckpoints } from "./shadow/prune.js";
import { type Taken, takeCheckpoint } from "./take/take.js";

/** The work tree a checkpoint is made of, and the session it belongs to. */
export interface CheckpointRoom extends Home {
  readonly env: Env;
  readonly project: string;
  readonly place: Place;
  readonly session: string;
  readonly agent: string;
}

export interface CheckpointWish {
  readonly reason: Checkpoint["reason"];
  readonly label?: string;
  /** Milliseconds to wait for another process that is at work on this project's checkpoints. */
  readonly wait: number;
  /** When what it is made before began, where that waits for it; else it is of now. */
  readonly at?: number;
  /** Somebody waits: what has outlived its use is dropped by a later one. */
  readonly isHurried?: boolean;
  /** Whether what it is made before has gone on by now; asked once all files are read. */
  isLate?(): boolean;
}

/** Keeps the files as they are now, writes down that it did so where the checkpoint is to last, and drops what has outlived its use. */
export function makeCheckpoint(room: CheckpointRoom, wish: CheckpointWish): Taken {
  // What git writes is for nobody else either.
  const umask = process.umask(0o077);
  try {
    return make(room, wish);
  } finally {
    process.umask(umask);
  }
}

function make(room: CheckpointRoom, wish: CheckpointWish): Taken {
  const { home, redact, env, project, place, session, agent } = room;
  const bounds = boundsWith(redact);
  const { reason, wait, isHurried = false } = wish;
  const label = bounds.boundName(wish.label ?? "", CAP.target);
  const at = wish.at ?? now();
  const { root, commonDir, branch, head } = place;
  const taken = takeCheckpoint({
    ...{ home, env, project, root, session, agent, reason, wait, now: at },
    commonDir,
    branch: branch === undefined ? undefined : bounds.boundName(branch),
    head,
    ...(label === "" ? {} : { label }),
    isLate: wish.isLate,
  });
  if (taken.is === "taken") {
    writeDown(home, taken.checkpoint);
    if (!isHurried) dropOutlived(home, project, at);
  }
  return taken;
}

function writeDown(home: string, checkpoint: Checkpoint): void {
  const { id, reason, label, at, project, session, agent, branch, head, trees, changed, isLate, leftCount } =
    checkpoint;
  if (reason === "start" || reason === "prompt" || reason === "shell") return;
  const tree = trees[0]?.tree;
  const data = {
    ...{ checkpoint: id, reason },
    label,
    tree,
    changed,
    isLate,
    ...(leftCount === 0 ? {} : { left: leftCount }),
  };
  append(home, [{ type: "checkpoint.created", data }], {
    ...{ at, project, session, agent },
    branch,
    head,
  });
}

function dropOutlived(home: string, project: string, at: number): void {
  const isNeeded = neededByRestores(home, project);
  const max = configuredIfReadable(home, "checkpoints.max_per_session");
  const gone = outlived(listCheckpoints(home, project), at, max).filter((id) => !isNeeded.has(id));
  if (gone.length > 0) dropCheckpoints(home, project, gone);
}
