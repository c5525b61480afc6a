import type { World } from "../../compose/world.js";
import { type Recorded, stagedElsewhere } from "../../fold/branch/staged.js";
import { declaredFacts } from "../../fold/declared/declared-fact.js";
import type { ProjectState } from "../../fold/project.js";
import type { SessionState } from "../../fold/session/session-state.js";
import { readTrunk } from "../../host/git-branch.js";
import type { Asker } from "../inject/asker.js";

/** Tells what is staged on a branch of git other than the one checked out, unless git says just now that it was merged. */
export function elsewhereIn(
  state: ProjectState | undefined,
  { branch, ground, promote }: Pick<Asker, "branch" | "ground" | "promote">,
  world: World,
): (one: Recorded) => boolean {
  const commonDir = ground?.place.commonDir;
  const trunk = commonDir === undefined ? undefined : readTrunk(commonDir);
  const isStaged = stagedElsewhere(state, {
    ...(branch === undefined ? {} : { branch }),
    ...(trunk === undefined ? {} : { trunk }),
  });
  return (one) => {
    if (one.branch === undefined || !isStaged(one)) return false;
    if (world.branch(one.branch) !== "merged") return true;
    promote?.(one.branch);
    return false;
  };
}

/** The branches of git that something was recorded on that may be told. */
export function branchesRecorded(
  state: ProjectState | undefined,
  sessions: readonly SessionState[],
): string[] {
  const recorded = [...sessions, ...(state === undefined ? [] : declaredFacts(state))];
  return [...new Set(recorded.flatMap(({ branch }) => branch ?? []))];
}
