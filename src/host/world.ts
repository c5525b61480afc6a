import type { Env } from "./env.js";
import { readAges } from "./file/file-age.js";
import type { Place } from "./git/git.js";
import { readBranches } from "./git/git-branch.js";
import { readChanges } from "./git/git-changes.js";
import { readStatus } from "./git/git-status.js";

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
  readonly tree?: TreeNow;
}

/** The work tree as git reports it. Names and paths are other people's text. */
interface TreeNow {
  readonly branch?: string;
  readonly upstream?: string;
  /** Undefined without an upstream that is known here. */
  readonly ahead?: number;
  readonly behind?: number;
  /** Those of the files asked about that have changes which are not committed. */
  readonly dirty: readonly string[];
  readonly stashes: number;
}

/** For a project that is not on this machine, or if there is no time to look. */
export const unknownWorld: World = { file: () => "unknown", branch: () => "unknown" };

/** Files and branches whose state is to be looked up. */
export interface Mentioned {
  readonly files?: readonly string[];
  readonly branches?: readonly string[];
  /** The commit since which the present branch is new. It costs a git process or two. */
  readonly head?: string;
  /** Files that may have changes which are not committed. It costs a git process, also for none. */
  readonly dirty?: readonly string[];
}

// Events come after the file is written, but file times are coarse, and a formatter may run right after.
const SLACK_MS = 2_000;

/** A session waits for it. */
const STATUS_TIMEOUT_MS = 300;
const MAX_DIRTY = 60;

/**
 * Looks up at most 60 files and 20 branches. It starts git only for merged branches, new commits and changes that are
 * not committed.
 */
export function lookAround(
  place: Place,
  { files = [], branches = [], head, dirty }: Mentioned,
  env: Env,
): World {
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
    tree: dirty === undefined ? undefined : readTree(place, dirty.slice(-MAX_DIRTY), env),
  };
}

function readTree(place: Place, paths: readonly string[], env: Env): TreeNow | undefined {
  const status = readStatus(place, env, { timeout: STATUS_TIMEOUT_MS, paths });
  if (status === undefined) return undefined;
  const { branch, upstream, ahead, behind, changed, untracked, stashes } = status;
  return { branch, upstream, ahead, behind, dirty: [...changed, ...untracked], stashes };
}
