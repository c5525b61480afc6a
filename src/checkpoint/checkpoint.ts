import type { EventData } from "../event/registry.js";

type CheckpointReason = EventData<"checkpoint.created">["reason"];

/**
 * A point to return to. The state is not in it: that is what the session's events up to its making say. The files are a
 * commit in the shadow repository of the project.
 */
export interface Checkpoint {
  /** `c41`; a light one, made at a session's start, at a prompt or before a shell command, is `t17`. */
  readonly id: string;
  /** `start`, `prompt` and `shell` are light: made often, kept briefly, not in the journal. */
  readonly reason: CheckpointReason | "start" | "prompt" | "shell";
  readonly label?: string;
  readonly at: number;
  readonly project: string;
  readonly session: string;
  readonly agent: string;
  /** The top of the work tree it was made of. */
  readonly root: string;
  readonly branch?: string;
  readonly head?: string;
  /** The commit in the shadow repository that keeps all of its trees. */
  readonly commit: string;
  /** The tree of the work tree itself, then one for each repository inside it, with the folder that is in. */
  readonly trees: readonly KeptTree[];
  /** The object in it that lists unusual permissions. */
  readonly modes?: string;
  /** Files that differ from the checkpoint before it in the same work tree; undefined for the first. */
  readonly changed?: number;
  /** What it was to be made before did not wait for it: what that took away early may be missing. */
  readonly isLate?: true;
  /** What is there and could not be kept; a restore leaves it alone. At most 100 are named. */
  readonly left: readonly LeftOut[];
  readonly leftCount: number;
}

export interface KeptTree {
  /** Relative to the root, "" for the root itself. Bytes as characters (latin1): a name need not be text. */
  readonly path: string;
  readonly tree: string;
}

export interface LeftOut {
  /** Relative to the root, as a person reads it. */
  readonly path: string;
  /**
   * `repository`: one inside that lies too deep, is one too many, or whose name is no text. `forgotten`: it was kept and
   * taken out again; where its name was, too, that is `[forgotten]`.
   */
  readonly why: "large" | "unreadable" | "special" | "repository" | "forgotten";
}

/** So many of what was left out are named. */
export const MOST_LEFT_NAMED = 100;

export function isLight({ reason }: Pick<Checkpoint, "reason">): boolean {
  return reason === "start" || reason === "prompt" || reason === "shell";
}

/** Made by Tidemark itself, so that only the latest few are kept. */
export function isAutomatic({ reason }: Pick<Checkpoint, "reason">): boolean {
  return reason !== "hand" && reason !== "restore" && !isLight({ reason });
}
