import { TidemarkError } from "../../error.js";
import { foldersAbove, readAsked } from "../shadow/path.js";
import type { Shadow } from "../shadow/shadow.js";
import { treeFiles } from "../shadow/tree-file.js";
import type { Snapshot } from "../take/snapshot.js";
import { see } from "../take/sort-listed.js";
import type { PresentRequest } from "./present.js";

/** A path that neither the checkpoint nor the present has is a slip: nothing would be done, and that looks like success. */
export function requireAsked(shadow: Shadow, now: Snapshot, request: PresentRequest): void {
  const { checkpoint, paths, root } = request;
  if (paths === undefined) return;
  const files = [checkpoint, now].flatMap(({ trees }) => [...(treeFiles(shadow, trees)?.keys() ?? [])]);
  const known = new Set(["", ...files, ...files.flatMap(foldersAbove)]);
  const unknown = paths.find((path) => !known.has(readAsked(path)));
  if (unknown === undefined) return;
  if (see(root, readAsked(unknown)) !== "gone") {
    throw new TidemarkError(
      "not-found",
      `${unknown} is there, but no checkpoint keeps it, nor does ${checkpoint.id}.`,
      {
        hint: "Ignored files, very large ones and what git keeps for itself are left out.",
      },
    );
  }
  throw new TidemarkError("not-found", `Neither ${checkpoint.id} nor the work tree has ${unknown}.`, {
    hint: "Paths are relative to where you stand and taken literally; ignored files are in no checkpoint.",
  });
}
