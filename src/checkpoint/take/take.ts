import { join } from "node:path";
import { messageOf, systemCode, TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { readPrivate, replacePrivate } from "../../host/file/folder.js";
import { type Checkpoint, isLight, type WorkTree } from "../checkpoint.js";
import { numberOf, recordNames } from "../name.js";
import { readRecord, writeRecord } from "../record.js";
import { withLock } from "../shadow/lock.js";
import { writeCommit, writeRef } from "../shadow/object.js";
import { type RootState, readRootState, writeRootState } from "../shadow/root-state.js";
import { openShadow, type Shadow, secureStorage, unableToKeep } from "../shadow/shadow.js";
import { type CheckpointStorage, storageOf } from "../shadow/storage.js";
import { treeChanges } from "../shadow/tree.js";
import { requireWorkTree } from "./limit.js";
import { type Snapshot, snapshot } from "./snapshot.js";

export interface TakeRequest
  extends WorkTree,
    Pick<Checkpoint, "session" | "agent" | "branch" | "head" | "reason" | "label"> {
  readonly env: Env;
  readonly now: number;
  readonly wait: number;
  isLate?(): boolean;
}

export type Taken =
  | { readonly is: "taken"; readonly checkpoint: Checkpoint }
  /** A light one was wanted, and the latest of this work tree has the same files. */
  | { readonly is: "unchanged"; readonly checkpoint: Checkpoint }
  | { readonly is: "busy" }
  /** `why` is a sentence. */
  | { readonly is: "unable"; readonly why: string };

/** Keeps the present files of a work tree. It writes no event, because a light checkpoint has none. */
export function takeCheckpoint(request: TakeRequest): Taken {
  const { home, env, project, root, now } = request;
  const storage = storageOf(home, project);
  try {
    requireWorkTree(root, env);
    secureStorage(home, storage);
    const taken = withLock(storage, request.wait, (): Taken => {
      const state = readRootState(storage, root);
      // A folder that was refused recently is not searched again at each prompt.
      if (isLight(request) && state.refused !== undefined && now - state.refused.at < 3_600_000) {
        return { is: "unable", why: state.refused.why };
      }
      try {
        return takeLocked(openShadow(storage, env), request, state);
      } catch (error) {
        const why = whyNot(error);
        writeRootState(storage, { ...state, refused: { at: now, why } });
        return { is: "unable", why };
      }
    });
    return taken === "busy" ? { is: "busy" } : taken;
  } catch (error) {
    return { is: "unable", why: whyNot(error) };
  }
}

function takeLocked(shadow: Shadow, request: TakeRequest, state: RootState): Taken {
  const { storage } = shadow;
  const made = snapshot(shadow, request.home, state);
  const latest = state.latest === undefined ? undefined : readRecord(storage, state.latest);
  if (latest !== undefined && isLight(request) && isSame(latest, made)) {
    writeRootState(storage, { root: state.root, latest: latest.id, seen: made.seen });
    return { is: "unchanged", checkpoint: latest };
  }
  const changed = latest === undefined ? undefined : treeChanges(shadow, latest.trees, made.trees)?.size;
  const id = nextId(storage, isLight(request) ? "t" : "c");
  const { trees, modes, left, leftCount } = made;
  const commit = writeCommit(storage, { id, at: request.now, trees, modes });
  const { reason, now: at, project, session, agent, root, label, branch, head } = request;
  const isLate = request.isLate?.() === true || undefined;
  const checkpoint: Checkpoint = {
    id,
    reason,
    label,
    at,
    project,
    session,
    agent,
    root,
    branch,
    head,
    commit,
    trees,
    modes,
    changed,
    isLate,
    left,
    leftCount,
  };
  // The ref goes first: a record must never name objects that may be freed.
  writeRef(storage, `point/${id}`, commit);
  writeRecord(storage, checkpoint);
  writeRootState(storage, { root, latest: id, seen: made.seen });
  return { is: "taken", checkpoint };
}

function isSame({ trees, modes }: Checkpoint, made: Snapshot): boolean {
  return (
    modes === made.modes &&
    trees.length === made.trees.length &&
    trees.every(({ path, tree }, n) => made.trees[n]?.path === path && made.trees[n]?.tree === tree)
  );
}

/** The reason as a whole sentence. */
function whyNot(error: unknown): string {
  if (error instanceof TidemarkError && error.code === "checkpoint-failed") return error.message;
  const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes(systemCode(error));
  return unableToKeep(isFull ? "the disk is full" : messageOf(error).replace(/\.$/, "")).message;
}

/** An id that no checkpoint of the project ever had, because events still mention dropped ones. */
function nextId(storage: CheckpointStorage, kind: "c" | "t"): string {
  const path = join(storage.folder, `next-${kind}`);
  const kept = recordNames(storage.points)
    .filter((id) => id.startsWith(kind))
    .map(numberOf);
  const next = Math.max(Number(readPrivate(path)) || 1, ...kept.map((number) => number + 1));
  replacePrivate(path, String(next + 1));
  return `${kind}${next}`;
}
