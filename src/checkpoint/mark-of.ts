import type { Recorded } from "../capture/record.js";
import { type Mark, markFile } from "./mark.js";

/** Where a mark of the work tree is that a hook was called in. */
export function markOf({ home, scene, place }: Recorded, mark: Mark): string {
  return markFile(home, scene.project, place.root, mark);
}
