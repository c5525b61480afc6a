import { devNull } from "node:os";
import { parse } from "node:path";
import { type Env, INSIDE } from "../env.js";

export interface GitLimits {
  readonly timeout: number;
  /** Bytes of output. */
  readonly most: number;
}

export interface GitRan {
  /** It ended by itself and well. */
  readonly ok: boolean;
  /** Up to where it ended or was ended. */
  readonly output: string;
}

/** Asks git about the repository at `folder`, in an environment of ours: nothing the repository configures is started. */
export function runGit(folder: string, args: readonly string[], env: Env, limits: GitLimits): GitRan {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const all = [
    "--no-pager",
    "--no-replace-objects",
    ...["-c", "core.fsmonitor=false"],
    ...["-c", `core.hooksPath=${devNull}`],
    // `-C` and not `--git-dir`: with the latter git would trust a repository of another user.
    ...["-C", folder],
    ...args,
  ];
  const { status, stdout } = spawnSync("git", all, {
    // Started from the filesystem root: a `git` lying in the project is never found first.
    cwd: parse(folder).root,
    env: gitEnv(env),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: limits.timeout,
    killSignal: "SIGKILL",
    maxBuffer: limits.most,
    windowsHide: true,
  });
  return { ok: status === 0, output: stdout ?? "" };
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

export function gitEnv(env: Env): Record<string, string> {
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
