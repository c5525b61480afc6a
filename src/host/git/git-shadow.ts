import { devNull } from "node:os";
import type { Env } from "../env.js";
import { gitEnv } from "./git-run.js";

/** A repository of ours over files that are not: the user's own repository is never named. */
export interface ShadowPlace {
  readonly gitDir: string;
  readonly workTree?: string;
  readonly index?: string;
  readonly env: Env;
}

export interface ShadowOptions {
  readonly input?: Buffer;
  readonly timeout?: number;
  /** Bytes of output; beyond them git is ended. */
  readonly most?: number;
  /** More settings, `name=value`. */
  readonly settings?: readonly string[];
}

export interface ShadowRan {
  readonly ok: boolean;
  readonly code: number | null;
  /** Up to where it ended or was ended. Names need not be text, so it is bytes. */
  readonly output: Buffer;
  readonly error: string;
  readonly isMissing: boolean;
}

const TIMEOUT_MS = 600_000;
const MOST_OUTPUT = 1 << 29;
const MOST_ERROR = 2_000;

/** Runs git on a shadow repository: bytes as they are, no filter, hook, watcher or housekeeping of anybody's. */
export function runShadow(
  place: ShadowPlace,
  args: readonly string[],
  options: ShadowOptions = {},
): ShadowRan {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { timeout = TIMEOUT_MS, most = MOST_OUTPUT, settings = [], input } = options;
  const all = [...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]);
  const ran = spawnSync("git", ["--no-pager", "--no-replace-objects", ...all, ...args], {
    // Started from the filesystem root: a `git` lying in the project is never found first.
    cwd: "/",
    env: {
      ...gitEnv(place.env),
      GIT_DIR: place.gitDir,
      ...(place.workTree !== undefined && { GIT_WORK_TREE: place.workTree }),
      ...(place.index !== undefined && { GIT_INDEX_FILE: place.index }),
    },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    ...(input !== undefined && { input }),
    timeout,
    killSignal: "SIGKILL",
    maxBuffer: most,
    windowsHide: true,
  });
  const code = ran.error !== undefined && "code" in ran.error ? ran.error.code : undefined;
  return {
    ok: ran.status === 0 && ran.error === undefined,
    code: ran.status,
    output: ran.stdout ?? Buffer.alloc(0),
    error: (ran.stderr ?? "").toString("utf8").slice(0, MOST_ERROR).trim() || (ran.error?.message ?? ""),
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
  // Names that only other systems forbid.
  ...(process.platform === "linux" ? ["core.protectNTFS=false", "core.protectHFS=false"] : []),
  "gc.auto=0",
  "maintenance.auto=false",
];
