import { TidemarkError } from "../../error.js";
import { declare } from "../../project/declare.js";
import type { Opened } from "../../project/open.js";
import { NO_BRANCH, requireBranch } from "./branch.js";
import { branchView, commonContent, contentOn } from "./content.js";
import { findBranch, type Merge, mergedInto, mergesIn } from "./fold/branch.js";
import {
  type Conflict,
  changesTo,
  hasChanges,
  type MergeChanges,
  mergeBranches,
  resolveConflicts,
  type Take,
  takesFor,
} from "./fold/merge.js";

/** How to resolve conflicts: by key, and `rest` for all others. */
export interface Takes {
  readonly rest?: Take;
  readonly each: ReadonlyMap<string, Take>;
}

/** The result of a dry run. */
export interface MergePlan {
  readonly from: string;
  /** Empty for the work on no branch. */
  readonly into: string;
  readonly conflicts: readonly Conflict[];
  /** Conflicts without a take. */
  readonly unresolved: readonly Conflict[];
  /** Changes to the branch that is merged into; unresolved conflicts change nothing. */
  readonly changes: MergeChanges;
  /** Everything was merged before. */
  readonly isMerged: boolean;
}

const MAX_MERGED = 200;

export function planMerge(opened: Opened, names: { from: string; into?: string }, takes: Takes): MergePlan {
  const from = idOf(opened, names.from);
  const into = idOf(opened, names.into ?? NO_BRANCH);
  if (from === into) {
    throw new TidemarkError("bad-argument", "A branch cannot be merged into itself.", {
      hint: "Name two: tidemark merge FROM INTO",
    });
  }
  const view = branchView(opened);
  if (view === undefined) throw new TidemarkError("not-found", "Nothing was recorded in this project yet.");
  const ours = contentOn(view, into);
  const merging = mergeBranches(commonContent(view, into, from), ours, contentOn(view, from));
  const said = chosen(merging.conflicts, takes);
  const unresolved = merging.conflicts.filter(({ key }) => !said.has(key));
  const kept = unresolved.map(({ key }) => [key, "ours"] as const);
  const changes = changesTo(ours, resolveConflicts(merging, new Map([...said, ...kept])).merged);
  const branch = findBranch(view.state, from);
  const isKnown = branch !== undefined && mergedInto(view.state, branch)?.into === into;
  return {
    from,
    into,
    conflicts: merging.conflicts,
    unresolved,
    changes,
    isMerged: isKnown && !hasChanges(changes) && merging.conflicts.length === 0,
  };
}

/** Records a merge. Refuses it while a conflict is unresolved. */
export function applyMerge(opened: Opened, { from, into, unresolved, changes }: MergePlan): void {
  if (unresolved.length > 0) {
    const what = `${unresolved.length} of what both sides changed ${unresolved.length === 1 ? "is" : "are"}`;
    throw new TidemarkError("not-confirmed", `${what} not resolved: nothing was merged.`, {
      hint: `Say what to take: --take ${unresolved[0]?.key}=ours (or theirs, both, drop), or --take ours for all.`,
    });
  }
  const { decisions, dropped, tasks } = changes;
  if (Math.max(decisions.length, dropped.length, tasks.length) > MAX_MERGED)
    throw new TidemarkError(
      "bad-argument",
      `No more than ${MAX_MERGED} decisions or tasks can be merged at once.`,
    );
  const some = (texts: readonly string[]) => (texts.length === 0 ? undefined : [...texts]);
  const made = decisions.map(({ choice, reason, rejected }) => ({
    choice,
    reason,
    rejected: some(rejected),
  }));
  const data = { from, into, decisions: made, dropped: some(dropped), tasks: [...tasks] };
  declare(opened, { type: "branch.merged", data });
}

/** The last merge of one branch into another that was not taken back. */
export function lastMerge({ store, project }: Opened, names: { from: string; into?: string }): Merge {
  const [from, into] = [names.from, names.into ?? NO_BRANCH].map((name) => (name === NO_BRANCH ? "" : name));
  const state = store.project(project);
  const merges = state === undefined ? [] : mergesIn(state);
  const found = merges.findLast((merge) => merge.from === from && merge.into === into);
  if (found !== undefined) return found;
  const others = merges.filter((merge) => merge.from === from).map((merge) => merge.into || NO_BRANCH);
  const elsewhere = `${names.from} was merged into ${[...new Set(others)].join(", ")}: name that, too.`;
  throw new TidemarkError("not-found", "There is no such merge in this project, or it was taken back.", {
    hint: others.length === 0 ? "See the branches of work with: tidemark branch" : elsewhere,
  });
}

/** Takes a merge back with everything it brought and removed. */
export function undoMerge(opened: Opened, { id }: Merge): void {
  declare(opened, { type: "branch.unmerged", data: { merge: id } });
}

function idOf(opened: Opened, name: string): string {
  return name === NO_BRANCH ? "" : requireBranch(opened, name).id;
}

function chosen(conflicts: readonly Conflict[], { rest, each }: Takes): Map<string, Take> {
  for (const [key, take] of each) {
    const conflict = conflicts.find((one) => one.key === key);
    const keys = conflicts.map((one) => one.key).join(", ");
    if (conflict === undefined)
      throw new TidemarkError("not-found", `There is no conflict "${key}".`, {
        hint: keys === "" ? "There is none." : `There are: ${keys}`,
      });
    const possible = takesFor(conflict);
    if (!possible.includes(take))
      throw new TidemarkError("bad-argument", `${key} takes ${possible.join(", ")}; not "${take}".`);
  }
  return new Map(
    conflicts.flatMap((conflict) => {
      const take = each.get(conflict.key) ?? rest;
      return take === undefined ? [] : [[conflict.key, take] as const];
    }),
  );
}
