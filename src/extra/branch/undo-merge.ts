import { TidemarkError } from "../../error.js";
import { declare } from "../../project/declare.js";
import type { Opened } from "../../project/open.js";
import { NO_BRANCH } from "./branch.js";
import { type Merge, mergesIn } from "./fold/branch.js";

/** The last merge of one branch of work into another that still holds, or a clear error. */
export function lastMerge({ store, project }: Opened, names: { from: string; into?: string }): Merge {
  const [from, into] = [names.from, names.into ?? NO_BRANCH].map((name) => (name === NO_BRANCH ? "" : name));
  const state = store.project(project);
  const merges = state === undefined ? [] : mergesIn(state);
  const found = merges.findLast((merge) => merge.from === from && merge.into === into);
  if (found !== undefined) return found;
  const others = merges.filter((merge) => merge.from === from).map((merge) => merge.into || NO_BRANCH);
  throw new TidemarkError("not-found", "There is no such merge in this project, or it was taken back.", {
    hint:
      others.length === 0
        ? "See the branches of work with: tidemark branch"
        : `${names.from} was merged into ${[...new Set(others)].join(", ")}: name that, too.`,
  });
}

/** Takes a merge back: what it brought no longer holds there, and what it took away does again. */
export function undoMerge(opened: Opened, { id }: Merge): void {
  declare(opened, { type: "branch.unmerged", data: { merge: id } });
}
