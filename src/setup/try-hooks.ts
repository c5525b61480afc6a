import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { AgentSetup, InstalledHook } from "../agent/setup.js";
import { systemCode } from "../error.js";
import { type Env, INSIDE, TRIAL_HOME } from "../host/env.js";
import { removeTree } from "../host/file/remove-tree.js";
import { readErrors } from "../host/log.js";
import { journalFolder } from "../journal/file.js";
import { bytesOf } from "../upkeep/clean/usage.js";

/** The result of running one installed hook. */
export interface Trial extends InstalledHook {
  readonly problem?: string;
  /** The length of its answer. */
  readonly answered: number;
  readonly ms: number;
  /** To a bare `node -e 0`. */
  readonly ratio?: number;
}

const DEFAULT_TIMEOUT_MS = 5_000;

interface TrialOptions {
  /** How often each is run; the best time counts. */
  readonly times: number;
  /** Whether to compare it with a bare start of Node. */
  readonly isCompared: boolean;
}

/** Runs every hook exactly as the agent would, on a temporary memory and project. */
export function* tryHooks(
  setup: AgentSetup,
  hooks: readonly InstalledHook[],
  env: Env,
  options: TrialOptions,
): Generator<Trial> {
  const root = mkdtempSync(join(tmpdir(), "tidemark-trial-"));
  try {
    const cwd = join(root, "project");
    mkdirSync(cwd);
    const home = join(root, "home");
    // An agent may run doctor itself, so leave out the variables that silence a hook.
    const { [INSIDE]: _inside, COPILOT_CLI: _copilot, ...rest } = env;
    const around = {
      ...rest,
      [TRIAL_HOME]: home,
      CLAUDE_PROJECT_DIR: cwd,
      CLAUDE_PID: String(process.pid),
      // The process that makes a checkpoint would outlive the trial.
      TIDEMARK_CHECKPOINTS: "off",
    };
    for (const hook of hooks) yield tryHook(hook, { setup, home, cwd, env: around, ...options });
  } finally {
    try {
      removeTree(root);
    } catch {
      // Something still writes in it; the findings matter more than a clean temporary folder.
    }
  }
}

interface TrialContext extends TrialOptions {
  readonly setup: AgentSetup;
  readonly home: string;
  readonly cwd: string;
  readonly env: Env;
}

function tryHook(hook: InstalledHook, context: TrialContext): Trial {
  const { setup, home, cwd, env, times, isCompared } = context;
  const input = JSON.stringify(setup.sample(hook.event, { session: "trial", cwd }) ?? {});
  const timeout = setup.limits[hook.event] ?? DEFAULT_TIMEOUT_MS;
  const notes = readErrors(home).length;
  const size = bytesOf(journalFolder(home));
  // Alternate both runs, so that load on the machine slows both alike.
  const pairs = Array.from({ length: times }, () => ({
    bare: isCompared ? startNode(env, cwd) : Number.NaN,
    run: run(hook.command, [], { env, cwd, input, timeout, shell: true }),
  }));
  const runs = pairs.map(({ run }) => run);
  const noted = readErrors(home).slice(notes)[0]?.error;
  const silent = bytesOf(journalFolder(home)) > size ? undefined : "recorded nothing";
  const problem = runs.map(problemOf).find((found) => found !== undefined) ?? noted ?? silent;
  const ms = Math.min(...runs.map((run) => run.ms));
  const ratio = ms / Math.min(...pairs.map(({ bare }) => bare));
  return {
    ...hook,
    problem,
    answered: runs[0]?.stdout.length ?? 0,
    ms,
    ratio: isCompared ? ratio : undefined,
  };
}

function problemOf({ code, stdout, stderr }: Ran): string | undefined {
  if (code === undefined) return `did not end by itself: ${stderr.trim().slice(0, 300)}`;
  if (code !== 0) return `exit code ${code}: ${stderr.trim().slice(0, 300)}`;
  if (stderr.trim() !== "") return `wrote to its error output: ${stderr.trim().slice(0, 300)}`;
  if (stdout !== "" && !isObject(stdout))
    return `answered something that is not a JSON object: ${stdout.slice(0, 100)}`;
  return undefined;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false; // Not JSON.
  }
}

function startNode(env: Env, cwd: string): number {
  const bare = { ...env, NODE_EXTRA_CA_CERTS: "", NODE_OPTIONS: "" };
  return run(process.execPath, ["-e", "0"], { env: bare, cwd }).ms;
}

interface Ran {
  /** Undefined if it did not end by itself. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

function run(command: string, args: readonly string[], options: SpawnSyncOptions): Ran {
  const start = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    input: "",
    ...options,
    killSignal: "SIGKILL",
    encoding: "utf8",
    windowsHide: true,
  });
  const ms = performance.now() - start;
  // A program may end without reading its input.
  const failure = systemCode(error) === "EPIPE" ? "" : (error?.message ?? "");
  return { code: status ?? undefined, stdout: stdout ?? "", stderr: stderr || failure, ms };
}
