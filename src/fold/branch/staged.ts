import { type Branches, promotedAt } from "./branch.js";

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
