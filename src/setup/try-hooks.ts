import { mkdirSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentSetup, InstalledHook } from "../agent/setup.js";
import { type Env, INSIDE, TRIAL_HOME } from "../host/env.js";
import { removeTree } from "../host/file/remove-tree.js";
import { readErrors } from "../host/log.js";
import { type Ran, runProgram, runShell } from "../host/process/shell.js";
import { journalFolder } from "../journal/file.js";

/** How one installed hook did when it was run for real. */
export interface Trial extends InstalledHook {
  /** What is wrong with it, if anything. */
  readonly problem?: string;
  /** Characters it answered. */
  readonly answered: number;
  readonly ms: number;
  /** To a bare `node -e 0`, where that was asked for. */
  readonly ratio?: number;
}

const USUAL_LIMIT = 5_000;

/** How thoroughly hooks are tried. */
export interface Trying {
  /** How often each is run; the best time counts. */
  readonly times: number;
  /** Whether it is weighed against a bare start of Node. */
  readonly isWeighed: boolean;
}

/**
 * Runs every hook exactly as the agent would, on a memory and a project made for the purpose. One after the other, as they
 * are asked for.
 */
export function* tryHooks(
  setup: AgentSetup,
  hooks: readonly InstalledHook[],
  env: Env,
  trying: Trying,
): Generator<Trial> {
  const root = mkdtempSync(join(tmpdir(), "tidemark-trial-"));
  try {
    const cwd = join(root, "project");
    mkdirSync(cwd);
    const home = join(root, "home");
    // Without what makes a hook keep silent: doctor itself may be run by an agent.
    const { [INSIDE]: _inside, COPILOT_CLI: _copilot, ...rest } = env;
    const around = {
      ...{ ...rest, [TRIAL_HOME]: home, CLAUDE_PROJECT_DIR: cwd, CLAUDE_PID: String(process.pid) },
      // A checkpoint is made in a process of its own, which would outlive the trial. The housekeeping knows a trial by its home.
      TIDEMARK_CHECKPOINTS: "off",
    };
    for (const hook of hooks) yield tryHook(hook, { setup, home, cwd, env: around, ...trying });
  } finally {
    discard(root);
  }
}

function discard(folder: string): void {
  try {
    removeTree(folder);
  } catch {
    // Something still writes in it. What was found out is worth more than a clean temporary folder.
  }
}

interface Place extends Trying {
  readonly setup: AgentSetup;
  readonly home: string;
  readonly cwd: string;
  readonly env: Env;
}

function tryHook(hook: InstalledHook, place: Place): Trial {
  const { setup, home, cwd, env, times, isWeighed } = place;
  const input = JSON.stringify(setup.sample(hook.event, { session: "trial", cwd }) ?? {});
  const timeout = setup.limits[hook.event] ?? USUAL_LIMIT;
  const notes = readErrors(home).length;
  const size = sizeOf(journalFolder(home));
  // In turns, so that a machine under load slows both alike.
  const pairs = Array.from({ length: times }, () => ({
    bare: isWeighed ? runProgram(process.execPath, ["-e", "0"], { env: bareEnv(env), cwd }).ms : Number.NaN,
    run: runShell(hook.command, { env, cwd, input, timeout }),
  }));
  const runs = pairs.map(({ run }) => run);
  const noted = readErrors(home).slice(notes)[0]?.error;
  const silent = sizeOf(journalFolder(home)) > size ? undefined : "recorded nothing";
  const problem = runs.map(problemOf).find((found) => found !== undefined) ?? noted ?? silent;
  const ms = Math.min(...runs.map((run) => run.ms));
  const ratio = ms / Math.min(...pairs.map(({ bare }) => bare));
  const answered = runs[0]?.stdout.length ?? 0;
  return {
    ...hook,
    problem,
    answered,
    ms,
    ...(isWeighed ? { ratio } : {}),
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
    return false; // Not JSON: an agent would show it to the model as it is.
  }
}

function bareEnv(env: Env): Env {
  return { ...env, NODE_EXTRA_CA_CERTS: "", NODE_OPTIONS: "" };
}

function sizeOf(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  } catch {
    return 0; // Nothing was recorded yet.
  }
}
