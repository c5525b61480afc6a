import { TidemarkError } from "../../error.js";
import { declare } from "../../project/declare.js";
import type { Opened } from "../../project/open.js";
import { NO_BRANCH, requireBranch } from "./branch.js";
import { branchView, commonContent, contentOn } from "./branch-content.js";
import { findBranch, mergedInto } from "./fold/branch.js";
import { mergeBranches } from "./fold/merge.js";
import { changesTo, hasChanges, type MergeChanges } from "./fold/merge-changes.js";
import { type Conflict, resolveConflicts, type Take, takesFor } from "./fold/merge-conflict.js";

/** How conflicts are to be resolved: each by its key, all others as `rest` says. */
export interface Takes {
  readonly rest?: Take;
  readonly each: ReadonlyMap<string, Take>;
}

/** What a merge would do. */
export interface MergePlan {
  readonly from: string;
  /** Empty for the work on no branch. */
  readonly into: string;
  readonly conflicts: readonly Conflict[];
  /** Those that nothing was said of. */
  readonly unresolved: readonly Conflict[];
  /** What becomes of the branch that is merged into; what is unresolved stays as it is there. */
  readonly changes: MergeChanges;
  /** It brings nothing that is not there already. */
  readonly isMerged: boolean;
}

const MOST = 200;

export function planMerge(opened: Opened, names: { from: string; into?: string }, takes: Takes): MergePlan {
  const from = lineNamed(opened, names.from);
  const into = lineNamed(opened, names.into ?? NO_BRANCH);
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

/** Writes a merge down. One with a conflict that nobody resolved is refused. */
export function applyMerge(opened: Opened, { from, into, unresolved, changes }: MergePlan): void {
  if (unresolved.length > 0) {
    throw new TidemarkError(
      "not-confirmed",
      `${unresolved.length} of what both sides changed ${unresolved.length === 1 ? "is" : "are"} not resolved: nothing was merged.`,
      {
        hint: `Say what to take: --take ${unresolved[0]?.key}=ours (or theirs, both, drop), or --take ours for all.`,
      },
    );
  }
  const { decisions, dropped, tasks } = changes;
  if (Math.max(decisions.length, dropped.length, tasks.length) > MOST)
    throw new TidemarkError("bad-argument", `No more than ${MOST} decisions or tasks can be merged at once.`);
  declare(opened, {
    type: "branch.merged",
    data: {
      from,
      into,
      decisions: decisions.map(({ choice, reason, rejected }) => ({
        choice,
        ...(reason === undefined ? {} : { reason }),
        ...(rejected.length === 0 ? {} : { rejected: [...rejected] }),
      })),
      ...(dropped.length === 0 ? {} : { dropped: [...dropped] }),
      tasks: [...tasks],
    },
  });
}

function lineNamed(opened: Opened, name: string): string {
  return name === NO_BRANCH ? "" : requireBranch(opened, name).id;
}

function chosen(conflicts: readonly Conflict[], { rest, each }: Takes): Map<string, Take> {
  for (const [key, take] of each) {
    const conflict = conflicts.find((one) => one.key === key);
    if (conflict === undefined) {
      throw new TidemarkError("not-found", `There is no conflict "${key}".`, {
        hint:
          conflicts.length === 0
            ? "There is none."
            : `There are: ${conflicts.map((one) => one.key).join(", ")}`,
      });
    }
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
