import { devNull } from "node:os";
import type { Env } from "../env.js";
import { gitEnv } from "./git-run.js";

/** Our repository for files of the user; it never refers to the user's own repository. */
export interface ShadowPlace {
  readonly gitDir: string;
  readonly workTree?: string;
  readonly index?: string;
  readonly env: Env;
}

export interface ShadowOptions {
  readonly input?: Buffer;
  readonly timeout?: number;
  /** Git is killed beyond it. */
  readonly maxBytes?: number;
  /** Additional ones, as `name=value`. */
  readonly settings?: readonly string[];
}

export interface ShadowRan {
  readonly ok: boolean;
  readonly code: number | null;
  /** Incomplete if git was killed. Bytes, because names need not be UTF-8. */
  readonly output: Buffer;
  readonly error: string;
  readonly isMissing: boolean;
}

/** Runs git on a shadow repository, without filters, hooks, watchers or automatic maintenance. */
export function runShadow(
  place: ShadowPlace,
  args: readonly string[],
  options: ShadowOptions = {},
): ShadowRan {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { timeout = 600_000, maxBytes = 1 << 29, settings = [], input } = options;
  const all = [...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]);
  const ran = spawnSync("git", ["--no-pager", "--no-replace-objects", ...all, ...args], {
    // From the root of the file system, so that a `git` in the project is never found.
    cwd: "/",
    env: {
      ...gitEnv(place.env),
      GIT_DIR: place.gitDir,
      GIT_WORK_TREE: place.workTree,
      GIT_INDEX_FILE: place.index,
    },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    input,
    timeout,
    killSignal: "SIGKILL",
    maxBuffer: maxBytes,
    windowsHide: true,
  });
  const code = ran.error !== undefined && "code" in ran.error ? ran.error.code : undefined;
  return {
    ok: ran.status === 0 && ran.error === undefined,
    code: ran.status,
    output: ran.stdout ?? Buffer.alloc(0),
    error: (ran.stderr ?? "").toString("utf8").slice(0, 2_000).trim() || (ran.error?.message ?? ""),
    isMissing: code === "ENOENT",
  };
}

const SETTINGS = [
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.splitIndex=false",
  "index.skipHash=false",
  "core.autocrlf=false",
  "core.safecrlf=false",
  "core.sparseCheckout=false",
  "core.looseCompression=1",
  "core.logAllRefUpdates=false",
  // Allow names that only other systems forbid.
  ...(process.platform === "linux" ? ["core.protectNTFS=false", "core.protectHFS=false"] : []),
  "gc.auto=0",
  "maintenance.auto=false",
];
