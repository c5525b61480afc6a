import { readTrunk } from "../host/git/git-branch.js";
import type { Style } from "../model/fold/declared/declared.js";
import { declaredFacts } from "../model/fold/declared/declared-fact.js";
import type { ProjectState } from "../model/fold/project.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { type Recorded, stagedElsewhere } from "../model/fold/staged.js";
import { lookAround, unknownWorld, type World } from "../project/world.js";
import type { Asker } from "./asker.js";
import { likelyFiles } from "./choose/score.js";
import type { View } from "./choose/view.js";
import { isLongAgo } from "./situation.js";
import type { About } from "./which-session.js";

// An event is written after the file, but file systems keep time coarsely, and a formatter may come just behind.
const MOST_LOOKED_AT = 60;

/** The world of what is about to be told: its files, branches and, long after, the commits since. */
export function worldFor(
  view: View | undefined,
  { about, elapsed, kind, worked }: About & { readonly worked: SessionState | undefined },
  { ground, branch }: Asker,
  style: Style,
  recordedOn: () => readonly string[],
): World {
  if (ground === undefined || view === undefined) return unknownWorld;
  const left = about?.branch;
  const head = isLongAgo(elapsed) ? about?.head : undefined;
  return lookAround(
    ground.place,
    {
      // Codes name every file of the session, prose the likely ones.
      files: style === "codes" && kind !== "prompt" ? changedIn(worked) : likelyFiles(view, MOST_LOOKED_AT),
      branches: left === undefined || left === branch ? [] : [left, ...recordedOn()],
      head,
    },
    ground.env,
  );
}

function changedIn(state: SessionState | undefined): string[] {
  return (state?.files ?? []).map(({ path }) => path).reverse();
}

/** Whether something is staged on another branch of git than the one checked out, and git does not say now that it is merged. */
export function elsewhereIn(
  state: ProjectState | undefined,
  { branch, ground, promote }: Pick<Asker, "branch" | "ground" | "promote">,
  world: World,
): (one: Recorded) => boolean {
  const commonDir = ground?.place.commonDir;
  const trunk = commonDir === undefined ? undefined : readTrunk(commonDir);
  const isStaged = stagedElsewhere(state, { branch, trunk });
  return (one) => {
    if (one.branch === undefined || !isStaged(one)) return false;
    if (world.branch(one.branch) !== "merged") return true;
    promote?.(one.branch);
    return false;
  };
}

/** The branches of git on which something was recorded that may be told. */
export function branchesRecorded(
  state: ProjectState | undefined,
  sessions: readonly SessionState[],
): string[] {
  const recorded = [...sessions, ...(state === undefined ? [] : declaredFacts(state))];
  return [...new Set(recorded.flatMap(({ branch }) => branch ?? []))];
}
