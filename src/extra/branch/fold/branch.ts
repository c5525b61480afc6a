import type { EventData, TidemarkEvent } from "../../../event/registry.js";
import type { PlanStatus } from "../../../event/turn.js";
import { plainText } from "../../../model/fold/memory/memory.js";
import type { PlanItem } from "../../../model/fold/session/session-state.js";
import { compareStamps, putLatest, type Stamped, stampOf } from "../../../model/fold/stamp.js";

/** A branch of work, and where it begins. */
export interface WorkBranch extends Stamped {
  /** The session that it continues, and the last turn of it that counts. */
  readonly session: string;
  readonly turn: number;
  readonly until?: number;
  readonly at: number;
}

interface Deleted extends Stamped {
  readonly deleted: true;
}

/** Which branch a session works on; `id` is the session. */
interface Joined extends Stamped {
  /** Empty if it was taken off its branch. */
  readonly branch: string;
}

/** A merge of one branch into another. */
export interface Merge extends Stamped, EventData<"branch.merged"> {
  readonly at: number;
}

/** The last merge of a branch; `id` is its name. */
interface Merged extends Stamped {
  readonly into: string;
  readonly at: number;
}

/** The branches of work of a project. In every list the latest comes last. */
export interface Branches {
  readonly made: readonly (WorkBranch | Deleted)[];
  readonly joined: readonly Joined[];
  readonly merges: readonly Merge[];
  readonly merged: readonly Merged[];
  /** Merges that were taken back; `id` is that of the merge event. */
  readonly unmerged: readonly Stamped[];
}

export const NO_BRANCHES: Branches = { made: [], joined: [], merges: [], merged: [], unmerged: [] };

const MAX = { made: 200, joined: 400, merges: 30, merged: 200, unmerged: 60 } as const;

/** Applies an event. Events may come in any order: the result is the same. */
export function foldBranches(before: Branches, event: TidemarkEvent): Branches {
  const { at } = event;
  const stamp = stampOf(event);
  switch (event.type) {
    case "branch.created": {
      const { branch, ...from } = event.data;
      return { ...before, made: putLatest(before.made, { id: branch, ...from, at, ...stamp }, MAX.made) };
    }
    case "branch.deleted": {
      const gone: Deleted = { id: event.data.branch, deleted: true, ...stamp };
      return { ...before, made: putLatest<WorkBranch | Deleted>(before.made, gone, MAX.made) };
    }
    case "branch.joined": {
      const { session, branch } = event.data;
      return { ...before, joined: putLatest(before.joined, { id: session, branch, ...stamp }, MAX.joined) };
    }
    case "branch.merged": {
      const { from, into } = event.data;
      return {
        ...before,
        merges: putLatest(before.merges, { id: event.id, ...event.data, at, ...stamp }, MAX.merges),
        merged: putLatest(before.merged, { id: from, into, at, ...stamp }, MAX.merged),
      };
    }
    case "branch.unmerged": {
      const undone = { id: event.data.merge, ...stamp };
      return { ...before, unmerged: putLatest(before.unmerged, undone, MAX.unmerged) };
    }
    default:
      return before;
  }
}

function isUndone({ unmerged }: Branches, merge: string): boolean {
  return unmerged.some(({ id }) => id === merge);
}

interface Branching {
  readonly extra: { readonly branches: Branches };
}

/** In the order in which they were created. */
export function branchesOf({ extra: { branches } }: Branching): WorkBranch[] {
  return branches.made.filter((one): one is WorkBranch => !("deleted" in one));
}

export function findBranch(state: Branching, name: string): WorkBranch | undefined {
  return branchesOf(state).find(({ id }) => id === name);
}

/** The branch of work that a session is on; empty if it is on none. */
export function branchOf(state: Branching, session: string): string {
  const name = joinOf(state, session)?.branch ?? "";
  return name !== "" && findBranch(state, name) !== undefined ? name : "";
}

/** Which branch a person put a session on, even if that branch is gone; undefined if nobody ever did. */
export function joinOf({ extra: { branches } }: Branching, session: string): Joined | undefined {
  return branches.joined.find(({ id }) => id === session);
}

/** The merges that were not taken back, oldest first. */
export function mergesIn({ extra: { branches } }: Branching): Merge[] {
  return branches.merges.filter(({ id }) => !isUndone(branches, id));
}

export function mergesInto(state: Branching, branch: string): Merge[] {
  return mergesIn(state).filter(({ into }) => into === branch);
}

/** Where a branch was merged last, unless it was created again since. */
export function mergedInto(state: Branching, branch: WorkBranch): Pick<Merged, "into" | "at"> | undefined {
  const { branches } = state.extra;
  const last = branches.merged.find(({ id }) => id === branch.id);
  const isHolding = last !== undefined && !isUndone(branches, last.event);
  const found = isHolding ? last : mergesIn(state).findLast(({ from }) => from === branch.id);
  return found !== undefined && compareStamps(found, branch) > 0 ? found : undefined;
}

export interface Task {
  readonly text: string;
  readonly status: PlanStatus;
}

/** The plan of a session as it was left. */
export interface LeftPlan {
  readonly at: number;
  readonly plan: readonly PlanItem[];
}

/** Tasks and choices are the same if they differ only in how they are written. */
export const nameOf = plainText;

/** A task stands as the latest plan or merge left it. */
export function tasksIn(plans: readonly LeftPlan[], merges: readonly Pick<Merge, "at" | "tasks">[]): Task[] {
  const changes = [...plans.map(({ at, plan }) => ({ at, tasks: plan })), ...merges].sort(
    (a, b) => a.at - b.at,
  );
  const tasks = new Map<string, Task>();
  for (const { text, status } of changes.flatMap((one) => one.tasks)) {
    if (status === "dropped") tasks.delete(nameOf(text));
    else tasks.set(nameOf(text), { text, status });
  }
  return [...tasks.values()];
}
