import { devNull } from "node:os";
import { parse } from "node:path";
import { type Env, INSIDE } from "../env.js";

export interface GitLimits {
  readonly timeout: number;
  readonly maxBytes: number;
}

export interface GitRan {
  /** It exited with 0. */
  readonly ok: boolean;
  /** Incomplete if git was killed. */
  readonly output: string;
}

/** Runs git in the repository at `folder`. Programs that the repository configures are not started. */
export function runGit(folder: string, args: readonly string[], env: Env, limits: GitLimits): GitRan {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const all = [
    "--no-pager",
    "--no-replace-objects",
    ...["-c", "core.fsmonitor=false"],
    ...["-c", `core.hooksPath=${devNull}`],
    // Not `--git-dir`: with it git would trust a repository of another user.
    ...["-C", folder],
    ...args,
  ];
  const { status, stdout } = spawnSync("git", all, {
    // From the root of the file system, so that a `git` in the project is never found.
    cwd: parse(folder).root,
    env: gitEnv(env),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: limits.timeout,
    killSignal: "SIGKILL",
    maxBuffer: limits.maxBytes,
    windowsHide: true,
  });
  return { ok: status === 0, output: stdout ?? "" };
}

// An inherited GIT_DIR, GIT_SSH_COMMAND or GIT_CONFIG_COUNT would name another repository or start a program.
const PASSED_ON =
  "PATH HOME USERPROFILE HOMEDRIVE HOMEPATH XDG_CONFIG_HOME SYSTEMROOT TMPDIR TEMP GIT_CONFIG_GLOBAL " +
  "GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM DEVELOPER_DIR LD_LIBRARY_PATH";

export function gitEnv(env: Env): Env {
  return {
    ...Object.fromEntries(PASSED_ON.split(" ").map((name) => [name, env[name]])),
    [INSIDE]: "1",
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // Else git would fetch missing commits of a partial clone, with a program that the config names.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_GRAFT_FILE: devNull,
  };
}
