import type { Env } from "../host/env.js";
import { readAges } from "../host/file/file-age.js";
import type { Place } from "../host/git/git.js";
import { readBranches } from "../host/git/git-branch.js";
import { readChanges } from "../host/git/git-changes.js";

/** What became of a file since it was last touched. */
type FileVerdict = "same" | "changed" | "gone" | "unknown";

export type BranchVerdict = "here" | "merged" | "deleted" | "unknown";

/** What was committed on the present branch since a known commit. Subjects and paths are other people's text. */
export interface GitChanges {
  readonly count: number;
  /** The newest 20 at most, newest first. */
  readonly subjects: readonly string[];
  /** Changed by most of those commits first. */
  readonly files: readonly string[];
}

/** How things stand on this machine now, looked up before composing, so that what no longer holds is not said. */
export interface World {
  /** `path` as events have it, `since` in wall time. */
  file(path: string, since: number): FileVerdict;
  branch(name: string): BranchVerdict;
  readonly commits?: GitChanges;
}

/** Nothing was looked up: the project is not on this machine, or there was no time. */
export const unknownWorld: World = { file: () => "unknown", branch: () => "unknown" };

/** What is to be said and may no longer hold. */
export interface Mentioned {
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
    commits,
  };
}
