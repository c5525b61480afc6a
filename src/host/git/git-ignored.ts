import type { Env } from "../env.js";
import { runGit } from "./git-run.js";

const LIMITS = { timeout: 5_000, most: 1_048_576 };

/** Those of these paths that git leaves out of the repository at `root`; none where there is no repository. */
export function ignoredByGit(root: string, paths: readonly string[], env: Env): readonly string[] {
  if (paths.length === 0) return [];
  const args = ["-c", "core.quotePath=false", "check-ignore", "--", ...paths];
  return runGit(root, args, env, LIMITS).output.split("\n").filter(Boolean);
}
