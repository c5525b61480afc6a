import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { HOOK_TABLE, settingsPath } from "../../agent/claude/setup.js";
import { removeHooks } from "../../agent/hook-settings.js";
import { dataHome, type Env } from "../../host/env.js";
import { logFolder } from "../../host/log.js";
import { readUserFile, requireWritable, writeUserFile } from "../../host/user-file.js";
import { type Backup, backupFolder, dropBackup, readBackups, readOriginal, sha256 } from "./backup.js";
import { unifiedDiff } from "./diff.js";
import { atPath, scopeOf, textOf } from "./init.js";
import { programFolder } from "./program.js";

export interface RemoveOptions {
  readonly env: Env;
  readonly cwd: string;
  /** Only from the project around `cwd`; the program stays for the others. */
  readonly project?: boolean | undefined;
  /** The memory too. */
  readonly purge?: boolean | undefined;
}

/** How one file of the user's gets rid of us. */
interface Removal {
  readonly path: string;
  /** `restore`: nobody touched the file since, its old bytes come back. `edit`: only our hooks are taken out. */
  readonly how: "restore" | "delete" | "edit";
  readonly before: Buffer;
  readonly after: Buffer | undefined;
  readonly diff: string;
  readonly madeFolder?: string | undefined;
}

export interface RemovePlan {
  readonly home: string;
  readonly files: readonly Removal[];
  /** What goes of the data folder. */
  readonly folders: readonly string[];
  /** What is in the data folder and stays: the memory, and what is not ours. */
  readonly kept: readonly string[];
}

// A list and not the whole folder: TIDEMARK_HOME may have been pointed at a folder with other things in it. Models and
// packages that a person put there stay, too.
const MEMORY =
  /^(?:journal|place|device|project|checkpoint|archive|recall|count|export|forget|restore|tend|tended|embed\.lock|config\.json|tidemark\.db)(?:[.-].*)?$/;

export function planRemove(options: RemoveOptions): RemovePlan {
  const home = resolve(dataHome(options.env));
  const backups = readBackups(home);
  const files = [...pathsOf(options, backups)].flatMap((path) => planFile(home, path, backups) ?? []);
  const names = existsSync(home) ? readdirSync(home).map((name) => join(home, name)) : [];
  const own = [programFolder(home), backupFolder(home), logFolder(home)];
  const goes = (path: string) =>
    own.includes(path) || (options.purge && MEMORY.test(path.slice(home.length + 1)));
  const folders = options.project ? [] : names.filter(goes);
  return { home, files, folders, kept: names.filter((path) => !folders.includes(path)) };
}

/** Does what the plan says: the hooks first, so that none is left that runs a program which is gone. */
export function applyRemove(plan: RemovePlan): void {
  for (const { path } of plan.files) requireWritable(path);
  for (const { path, after, madeFolder } of plan.files) {
    if (after === undefined) rmSync(path);
    else writeUserFile(path, after);
    if (after === undefined && madeFolder !== undefined) removeEmpty(dirname(path), madeFolder);
    dropBackup(plan.home, path);
  }
  for (const folder of plan.folders) rmSync(folder, { recursive: true, force: true });
  if (plan.folders.length > 0) removeEmpty(plan.home, plan.home);
}

/** Every file we wrote to, and those we would write to now: the list of the backups may be lost. */
function pathsOf({ env, cwd, project }: RemoveOptions, backups: readonly Backup[]): Set<string> {
  const here = settingsPath(env, scopeOf({ env, cwd, project: true }));
  if (project) return new Set([here]);
  const user = settingsPath(env, scopeOf({ env, cwd, project: false }));
  return new Set([...backups.map(({ path }) => path), user, here]);
}

function planFile(home: string, path: string, backups: readonly Backup[]): Removal | undefined {
  const before = readUserFile(path);
  // What does not even name our program need not be valid to be left alone.
  if (!before?.includes("hook.cjs")) return undefined;
  const backup = backups.find((one) => one.path === path);
  const text = textOf(path, before);
  const found = backup?.sha256 === sha256(before) ? restore(home, backup) : undefined;
  const { how, after } = found ?? atPath(path, () => edit(text, backup));
  if (after?.equals(before)) return undefined;
  const diff = unifiedDiff(path, text, after === undefined ? undefined : textOf(path, after));
  return { path, how, before, after, diff, madeFolder: backup?.madeFolder };
}

type Way = Pick<Removal, "how" | "after">;

function restore(home: string, backup: Backup): Way | undefined {
  if (!backup.existed) return { how: "delete", after: undefined };
  const original = readOriginal(home, backup);
  return original && { how: "restore", after: original };
}

function edit(text: string, backup: Backup | undefined): Way {
  const without = removeHooks(text, HOOK_TABLE.agent);
  // Nobody put anything into the file that we made.
  if (backup?.existed === false && without.trim() === "{}") return { how: "delete", after: undefined };
  return { how: "edit", after: Buffer.from(without) };
}

/** Removes folders from the inner to the outer one, as far as they are empty. */
function removeEmpty(inner: string, outer: string): void {
  if (!existsSync(inner) || readdirSync(inner).length > 0) return;
  rmdirSync(inner);
  if (inner !== outer && dirname(inner) !== inner) removeEmpty(dirname(inner), outer);
}
