import type { EventData, TidemarkEvent } from "../../../event/registry.js";
import type { PlanStatus } from "../../../event/turn.js";
import { plainText } from "../../../model/fold/memory/memory.js";
import type { PlanItem } from "../../../model/fold/session/session-state.js";
import { compareStamps, type Stamp, stampOf } from "../../../model/fold/stamp.js";

/** A branch of work: where it began. */
export interface WorkBranch extends Stamped {
  /** The session and the last turn of it that it goes on from. */
  readonly session: string;
  readonly turn: number;
  readonly until?: number;
  readonly at: number;
}

interface Deleted extends Stamped {
  readonly deleted: true;
}

/** Which branch a session works on, by the session. */
interface Joined extends Stamped {
  /** Empty: none any more. */
  readonly branch: string;
}

/** What one branch brought to another. */
export interface Merge extends Stamped, EventData<"branch.merged"> {
  readonly at: number;
}

/** Where a branch went last, by its name. */
interface Merged extends Stamped {
  readonly into: string;
  readonly at: number;
}

/** A branch of git that was merged: what was recorded on it before holds everywhere. */
interface Promoted extends Stamped {
  readonly at: number;
}

/** What is known of a project's branches of work, and which of git's were merged. The latest last. */
export interface Branches {
  readonly made: readonly (WorkBranch | Deleted)[];
  readonly joined: readonly Joined[];
  readonly merges: readonly Merge[];
  readonly merged: readonly Merged[];
  /** Merges that were taken back, by the ids of their events. */
  readonly unmerged: readonly Stamped[];
  readonly promoted: readonly Promoted[];
}

export const NO_BRANCHES: Branches = {
  made: [],
  joined: [],
  merges: [],
  merged: [],
  unmerged: [],
  promoted: [],
};

const MOST = { made: 200, joined: 400, merges: 30, merged: 200, unmerged: 60, promoted: 300 } as const;

/** The branches after one event more. Events may come in any order: the result is the same. */
export function foldBranches(before: Branches, event: TidemarkEvent): Branches {
  const { at } = event;
  const stamp = stampOf(event);
  switch (event.type) {
    case "branch.created": {
      const { branch, ...from } = event.data;
      return { ...before, made: putLatest(before.made, { id: branch, ...from, at, ...stamp }, MOST.made) };
    }
    case "branch.deleted": {
      const gone: Deleted = { id: event.data.branch, deleted: true, ...stamp };
      return { ...before, made: putLatest<WorkBranch | Deleted>(before.made, gone, MOST.made) };
    }
    case "branch.joined": {
      const { session, branch } = event.data;
      return { ...before, joined: putLatest(before.joined, { id: session, branch, ...stamp }, MOST.joined) };
    }
    case "branch.merged": {
      const { from, into } = event.data;
      return {
        ...before,
        merges: putLatest(before.merges, { id: event.id, ...event.data, at, ...stamp }, MOST.merges),
        merged: putLatest(before.merged, { id: from, into, at, ...stamp }, MOST.merged),
      };
    }
    case "branch.unmerged":
      return {
        ...before,
        unmerged: putLatest(before.unmerged, { id: event.data.merge, ...stamp }, MOST.unmerged),
      };
    case "branch.promoted":
      return {
        ...before,
        promoted: putLatest(before.promoted, { id: event.data.branch, at, ...stamp }, MOST.promoted),
      };
    default:
      return before;
  }
}

function isUndone({ unmerged }: Branches, merge: string): boolean {
  return unmerged.some(({ id }) => id === merge);
}

interface Branching {
  readonly branches: Branches;
}

/** In the order of their making. */
export function branchesOf({ branches }: Branching): WorkBranch[] {
  return branches.made.filter((one): one is WorkBranch => !("deleted" in one));
}

export function findBranch(state: Branching, name: string): WorkBranch | undefined {
  return branchesOf(state).find(({ id }) => id === name);
}

/** The branch of work that a session is on; empty for none. */
export function lineOf(state: Branching, session: string): string {
  const name = state.branches.joined.find(({ id }) => id === session)?.branch ?? "";
  return name !== "" && findBranch(state, name) !== undefined ? name : "";
}

/** What was merged and not taken back, oldest first. */
export function mergesIn({ branches }: Branching): Merge[] {
  return branches.merges.filter(({ id }) => !isUndone(branches, id));
}

export function mergesInto(state: Branching, line: string): Merge[] {
  return mergesIn(state).filter(({ into }) => into === line);
}

/** Where a branch went, unless it was begun anew since. */
export function mergedInto(state: Branching, branch: WorkBranch): Pick<Merged, "into" | "at"> | undefined {
  const last = state.branches.merged.find(({ id }) => id === branch.id);
  const isHolding = last !== undefined && !isUndone(state.branches, last.event);
  const found = isHolding ? last : mergesIn(state).findLast(({ from }) => from === branch.id);
  return found !== undefined && compareStamps(found, branch) > 0 ? found : undefined;
}

/** When what was recorded on a branch of git began to hold everywhere; it says nothing of what came after. */
export function promotedAt({ branches }: Branching, branch: string): number | undefined {
  return branches.promoted.find(({ id }) => id === branch)?.at;
}

/** The branch that is checked out, and the one that others are merged into. */
interface CheckedOut {
  readonly branch?: string;
  readonly trunk?: string;
}

/** What was recorded somewhere, at some time. */
export interface Recorded {
  readonly branch?: string;
  readonly at: number;
}

/** Names that mean the common branch wherever they are met. */
const TRUNKS: ReadonlySet<string> = new Set(["main", "master", "trunk", "develop"]);

/** Whether something was recorded on a branch of git that is not known to be merged: it may never hold elsewhere. */
export function stagedIn(
  state: { readonly branches: Branches } | undefined,
  { trunk }: CheckedOut,
): (one: Recorded) => boolean {
  return ({ branch, at }) => {
    if (branch === undefined || branch === "" || branch === trunk || TRUNKS.has(branch)) return false;
    const promoted = state === undefined ? undefined : promotedAt(state, branch);
    return promoted === undefined || promoted < at;
  };
}

/** The same as it looks from the branch that is checked out: what was recorded on that one holds. */
export function stagedElsewhere(
  state: { readonly branches: Branches } | undefined,
  checkedOut: CheckedOut,
): (one: Recorded) => boolean {
  const isStaged = stagedIn(state, checkedOut);
  return (one) => one.branch !== checkedOut.branch && isStaged(one);
}

/** What can be told apart by an id, and which event said it: of one id the latest holds. */
export interface Stamped extends Stamp {
  readonly id: string;
}

/**
 * A list in the order in which its entries were said that holds at most so many: the oldest fall off. Those that pushed
 * one out are later than it and stay, so the order of arrival does not show.
 */
export function putLatest<T extends Stamped>(list: readonly T[], entry: T, most: number): readonly T[] {
  const before = list.find(({ id }) => id === entry.id);
  if (before !== undefined && compareStamps(before, entry) >= 0) return list;
  return [...list.filter((other) => other !== before), entry].sort(compareStamps).slice(-most);
}

export interface Task {
  readonly text: string;
  readonly status: PlanStatus;
}

/** The plan of one session as it was left. */
export interface LeftPlan {
  readonly at: number;
  readonly plan: readonly PlanItem[];
}

/** Two tasks or choices are the same one if they differ in nothing but the way they are written. */
export const nameOf = plainText;

/** What one plan says of a task holds until a later one, or a merge, says otherwise. */
export function tasksIn(plans: readonly LeftPlan[], merges: readonly Pick<Merge, "at" | "tasks">[]): Task[] {
  const said = [...plans.map(({ at, plan }) => ({ at, tasks: plan })), ...merges].sort((a, b) => a.at - b.at);
  const tasks = new Map<string, Task>();
  for (const { text, status } of said.flatMap((one) => one.tasks)) {
    if (status === "dropped") tasks.delete(nameOf(text));
    else tasks.set(nameOf(text), { text, status });
  }
  return [...tasks.values()];
}
