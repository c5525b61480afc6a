import type { Env } from "../env.js";
import { look } from "../file/foreign-file.js";
import type { Place } from "./git.js";
import { isRef, MOST_PACKED, readLine, readRef } from "./git-ref.js";
import { runGit } from "./git-run.js";

export type BranchState = "here" | "merged" | "deleted";

const TIMEOUT_MS = 300;
const MOST_OUTPUT = 65_536;
const MOST_BRANCHES = 20;

interface Tip {
  readonly name: string;
  readonly ref: string;
  readonly sha: string;
}

/** What became of branches; one that cannot be judged is left out. Git is started only if one may have been merged. */
export function readBranches(
  place: Place,
  names: readonly string[],
  env: Env,
): ReadonlyMap<string, BranchState> {
  const states = new Map<string, BranchState>();
  const { commonDir } = place;
  // What is kept as a reftable only git can read, and it is not worth a process.
  if (commonDir === undefined || look(`${commonDir}/reftable`) !== undefined) return states;
  const tips: Tip[] = [];
  for (const name of [...new Set(names)].slice(0, MOST_BRANCHES)) {
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

/** The name of the origin's default branch, where it is known. */
export function readTrunk(commonDir: string): string | undefined {
  const head = readLine(`${commonDir}/${ORIGIN}HEAD`) ?? "";
  const ref = head.startsWith("ref: ") ? head.slice("ref: ".length) : "";
  return isRef(ref) && ref.startsWith(ORIGIN) ? ref.slice(ORIGIN.length) : undefined;
}

/** The commits of the branch that others are merged into: as it is here, and as it was last seen at the origin. */
export function trunkCommits(commonDir: string): string[] {
  const trunk = findTrunk(commonDir);
  return trunk === undefined ? [] : trunksOf(commonDir, trunk);
}

/** The branch here, else as it was last seen at the origin. */
function findTip(commonDir: string, name: string): Tip | undefined {
  for (const ref of [`refs/heads/${name}`, `refs/remotes/origin/${name}`]) {
    const sha = readRef(commonDir, ref);
    if (sha !== undefined) return { name, ref, sha };
  }
  return undefined;
}

function isCertainlyGone(commonDir: string, name: string): boolean {
  if (look(`${commonDir}/refs/heads/${name}`)?.isFile()) return false;
  return (look(`${commonDir}/packed-refs`)?.size ?? 0) <= MOST_PACKED;
}

/** The branch that others are merged into: the origin's default, else the usual names. */
function findTrunk(commonDir: string): Tip | undefined {
  const name = readTrunk(commonDir);
  const ref = `${ORIGIN}${name}`;
  // What was merged at the origin may not have been pulled yet.
  const sha = name === undefined ? undefined : readRef(commonDir, ref);
  if (name !== undefined && sha !== undefined) return { name, ref, sha };
  for (const usual of ["main", "master", "trunk", "develop"]) {
    const tip = findTip(commonDir, usual);
    if (tip !== undefined) return tip;
  }
  return undefined;
}

const ORIGIN = "refs/remotes/origin/";

/** A branch that was made and never committed to lies within its trunk too, but nobody merged it. */
function hasOwnWork(commonDir: string, { ref, sha }: Tip): boolean {
  const first = readLine(`${commonDir}/logs/${ref}`);
  return first === undefined || first.split(" ")[1] !== sha;
}

/** What was merged here need not have been pushed yet. */
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
  const { ok, output } = runGit(root, args, env, { timeout: TIMEOUT_MS, most: MOST_OUTPUT });
  return ok ? new Set(output.split("\n")) : undefined;
}
