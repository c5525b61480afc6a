import type { TidemarkEvent } from "../../event/registry.js";
import { putLatest, type Stamped, stampOf } from "./stamp.js";

/** A branch of git that was merged: everything recorded on it until then holds for the whole project. */
export interface Promoted extends Stamped {
  readonly at: number;
}

/** Something recorded on a branch of git. */
export interface Recorded {
  readonly branch?: string;
  readonly at: number;
}

/** The branch that is checked out, and the one that others are merged into. */
interface CheckedOut {
  readonly branch?: string | undefined;
  readonly trunk?: string | undefined;
}

interface Promoting {
  readonly promoted: readonly Promoted[];
}

const MAX_PROMOTED = 300;

/** Common names of the main branch. */
const TRUNKS: ReadonlySet<string> = new Set(["main", "master", "trunk", "develop"]);

/** The result does not depend on the order of events. */
export function foldPromoted(before: readonly Promoted[], event: TidemarkEvent): readonly Promoted[] {
  if (event.type !== "branch.promoted") return before;
  return putLatest(before, { id: event.data.branch, at: event.at, ...stampOf(event) }, MAX_PROMOTED);
}

/** When a branch of git was last merged. Later records on it are staged again. */
export function promotedAt({ promoted }: Promoting, branch: string): number | undefined {
  return promoted.find(({ id }) => id === branch)?.at;
}

/** A test for records on branches of git that are not known to be merged. */
export function stagedIn(
  state: Promoting | undefined,
  { trunk }: Pick<CheckedOut, "trunk">,
): (one: Recorded) => boolean {
  return ({ branch, at }) => {
    if (branch === undefined || branch === "" || branch === trunk || TRUNKS.has(branch)) return false;
    const promoted = state === undefined ? undefined : promotedAt(state, branch);
    return promoted === undefined || promoted < at;
  };
}

/** Like {@link stagedIn}, but everything recorded on the checked out branch holds. */
export function stagedElsewhere(
  state: Promoting | undefined,
  checkedOut: CheckedOut,
): (one: Recorded) => boolean {
  const isStaged = stagedIn(state, checkedOut);
  return (one) => one.branch !== checkedOut.branch && isStaged(one);
}
