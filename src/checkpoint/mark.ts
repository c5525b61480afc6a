import { hash64 } from "../capture/place/path.js";

/**
 * Small files beside the checkpoints of a project, one of each a work tree: a checkpoint is being made, something may have
 * changed since the last, how many milliseconds that took, why none can be made, when a call last went on without waiting
 * for the one that was being made.
 */
export type Mark = "taking" | "changed" | "took" | "unable" | "overtaken";

export function markFile(home: string, project: string, root: string, mark: Mark): string {
  return `${home}/checkpoint/${hash64(project)}/${mark}-${hash64(root)}`;
}
