import type { EventData, TidemarkEvent } from "../../event/registry.js";
import { compareStamps, stampOf } from "../stamp.js";
import { putLatest, type Stamped } from "./stamped.js";

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
