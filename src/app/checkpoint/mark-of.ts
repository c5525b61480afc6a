import { type Mark, markFile } from "../../checkpoint/mark.js";
import type { Recorded } from "../record.js";

/** Where a mark of the work tree is that a hook was called in. */
export function markOf({ home, scene, place }: Recorded, mark: Mark): string {
  return markFile(home, scene.project, place.root, mark);
}
