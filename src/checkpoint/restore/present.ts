import { TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import type { Checkpoint, KeptTree } from "../checkpoint.js";
import { keepingOf } from "../shadow/keeping.js";
import { whileHeld } from "../shadow/lock.js";
import { asked } from "../shadow/path.js";
import { readRootState, writeRootState } from "../shadow/root-state.js";
import { openShadow, type Shadow, secureKeeping } from "../shadow/shadow.js";
import { type TreeChange, treeChanges } from "../shadow/tree-change.js";
import { requireWorkTree } from "../take/limit.js";
import { type Snapshot, snapshot } from "../take/snapshot.js";

export interface PresentRequest {
  readonly home: string;
  readonly env: Env;
  readonly project: string;
  /** The work tree of now, mostly that of the checkpoint. */
  readonly root: string;
  readonly checkpoint: Checkpoint;
  /** Files or folders relative to the root, with slashes; all where none is named. */
  readonly paths?: readonly string[];
  /** How it was before the first try of a restore that is repeated. */
  readonly before?: Checkpoint;
  /** Milliseconds to wait for another process, 10,000 unless told. */
  readonly wait?: number;
}

const WAIT = 10_000;

/** Does something with the files as they are now, while nobody else touches the checkpoints. */
export function withPresent<T>(request: PresentRequest, work: (shadow: Shadow, now: Snapshot) => T): T {
  const { home, env, project, root, wait = WAIT } = request;
  const keeping = keepingOf(home, project);
  requireWorkTree(root, env);
  secureKeeping(home, keeping);
  const done = whileHeld(keeping, wait, () => {
    const state = readRootState(keeping, root);
    const shadow = openShadow(keeping, env);
    const now = snapshot(shadow, home, state);
    writeRootState(keeping, { ...state, seen: now.seen });
    return { result: work(shadow, now) };
  });
  if (done !== "busy") return done.result;
  throw new TidemarkError("store-busy", "Another process is at work on the checkpoints of this project.", {
    hint: "Try again in a moment.",
  });
}

/** What differs between trees and a checkpoint, of the paths that were asked for. */
export function changesTo(
  shadow: Shadow,
  from: readonly KeptTree[],
  { checkpoint, paths }: Pick<PresentRequest, "checkpoint" | "paths">,
): Map<string, TreeChange> {
  const isAsked = asked(paths);
  const changes = treeChanges(shadow, from, checkpoint.trees);
  if (changes === undefined) throw lostFiles(checkpoint);
  return new Map([...changes].filter(([path]) => isAsked(path)));
}

function lostFiles({ id }: Checkpoint): TidemarkError {
  return new TidemarkError(
    "checkpoint-failed",
    `The files of ${id} are lost: the repository they were in was damaged.`,
    {
      hint: "`tidemark checkpoint list` shows the others.",
    },
  );
}
