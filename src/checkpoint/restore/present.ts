import { TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import type { Checkpoint, KeptTree, WorkTree } from "../checkpoint.js";
import { withLock } from "../shadow/lock.js";
import { pathFilter } from "../shadow/path.js";
import { readRootState, writeRootState } from "../shadow/root-state.js";
import { openShadow, type Shadow, secureStorage } from "../shadow/shadow.js";
import { storageOf } from "../shadow/storage.js";
import { type TreeChange, treeChanges } from "../shadow/tree.js";
import { requireWorkTree } from "../take/limit.js";
import { type Snapshot, snapshot } from "../take/snapshot.js";

export interface PresentRequest extends WorkTree {
  readonly env: Env;
  readonly checkpoint: Checkpoint;
  /** Files or folders relative to the root, with slashes. Default: all. */
  readonly paths?: readonly string[];
  /** The checkpoint from before the first try of a repeated restore. */
  readonly before?: Checkpoint;
  readonly wait?: number;
}

/** Takes a snapshot of the present files and calls `work` with it, both under the lock. */
export function withPresent<T>(request: PresentRequest, work: (shadow: Shadow, now: Snapshot) => T): T {
  const { home, env, project, root, wait = 10_000 } = request;
  const storage = storageOf(home, project);
  requireWorkTree(root, env);
  secureStorage(home, storage);
  const done = withLock(storage, wait, () => {
    const state = readRootState(storage, root);
    const shadow = openShadow(storage, env);
    const now = snapshot(shadow, home, state);
    writeRootState(storage, { ...state, seen: now.seen });
    return { result: work(shadow, now) };
  });
  if (done !== "busy") return done.result;
  throw new TidemarkError("store-busy", "Another process is at work on the checkpoints of this project.", {
    hint: "Try again in a moment.",
  });
}

/** The differences between trees and a checkpoint, limited to the named paths. */
export function changesTo(
  shadow: Shadow,
  from: readonly KeptTree[],
  { checkpoint, paths }: Pick<PresentRequest, "checkpoint" | "paths">,
): Map<string, TreeChange> {
  const isNamed = pathFilter(paths);
  const changes = treeChanges(shadow, from, checkpoint.trees);
  if (changes !== undefined) return new Map([...changes].filter(([path]) => isNamed(path)));
  throw new TidemarkError(
    "checkpoint-failed",
    `The files of ${checkpoint.id} are lost: the repository they were in was damaged.`,
    { hint: "`tidemark checkpoint list` shows the others." },
  );
}
