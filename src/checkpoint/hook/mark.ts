import { unlinkSync } from "node:fs";
import { hash64 } from "../../capture/place/path.js";
import type { Recorded } from "../../capture/record.js";

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
