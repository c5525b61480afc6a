import { likelyFiles } from "../../choose/score.js";
import type { View } from "../../choose/view.js";
import { isLongAgo } from "../../compose/situation.js";
import { unknownWorld, type World } from "../../compose/world.js";
import type { Style } from "../../fold/profile/profile.js";
import type { SessionState } from "../../fold/session/session-state.js";
import type { Env } from "../../host/env.js";
import { readAges } from "../../host/file-age.js";
import type { Place } from "../../host/git.js";
import { readBranches } from "../../host/git-branch.js";
import { readChanges } from "../../host/git-changes.js";
import type { Asker } from "./asker.js";
import type { About } from "./which-session.js";

/** What is to be said and may no longer hold. */
interface Mentioned {
  readonly files?: readonly string[];
  readonly branches?: readonly string[];
  /** The commit from which on the present branch is new. Costs a git process or two. */
  readonly head?: string;
}

// An event is written after the file, but file systems keep time coarsely, and a formatter may come just behind.
const SLACK = 2_000;

/** Looks up how things stand now: no more than 60 files and 20 branches, git only for merged branches and new commits. */
export function lookAround(place: Place, { files = [], branches = [], head }: Mentioned, env: Env): World {
  const ages = readAges(place.root, files);
  const states = branches.length === 0 ? undefined : readBranches(place, branches, env);
  const isMoved = head !== undefined && place.commonDir !== undefined && head !== place.head;
  const commits = isMoved ? readChanges(place.root, head, env) : undefined;
  return {
    file(path, since) {
      const age = ages.get(path);
      if (age === undefined) return unknownWorld.file(path, since);
      if (age === "gone") return "gone";
      return age > since + SLACK ? "changed" : "same";
    },
    branch: (name) => states?.get(name) ?? unknownWorld.branch(name),
    ...(commits === undefined ? {} : { commits }),
  };
}

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
