import type { Env } from "../env.js";
import { look } from "../file/foreign-file.js";
import { isRef, isSha, MAX_PACKED_BYTES, type Place, readLine, readRef } from "./git.js";
import { runGit } from "./git-run.js";

export type BranchState = "here" | "merged" | "deleted";

const MAX_BRANCHES = 20;
const ORIGIN = "refs/remotes/origin/";

interface Tip {
  readonly name: string;
  readonly ref: string;
  readonly sha: string;
}

/** The states of branches, as far as they can be known. Git is started only if one may have been merged. */
export function readBranches(
  place: Place,
  names: readonly string[],
  env: Env,
): ReadonlyMap<string, BranchState> {
  const states = new Map<string, BranchState>();
  const { commonDir } = place;
  // Only git can read a reftable, which is not worth a process.
  if (commonDir === undefined || look(`${commonDir}/reftable`) !== undefined) return states;
  const tips: Tip[] = [];
  for (const name of [...new Set(names)].slice(0, MAX_BRANCHES)) {
    if (name === "" || !isRef(`refs/heads/${name}`)) continue;
    const tip = findTip(commonDir, name);
    if (tip !== undefined) tips.push(tip);
    else if (isCertainlyGone(commonDir, name)) states.set(name, "deleted");
  }
  const trunk = findTrunk(commonDir);
  const apart = tips.filter(
    (tip) => tip.name !== place.branch && tip.name !== trunk?.name && hasOwnWork(commonDir, tip),
  );
  for (const { name } of tips) states.set(name, "here");
  if (trunk === undefined || apart.length === 0) return states;
  const merged = mergedInto(trunksOf(commonDir, trunk), apart, place.root, env);
  for (const { name, ref } of apart) {
    if (merged === undefined) states.delete(name);
    else if (merged.has(ref)) states.set(name, "merged");
  }
  return states;
}

/** The name of the origin's default branch, if it is known. */
export function readTrunk(commonDir: string): string | undefined {
  const head = readLine(`${commonDir}/${ORIGIN}HEAD`) ?? "";
  const ref = head.startsWith("ref: ") ? head.slice("ref: ".length) : "";
  return isRef(ref) && ref.startsWith(ORIGIN) ? ref.slice(ORIGIN.length) : undefined;
}

export interface SeenBranch {
  readonly name: string;
  /** The commits it was seen at, oldest first. */
  readonly heads: readonly string[];
}

const MERGED_LIMITS = { timeout: 3_000, maxBytes: 262_144 } as const;
const MAX_TRUNK_COMMITS = 500;

/**
 * The branches that went into the trunk: by a merge or fast-forward, by a squash with the same tree, or deleted after
 * their last known commit went in. Starts git several times. A rebase at the origin followed by other work is not found.
 */
export function readMerged(place: Place, branches: readonly SeenBranch[], env: Env): Set<string> {
  const { commonDir, root } = place;
  const merged = new Set<string>();
  const trunk = commonDir === undefined ? undefined : findTrunk(commonDir);
  if (commonDir === undefined || trunk === undefined) return merged;
  const trunks = trunksOf(commonDir, trunk);
  const names = branches.map(({ name }) => name);
  const states = readBranches(place, names, env);
  const trees = treesIn(root, trunks, env);
  for (const { name, heads } of branches) {
    const state = states.get(name);
    const tip = state === "deleted" ? heads.at(-1) : readRef(commonDir, `refs/heads/${name}`);
    if (state === "merged") merged.add(name);
    else if (tip === undefined || !isSha(tip)) continue;
    else if (trunks.some((sha) => isAncestor(root, tip, sha, env))) {
      // A branch without a commit of its own lies within the trunk too.
      if (state === "deleted" && new Set(heads).size > 1) merged.add(name);
    } else if (trees.has(treeOf(root, tip, env))) merged.add(name);
  }
  return merged;
}

function isAncestor(root: string, commit: string, trunk: string, env: Env): boolean {
  return runGit(root, ["merge-base", "--is-ancestor", commit, trunk], env, MERGED_LIMITS).ok;
}

function treesIn(root: string, trunks: readonly string[], env: Env): Set<string> {
  const args = ["rev-list", "--format=%T", `--max-count=${MAX_TRUNK_COMMITS}`, ...trunks, "--"];
  const { output } = runGit(root, args, env, MERGED_LIMITS);
  return new Set(output.split("\n").filter(isSha));
}

function treeOf(root: string, commit: string, env: Env): string {
  return runGit(
    root,
    ["rev-parse", "--verify", "--quiet", `${commit}^{tree}`],
    env,
    MERGED_LIMITS,
  ).output.trim();
}

/** The local branch, or else the one last fetched from the origin. */
function findTip(commonDir: string, name: string): Tip | undefined {
  for (const ref of [`refs/heads/${name}`, `refs/remotes/origin/${name}`]) {
    const sha = readRef(commonDir, ref);
    if (sha !== undefined) return { name, ref, sha };
  }
  return undefined;
}

function isCertainlyGone(commonDir: string, name: string): boolean {
  if (look(`${commonDir}/refs/heads/${name}`)?.isFile()) return false;
  return (look(`${commonDir}/packed-refs`)?.size ?? 0) <= MAX_PACKED_BYTES;
}

/** The branch that others are merged into: the origin's default, or else a usual name. */
function findTrunk(commonDir: string): Tip | undefined {
  const name = readTrunk(commonDir);
  const ref = `${ORIGIN}${name}`;
  // A merge at the origin may not be pulled yet, so prefer its branch.
  const sha = name === undefined ? undefined : readRef(commonDir, ref);
  if (name !== undefined && sha !== undefined) return { name, ref, sha };
  for (const common of ["main", "master", "trunk", "develop"]) {
    const tip = findTip(commonDir, common);
    if (tip !== undefined) return tip;
  }
  return undefined;
}

/** A branch without commits lies within its trunk too, but nobody merged it. */
function hasOwnWork(commonDir: string, { ref, sha }: Tip): boolean {
  const first = readLine(`${commonDir}/logs/${ref}`);
  return first === undefined || first.split(" ")[1] !== sha;
}

/** Also the local trunk, because a merge may not be pushed yet. */
function trunksOf(commonDir: string, { name, sha }: Tip): string[] {
  const own = readRef(commonDir, `refs/heads/${name}`);
  return own === undefined || own === sha ? [sha] : [own, sha];
}

function mergedInto(
  trunks: readonly string[],
  tips: readonly Tip[],
  root: string,
  env: Env,
): ReadonlySet<string> | undefined {
  const refs = tips.map(({ ref }) => ref);
  const into = trunks.map((sha) => `--merged=${sha}`);
  const args = ["for-each-ref", ...into, "--format=%(refname)", "--", ...refs];
  const { ok, output } = runGit(root, args, env, { timeout: 300, maxBytes: 65_536 });
  return ok ? new Set(output.split("\n")) : undefined;
}
