import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../env.js";
import { type Place, readRemote } from "./git.js";
import { runGit } from "./git-run.js";

/** What tells one repository from another. `roots` is empty where it cannot be known. */
export interface GitFacts {
  readonly roots: string[];
  readonly shallow: boolean;
  readonly remote?: string;
}

const TIMEOUT_MS = 700;
const MOST_OUTPUT = 65_536;
const MOST_ROOTS = 16;

/** Asks git itself for the root commits: slow, so only for a place not met before. */
export function readGitFacts(place: Place, env: Env): GitFacts {
  if (place.commonDir === undefined) return { roots: [], shallow: false };
  const remote = readRemote(place.commonDir);
  // The oldest commits of a shallow clone only look like roots.
  const shallow = existsSync(join(place.commonDir, "shallow"));
  const roots = shallow ? [] : readRoots(place.root, env);
  return { roots, shallow, ...(remote !== undefined && { remote }) };
}

function readRoots(folder: string, env: Env): string[] {
  const args = ["rev-list", "--max-parents=0", "HEAD", "--"];
  const { ok, output } = runGit(folder, args, env, { timeout: TIMEOUT_MS, most: MOST_OUTPUT });
  if (!ok) return []; // No git, no commit, too slow, or refused: the caller does without.
  const roots = output.split("\n").filter((line) => /^[0-9a-f]{40,64}$/.test(line));
  return roots.sort().slice(0, MOST_ROOTS);
}
