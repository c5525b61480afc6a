import type { Style } from "../extra/profile/profile.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { lookAround } from "../project/look-around.js";
import { unknownWorld, type World } from "../project/world.js";
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
      ...(head === undefined ? {} : { head }),
    },
    ground.env,
  );
}

function changedIn(state: SessionState | undefined): string[] {
  return (state?.files ?? []).map(({ path }) => path).reverse();
}
