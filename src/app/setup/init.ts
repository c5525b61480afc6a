import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { configFolder } from "../../agent/claude/folder.js";
import { HOOK_TABLE, hooksDisabled, settingsPath } from "../../agent/claude/setup.js";
import { addHooks, removeHooks } from "../../agent/hook-settings.js";
import type { Scope } from "../../agent/setup.js";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { dataHome, type Env, userHome } from "../../host/env.js";
import { findPrograms } from "../../host/find-program.js";
import { secureFolder } from "../../host/folder.js";
import { readPlace } from "../../host/git.js";
import { missingFolder, readUserFile, requireWritable, writeUserFile } from "../../host/user-file.js";
import { keepBackup, readBackups, readOriginal, sha256 } from "./backup.js";
import { unifiedDiff } from "./diff.js";
import { hookCommand, installProgram, type Program } from "./program.js";

export interface InitOptions {
  readonly env: Env;
  readonly cwd: string;
  readonly program: Program;
  /** Named, it is installed for even where it is not found. */
  readonly agent?: string | undefined;
  /** Only for the project around `cwd`. */
  readonly project?: boolean | undefined;
}

/** What would change in one file of the user's. */
interface FileChange {
  readonly path: string;
  readonly before: Buffer | undefined;
  readonly after: Buffer;
  readonly diff: string;
}

export interface InitPlan {
  readonly agent: "claude";
  readonly home: string;
  readonly command: string;
  readonly program: Program;
  /** Empty where the hooks are already as they should be. */
  readonly files: readonly FileChange[];
  /** The settings switch all hooks off: set up or not, none will run. */
  readonly isDisabled: boolean;
}

export function planInit(options: InitOptions): InitPlan {
  const { env, program } = options;
  requireAgent(options);
  const home = resolve(dataHome(env));
  const command = hookCommand(env);
  const path = settingsPath(env, scopeOf(options));
  const before = readUserFile(path);
  const text = before === undefined ? undefined : textOf(path, before);
  const after = atPath(path, () => addHooks(text, HOOK_TABLE, command));
  const diff = unifiedDiff(path, text, after);
  const files = after === text ? [] : [{ path, before, after: Buffer.from(after), diff }];
  return { agent: "claude", home, command, program, files, isDisabled: hooksDisabled(after) };
}

/** Does what the plan says. Nothing is changed before everything is known to be writable. */
export function applyInit(plan: InitPlan, at: number = now()): void {
  for (const { path, before } of plan.files) {
    requireWritable(path);
    requireUnchanged(path, before);
  }
  secureFolder(plan.home);
  installProgram(plan.home, plan.program);
  for (const { path, before, after } of plan.files) {
    const { original, madeFolder } = originOf(plan.home, path, before);
    keepBackup(plan.home, { path, original, written: after, at, madeFolder });
    writeUserFile(path, after);
  }
}

export function scopeOf({ env, cwd, project }: Pick<InitOptions, "env" | "cwd" | "project">): Scope {
  return project ? { is: "project", root: readPlace(cwd).root } : { is: "user", home: userHome(env) };
}

/** A user's file as text; other encodings than UTF-8 are not ours to guess. */
export function textOf(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new TidemarkError("settings-malformed", `${path} is not UTF-8 text.`, {
      hint: "Save it as UTF-8, then run the command again; nothing was changed.",
      cause,
    });
  }
}

/** Says which file it is that the settings editor complains about. */
export function atPath<T>(path: string, edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    const { code, message, hint } = error;
    throw new TidemarkError(code, `${path}: ${message}`, {
      ...(hint === undefined ? {} : { hint }),
      cause: error,
    });
  }
}

function requireAgent({ env, agent }: InitOptions): void {
  if (agent === "claude") return;
  if (agent !== undefined) {
    throw new TidemarkError("bad-argument", `There is no agent "${agent}".`, { hint: "Known: claude." });
  }
  const present = existsSync(configFolder(env, userHome(env))) || findPrograms(env, "claude").length > 0;
  if (present) return;
  throw new TidemarkError("not-found", "Claude Code was not found on this machine.", {
    hint: "Install it first, or set the hooks up in advance: tidemark init --agent claude",
  });
}

function requireUnchanged(path: string, before: Buffer | undefined): void {
  const now = readUserFile(path);
  if (now === undefined ? before === undefined : before?.equals(now)) return;
  throw new TidemarkError("settings-unwritable", `${path} was changed by somebody else meanwhile.`, {
    hint: "Run the command again; nothing was changed.",
  });
}

/** What the file was before Tidemark. Of our own doing, the first original counts; of an edited file, its text without us. */
function originOf(home: string, path: string, before: Buffer | undefined) {
  if (before === undefined) return { original: undefined, madeFolder: missingFolder(path) };
  const known = readBackups(home).find((backup) => backup.path === path);
  if (known?.sha256 === sha256(before)) {
    const original = readOriginal(home, known);
    if (original || !known.existed) return { original, madeFolder: known.madeFolder };
  }
  const text = textOf(path, before);
  const without = removeHooks(text, HOOK_TABLE.agent);
  return { original: without === text ? before : Buffer.from(without), madeFolder: known?.madeFolder };
}
