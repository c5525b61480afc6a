import { boundsWith, CAP } from "../capture/bound.js";
import { configuredIfReadable } from "../home/config.js";
import type { Home } from "../home/open-home.js";
import { now } from "../host/clock.js";
import type { Env } from "../host/env.js";
import type { Place } from "../host/git/git.js";
import { append } from "../journal/append.js";
import type { Store } from "../model/store/store.js";
import { speakerIn } from "../project/env.js";
import type { Here } from "../project/here.js";
import type { Checkpoint } from "./checkpoint.js";
import { listCheckpoints } from "./record.js";
import { neededByRestores } from "./restore/unfinished-restore.js";
import { outlived } from "./retain.js";
import { dropCheckpoints } from "./shadow/prune.js";
import { type Taken, takeCheckpoint } from "./take/take.js";

/** The folder, project and store that a person or an agent works on checkpoints with. */
export interface CheckpointContext extends Here {
  readonly env: Env;
  readonly cwd: string;
  readonly store: Store;
}

/** The work tree a checkpoint is made of, and the session it belongs to. */
export interface TakeContext extends Home {
  readonly env: Env;
  readonly project: string;
  readonly place: Place;
  readonly session: string;
  readonly agent: string;
}

export interface TakeOptions {
  readonly reason: Checkpoint["reason"];
  readonly label?: string;
  /** Milliseconds to wait for another process that holds the lock of this project's checkpoints. */
  readonly wait: number;
  /** When the command began that waits for the checkpoint. Default: now. */
  readonly at?: number;
  /** Somebody waits, so a later checkpoint drops the old ones. */
  readonly isHurried?: boolean;
  /** Called once all files are read: whether the command has gone on meanwhile. */
  isLate?(): boolean;
}

/** Keeps the files as they are now, records that in the journal unless the checkpoint is light, and drops old ones. */
export function makeCheckpoint(context: TakeContext, options: TakeOptions): Taken {
  // Files that git writes must be private, too.
  const umask = process.umask(0o077);
  try {
    return make(context, options);
  } finally {
    process.umask(umask);
  }
}

/** Makes a checkpoint by hand, for the session that asks or else the newest session that worked here. */
export function checkpointByHand(context: CheckpointContext, label: string | undefined): Taken {
  const { store, project, env } = context;
  const speaker = speakerIn(env);
  // Some agents name only themselves to their shell, not the session.
  const newest = store
    .sessions({ project, worked: true, limit: 8 })
    .find((state) => speaker === undefined || state.agent === speaker.agent);
  const { session, agent } = (speaker?.session ? speaker : newest) ?? speaker ?? { session: "", agent: "" };
  return makeCheckpoint({ ...context, session, agent }, { reason: "hand", wait: 30_000, label });
}

function make(context: TakeContext, options: TakeOptions): Taken {
  const { home, redact, env, project, place, session, agent } = context;
  const { boundName } = boundsWith(redact);
  const { reason, wait, at = now(), isHurried = false, isLate } = options;
  const { root, branch, head } = place;
  const taken = takeCheckpoint({
    home,
    env,
    project,
    root,
    session,
    agent,
    head,
    reason,
    wait,
    now: at,
    isLate,
    branch: branch === undefined ? undefined : boundName(branch),
    label: boundName(options.label ?? "", CAP.target) || undefined,
  });
  if (taken.is === "taken") {
    recordCreated(home, taken.checkpoint);
    if (!isHurried) dropOutlived(home, project, at);
  }
  return taken;
}

function recordCreated(home: string, checkpoint: Checkpoint): void {
  const { id, reason, label, at, project, session, agent, branch, head, trees, changed, isLate } = checkpoint;
  if (reason === "start" || reason === "prompt" || reason === "shell") return;
  const left = checkpoint.leftCount || undefined;
  const data = { checkpoint: id, reason, label, tree: trees[0]?.tree, changed, isLate, left };
  append(home, [{ type: "checkpoint.created", data }], { at, project, session, agent, branch, head });
}

function dropOutlived(home: string, project: string, at: number): void {
  const isNeeded = neededByRestores(home, project);
  const max = configuredIfReadable(home, "checkpoints.max_per_session");
  const gone = outlived(listCheckpoints(home, project), at, max).filter((id) => !isNeeded.has(id));
  if (gone.length > 0) dropCheckpoints(home, project, gone);
}
