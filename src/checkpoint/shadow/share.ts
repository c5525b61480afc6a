import type { Env } from "../../host/env.js";
import { runShadow } from "../../host/git/git-shadow.js";
import type { Checkpoint } from "../checkpoint.js";
import { keepingOf } from "./keeping.js";

const TIMEOUT = 60_000;

/** The bytes on disk that only these checkpoints of a project need, and none of those that stay. */
export function ownBytes(
  home: string,
  env: Env,
  project: string,
  { gone, kept }: { readonly gone: readonly Checkpoint[]; readonly kept: readonly Checkpoint[] },
): number {
  if (gone.length === 0) return 0;
  const revisions = [...gone.map(({ commit }) => commit), ...kept.map(({ commit }) => `^${commit}`)];
  const { ok, output } = runShadow(
    { gitDir: keepingOf(home, project).git, env },
    ["rev-list", "--objects", "--disk-usage", "--ignore-missing", "--stdin"],
    { input: Buffer.from(`${revisions.join("\n")}\n`), timeout: TIMEOUT },
  );
  return ok ? Number(output.toString("latin1").trim()) || 0 : 0;
}
