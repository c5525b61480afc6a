import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../env.js";
import { type Place, readRemote } from "./git.js";
import { runGit } from "./git-run.js";

/** Identifies a repository. `roots` is empty if unknown. */
export interface GitFacts {
  readonly roots: string[];
  readonly shallow: boolean;
  readonly remote?: string;
}

const MAX_ROOTS = 16;

/** Starts git to find the root commits, so use it only for a place that was not seen before. */
export function readGitFacts(place: Place, env: Env): GitFacts {
  if (place.commonDir === undefined) return { roots: [], shallow: false };
  const remote = readRemote(place.commonDir);
  // The oldest commits of a shallow clone are not its roots.
  const shallow = existsSync(join(place.commonDir, "shallow"));
  const roots = shallow ? [] : readRoots(place.root, env);
  return { roots, shallow, remote };
}

function readRoots(folder: string, env: Env): string[] {
  const args = ["rev-list", "--max-parents=0", "HEAD", "--"];
  const { ok, output } = runGit(folder, args, env, { timeout: 700, maxBytes: 65_536 });
  if (!ok) return []; // No git, no commit, too slow, or refused.
  const roots = output.split("\n").filter((line) => /^[0-9a-f]{40,64}$/.test(line));
  return roots.sort().slice(0, MAX_ROOTS);
}
