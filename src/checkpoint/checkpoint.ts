import { unlinkSync } from "node:fs";
import { hash64 } from "../capture/place/path.js";
import type { Recorded } from "../capture/record.js";
import type { EventData } from "../event/registry.js";

/** A point to return to: its files are a commit in the shadow repository, its state is rebuilt from events. */
export interface Checkpoint {
  /** `c41`, or `t17` for a light one. */
  readonly id: string;
  /** `start`, `prompt` and `shell` are light: made often, kept briefly, not in the journal. */
  readonly reason: EventData<"checkpoint.created">["reason"] | "start" | "prompt" | "shell";
  readonly label?: string;
  readonly at: number;
  readonly project: string;
  readonly session: string;
  readonly agent: string;
  readonly root: string;
  readonly branch?: string;
  readonly head?: string;
  readonly commit: string;
  /** The tree of the work tree itself, then one per inner repository. */
  readonly trees: readonly KeptTree[];
  /** The object that lists unusual permissions. */
  readonly modes?: string;
  /** The number of files that differ from the previous checkpoint of the work tree; undefined for the first. */
  readonly changed?: number;
  /** The command it was made before did not wait, so files that it deleted early may be missing. */
  readonly isLate?: true;
  /** Files that could not be kept. A restore leaves them alone. At most 100 are named. */
  readonly left: readonly LeftOut[];
  readonly leftCount: number;
}

/** The top of a work tree, and the project whose checkpoints it has. */
export interface WorkTree {
  readonly home: string;
  readonly project: string;
  readonly root: string;
}

export interface KeptTree {
  /** Relative to the root, "" for the root itself. One character per byte (latin1), because a name need not be text. */
  readonly path: string;
  readonly tree: string;
}

export interface LeftOut {
  readonly path: string;
  /** `repository`: an inner one too many or too deep. `forgotten`: removed again; its path may be `[forgotten]`. */
  readonly why: "large" | "unreadable" | "special" | "repository" | "forgotten";
}

export const MAX_LEFT_NAMED = 100;

export function isLight({ reason }: Pick<Checkpoint, "reason">): boolean {
  return reason === "start" || reason === "prompt" || reason === "shell";
}

/** Automatic checkpoints are made by Tidemark itself, and only the latest few are kept. */
export function isAutomatic({ reason }: Pick<Checkpoint, "reason">): boolean {
  return reason !== "hand" && reason !== "restore" && !isLight({ reason });
}

/**
 * Small files beside the checkpoints of a project, one of each per work tree. `taking`: a checkpoint is being made.
 * `changed`: files may have changed since the last one. `took`: its milliseconds. `unable`: why none can be made.
 * `overtaken`: when a call last went on without waiting.
 */
export type Mark = "taking" | "changed" | "took" | "unable" | "overtaken";

export function markFile(home: string, project: string, root: string, mark: Mark): string {
  return `${home}/checkpoint/${hash64(project)}/${mark}-${hash64(root)}`;
}

/** The mark of the work tree that the hook was called in. */
export function markOf({ home, scene, place }: Recorded, mark: Mark): string {
  return markFile(home, scene.project, place.root, mark);
}

export function removeMark(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // There was none.
  }
}
