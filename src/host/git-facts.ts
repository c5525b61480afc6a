import { existsSync } from "node:fs";
import { devNull } from "node:os";
import { join, parse } from "node:path";
import { type Env, INSIDE } from "./env.js";
import { type Place, readRemote } from "./git.js";

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
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const args = [
    "--no-pager",
    "--no-replace-objects",
    ...["-c", "core.fsmonitor=false"],
    ...["-c", `core.hooksPath=${devNull}`],
    // `-C` and not `--git-dir`: with the latter git would trust a repository of another user.
    ...["-C", folder],
    ...["rev-list", "--max-parents=0", "HEAD", "--"],
  ];
  const { status, stdout } = spawnSync("git", args, {
    // Started from the filesystem root: a `git` lying in the project is never found first.
    cwd: parse(folder).root,
    env: gitEnv(env),
    encoding: "latin1",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
    maxBuffer: MOST_OUTPUT,
    windowsHide: true,
  });
  if (status !== 0) return []; // No git, no commit, too slow, or refused: the caller does without.
  const roots = stdout.split("\n").filter((line) => /^[0-9a-f]{40,64}$/.test(line));
  return roots.sort().slice(0, MOST_ROOTS);
}

// Only what git needs to start and to find the user's own settings: an agent's or a git hook's GIT_DIR,
// GIT_SSH_COMMAND or GIT_CONFIG_COUNT would answer for another repository, or start something.
const KEPT = [
  ...[
    "PATH",
    "HOME",
    "USERPROFILE",
    "HOMEDRIVE",
    "HOMEPATH",
    "XDG_CONFIG_HOME",
    "SYSTEMROOT",
    "TMPDIR",
    "TEMP",
  ],
  ...["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "DEVELOPER_DIR", "LD_LIBRARY_PATH"],
];

function gitEnv(env: Env): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT) {
    const value = env[name];
    if (value !== undefined) kept[name] = value;
  }
  return {
    ...kept,
    [INSIDE]: "1",
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // Missing commits of a partial clone would be fetched, by whatever program the repository's config names.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_GRAFT_FILE: devNull,
  };
}
