import type { Env } from "./env.js";
import { readAges } from "./file/file-age.js";
import type { Place } from "./git/git.js";
import { readBranches } from "./git/git-branch.js";
import { readChanges } from "./git/git-changes.js";

type FileVerdict = "same" | "changed" | "gone" | "unknown";

type BranchVerdict = "here" | "merged" | "deleted" | "unknown";

/** The commits on the present branch since a known one. Subjects and paths are other people's text. */
interface GitChanges {
  readonly count: number;
  /** The newest 20, newest first. */
  readonly subjects: readonly string[];
  readonly files: readonly string[];
}

/** The present state of files and branches, looked up so that nothing outdated is said. */
export interface World {
  /** `path` as in events, `since` in wall time. */
  file(path: string, since: number): FileVerdict;
  branch(name: string): BranchVerdict;
  readonly commits?: GitChanges;
}

/** For a project that is not on this machine, or if there is no time to look. */
export const unknownWorld: World = { file: () => "unknown", branch: () => "unknown" };

/** Files and branches whose state is to be looked up. */
export interface Mentioned {
  readonly files?: readonly string[];
  readonly branches?: readonly string[];
  /** The commit since which the present branch is new. It costs a git process or two. */
  readonly head?: string;
}

// Events come after the file is written, but file times are coarse, and a formatter may run right after.
const SLACK_MS = 2_000;

/** Looks up at most 60 files and 20 branches. It starts git only for merged branches and new commits. */
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
      return age > since + SLACK_MS ? "changed" : "same";
    },
    branch: (name) => states?.get(name) ?? unknownWorld.branch(name),
    commits,
  };
}
