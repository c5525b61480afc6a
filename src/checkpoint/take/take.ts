import { join } from "node:path";
import { messageOf, systemCode, TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { readPrivate, replacePrivate } from "../../host/file/private-file.js";
import { type Checkpoint, isLight } from "../checkpoint.js";
import { readRecord, writeRecord } from "../record.js";
import { numberOf, recordNames } from "../record-name.js";
import type { Keeping } from "../shadow/keeping.js";
import { keepingOf } from "../shadow/keeping.js";
import { whileHeld } from "../shadow/lock.js";
import { writeCommit, writeRef } from "../shadow/object.js";
import { type RootState, readRootState, writeRootState } from "../shadow/root-state.js";
import { openShadow, type Shadow, secureKeeping, unableToKeep } from "../shadow/shadow.js";
import { treeChanges } from "../shadow/tree-change.js";
import { requireWorkTree } from "./limit.js";
import { type Snapshot, snapshot } from "./snapshot.js";

export interface TakeRequest {
  readonly home: string;
  readonly env: Env;
  readonly project: string;
  /** The top of the work tree, or the folder itself where there is no git. */
  readonly root: string;
  readonly commonDir?: string;
  readonly session: string;
  readonly agent: string;
  readonly branch?: string;
  readonly head?: string;
  readonly reason: Checkpoint["reason"];
  readonly label?: string;
  readonly now: number;
  /** Milliseconds to wait for another process that is at work on this project's checkpoints. */
  readonly wait: number;
  /** Asked once all files are read: whether what it is made before has gone on meanwhile. */
  isLate?(): boolean;
}

export type Taken =
  | { readonly is: "taken"; readonly checkpoint: Checkpoint }
  /** A light one was asked for, and the latest of this work tree has the same files. */
  | { readonly is: "unchanged"; readonly checkpoint: Checkpoint }
  | { readonly is: "busy" }
  /** `why` is a sentence. */
  | { readonly is: "unable"; readonly why: string };

/** Keeps the files of a work tree as they are now. It writes no event: a light checkpoint has none. */
export function takeCheckpoint(request: TakeRequest): Taken {
  const { home, env, project, root, now } = request;
  const keeping = keepingOf(home, project);
  try {
    requireWorkTree(root, env);
    secureKeeping(home, keeping);
    const taken = whileHeld(keeping, request.wait, (): Taken => {
      const state = readRootState(keeping, root);
      // A place that was refused of late is not looked through again at each prompt.
      if (isLight(request) && state.refused !== undefined && now - state.refused.at < REFUSED_FOR) {
        return { is: "unable", why: state.refused.why };
      }
      try {
        return takeHeld(openShadow(keeping, env), request, state);
      } catch (error) {
        const why = whyNot(error);
        writeRootState(keeping, { ...state, refused: { at: now, why } });
        return { is: "unable", why };
      }
    });
    return taken === "busy" ? { is: "busy" } : taken;
  } catch (error) {
    return { is: "unable", why: whyNot(error) };
  }
}

const REFUSED_FOR = 3_600_000;

function takeHeld(shadow: Shadow, request: TakeRequest, state: RootState): Taken {
  const { keeping } = shadow;
  const made = snapshot(shadow, request.home, state);
  const latest = state.latest === undefined ? undefined : readRecord(keeping, state.latest);
  if (latest !== undefined && isLight(request) && isSame(latest, made)) {
    writeRootState(keeping, { root: state.root, latest: latest.id, seen: made.seen });
    return { is: "unchanged", checkpoint: latest };
  }
  const changed = latest === undefined ? undefined : treeChanges(shadow, latest.trees, made.trees)?.size;
  const id = nextId(keeping, isLight(request) ? "t" : "c");
  const { trees, left, leftCount } = made;
  const commit = writeCommit(keeping, {
    id,
    at: request.now,
    trees,
    ...(made.modes !== undefined && { modes: made.modes }),
  });
  const { reason, now: at, project, session, agent, root, label, branch, head } = request;
  const checkpoint: Checkpoint = {
    id,
    reason,
    ...(label !== undefined && { label }),
    ...{ at, project, session, agent, root },
    ...(branch !== undefined && { branch }),
    ...(head !== undefined && { head }),
    ...{ commit, trees },
    ...(made.modes !== undefined && { modes: made.modes }),
    ...(changed !== undefined && { changed }),
    ...(request.isLate?.() === true && { isLate: true }),
    ...{ left, leftCount },
  };
  // The ref first: a record never names objects that may be freed.
  writeRef(keeping, `point/${id}`, commit);
  writeRecord(keeping, checkpoint);
  writeRootState(keeping, { root, latest: id, seen: made.seen });
  return { is: "taken", checkpoint };
}

function isSame({ trees, modes }: Checkpoint, made: Snapshot): boolean {
  return (
    modes === made.modes &&
    trees.length === made.trees.length &&
    trees.every(({ path, tree }, n) => made.trees[n]?.path === path && made.trees[n]?.tree === tree)
  );
}

/** Always a sentence that says so. */
function whyNot(error: unknown): string {
  if (error instanceof TidemarkError && error.code === "checkpoint-failed") return error.message;
  const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes(systemCode(error));
  return unableToKeep(isFull ? "the disk is full" : messageOf(error).replace(/\.$/, "")).message;
}

/** A name no checkpoint of the project had before, also none that is gone: events still speak of it. */
function nextId(keeping: Keeping, kind: "c" | "t"): string {
  const path = join(keeping.folder, `next-${kind}`);
  const kept = recordNames(keeping.points)
    .filter((id) => id.startsWith(kind))
    .map(numberOf);
  const next = Math.max(Number(readPrivate(path)) || 1, ...kept.map((number) => number + 1));
  replacePrivate(path, String(next + 1));
  return `${kind}${next}`;
}
