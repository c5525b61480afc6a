import type { Env } from "../env.js";
import type { Place } from "./git.js";
import { readBranches, trunkCommits } from "./git-branch.js";
import { isSha, readRef } from "./git-ref.js";
import { runGit } from "./git-run.js";

/** A branch, and the commits it was seen at, oldest first: all that is known of one that was deleted. */
export interface SeenBranch {
  readonly name: string;
  readonly heads: readonly string[];
}

const LIMITS = { timeout: 3_000, most: 262_144 } as const;
const MOST_COMMITS = 500;

/**
 * Which branches went into the one that others are merged into: by a merge or fast-forward, by a squash that left the
 * same files, or deleted after the last commit they were seen at went in. It starts git several times. Where a rebase at
 * the origin wrote the commits anew and other work came between, it cannot be known.
 */
export function readMerged(place: Place, branches: readonly SeenBranch[], env: Env): Set<string> {
  const { commonDir, root } = place;
  const merged = new Set<string>();
  const trunks = commonDir === undefined ? [] : trunkCommits(commonDir);
  if (commonDir === undefined || trunks.length === 0) return merged;
  const states = readBranches(
    place,
    branches.map(({ name }) => name),
    env,
  );
  const trees = treesIn(root, trunks, env);
  for (const { name, heads } of branches) {
    const state = states.get(name);
    const tip = state === "deleted" ? heads.at(-1) : readRef(commonDir, `refs/heads/${name}`);
    if (state === "merged") merged.add(name);
    else if (tip === undefined || !isSha(tip)) continue;
    else if (trunks.some((trunk) => isWithin(root, tip, trunk, env))) {
      // Deleted without a commit of its own it lies within the trunk, too.
      if (state === "deleted" && new Set(heads).size > 1) merged.add(name);
    } else if (trees.has(treeOf(root, tip, env))) merged.add(name);
  }
  return merged;
}

function isWithin(root: string, commit: string, trunk: string, env: Env): boolean {
  return runGit(root, ["merge-base", "--is-ancestor", commit, trunk], env, LIMITS).ok;
}

/** The trees of the trunk's last commits. */
function treesIn(root: string, trunks: readonly string[], env: Env): Set<string> {
  const args = ["rev-list", "--format=%T", `--max-count=${MOST_COMMITS}`, ...trunks, "--"];
  const { output } = runGit(root, args, env, LIMITS);
  return new Set(output.split("\n").filter(isSha));
}

function treeOf(root: string, commit: string, env: Env): string {
  return runGit(root, ["rev-parse", "--verify", "--quiet", `${commit}^{tree}`], env, LIMITS).output.trim();
}
