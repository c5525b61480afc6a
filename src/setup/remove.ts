import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { SETUPS } from "../agent/adapters.js";
import { agentsNamed } from "../agent/known-agent.js";
import { scopeOf, type Where } from "../agent/scope.js";
import type { AgentSetup, SetupFile } from "../agent/setup.js";
import { openHome } from "../home/open-home.js";
import type { Env } from "../host/env.js";
import {
  agentOf,
  type Backup,
  backupFolder,
  dropBackup,
  readBackups,
  readOriginal,
  sha256,
} from "../host/file/backup.js";
import { readUserFile, requireWritable, writeUserFile } from "../host/file/user-file.js";
import { atPath, textOf } from "../host/file/user-text.js";
import { logFolder } from "../host/log.js";
import { programFolder } from "../host/program.js";
import { namesShim } from "../host/shim.js";
import type { Redact } from "../redact/redactor.js";
import { unifiedDiff } from "./diff.js";

export interface RemoveOptions extends Where {
  /** The program stays as long as other agents need it. */
  readonly agents?: readonly string[];
  /** Deletes the memory too. */
  readonly purge?: boolean;
}

export interface Removal {
  readonly path: string;
  /** `restore` puts the old bytes back, if nobody changed the file since; `edit` takes out only our parts. */
  readonly how: "restore" | "delete" | "edit";
  readonly before: Buffer;
  readonly after: Buffer | undefined;
  readonly diff: string;
  readonly madeFolder?: string;
}

export interface RemovePlan {
  readonly home: string;
  readonly files: readonly Removal[];
  /** Paths in the data folder that are deleted. */
  readonly folders: readonly string[];
  /** Paths in the data folder that stay: the memory, and files that are not ours. */
  readonly kept: readonly string[];
  /** Files we wrote that somebody changed since: they stay. */
  readonly changed: readonly string[];
  /** Plugins that run us, with the command that uninstalls each. */
  readonly plugins: readonly { readonly title: string; readonly uninstall: string }[];
}

// TIDEMARK_HOME may be a folder with other files in it, so only these names are deleted. Models and packages stay.
const MEMORY =
  /^(?:journal|place|device|project|checkpoint|archive|recall|count|export|import|forget|restore|tend|tended|(?:embed|distil)\.lock|config\.json|tidemark\.db)(?:[.-].*)?$/;

export function planRemove(options: RemoveOptions): RemovePlan {
  const { env, agents = [], project, purge } = options;
  const { home: folder, redact } = openHome(env);
  const home = resolve(folder);
  const backups = readBackups(home);
  const setups = agents.length > 0 ? agentsNamed(agents) : SETUPS;
  const paths = pathsOf(setups, options, backups);
  const found = [...paths].flatMap((path) => planFile(home, path, { setups, env, redact, backups }) ?? []);
  const files = found.flatMap((file) => ("changed" in file ? [] : [file]));
  const changed = found.flatMap((file) => ("changed" in file ? [file.changed] : []));
  const isNeeded =
    project ||
    (agents.length > 0 &&
      [...pathsOf(SETUPS, options, backups)].some(
        (path) => !paths.has(path) && fileMatches(path, (bytes) => namesShim(bytes.toString("latin1"))),
      ));
  const names = existsSync(home) ? readdirSync(home).map((name) => join(home, name)) : [];
  const own = [programFolder(home), backupFolder(home), logFolder(home)];
  const goes = (path: string) => own.includes(path) || (purge && MEMORY.test(path.slice(home.length + 1)));
  const folders = isNeeded ? [] : names.filter(goes);
  const kept = names.filter((path) => !folders.includes(path));
  return { home, files, folders, kept, changed, plugins: project ? [] : pluginsOf(setups, env) };
}

function pluginsOf(setups: readonly AgentSetup[], env: Env): RemovePlan["plugins"] {
  return setups.flatMap(({ title, pluginRemoval }) => {
    const uninstall = pluginRemoval?.(env);
    return uninstall === undefined ? [] : [{ title, uninstall }];
  });
}

/** Removes the hooks before the program they run. */
export function applyRemove(plan: Pick<RemovePlan, "home" | "files" | "folders">): void {
  for (const { path } of plan.files) requireWritable(path);
  for (const { path, after } of plan.files) {
    if (after === undefined) rmSync(path);
    else writeUserFile(path, after);
    dropBackup(plan.home, path);
  }
  // Inner folders first: a folder that was made earlier may hold one that was made later.
  const made = plan.files.flatMap(({ path, after, madeFolder }) =>
    after === undefined && madeFolder !== undefined ? [{ path, madeFolder }] : [],
  );
  for (const { path, madeFolder } of made.sort((a, b) => b.madeFolder.length - a.madeFolder.length))
    removeEmpty(dirname(path), madeFolder);
  for (const folder of plan.folders) rmSync(folder, { recursive: true, force: true });
  if (plan.folders.length > 0) removeEmpty(plan.home, plan.home);
}

/** Every file we wrote to, and those we would write to now, in case the list of backups is lost. */
function pathsOf(
  setups: readonly AgentSetup[],
  { env, cwd, project }: RemoveOptions,
  backups: readonly Backup[],
): Set<string> {
  const pathsIn = (inProject: boolean) =>
    setups.flatMap((setup) =>
      setup.files(scopeOf({ env, cwd, project: inProject }), env).map(({ path }) => path),
    );
  if (project) return new Set(pathsIn(true));
  const written = backups.filter((backup) => setups.some(({ name }) => name === agentOf(backup)));
  return new Set([...written.map(({ path }) => path), ...pathsIn(false), ...pathsIn(true)]);
}

interface Known {
  readonly setups: readonly AgentSetup[];
  readonly env: Env;
  readonly redact: Redact;
  readonly backups: readonly Backup[];
}

function planFile(home: string, path: string, known: Known): Removal | { changed: string } | undefined {
  const before = readUserFile(path);
  if (before === undefined) return undefined;
  const backup = known.backups.find((one) => one.path === path);
  const found = backup?.sha256 === sha256(before) ? restore(home, backup) : undefined;
  if (found === undefined && !namesShim(before.toString("latin1"))) return undefined;
  const text = textOf(path, before);
  const editors = editorsOf(path, backup, known);
  const { how, after } = found ?? atPath(path, () => edit(text, backup, editors));
  if (after?.equals(before)) return editors.some((file) => file.holds(text)) ? { changed: path } : undefined;
  const diff = unifiedDiff(path, text, after === undefined ? undefined : textOf(path, after), known.redact);
  return { path, how, before, after, diff, madeFolder: backup?.madeFolder };
}

type Way = Pick<Removal, "how" | "after">;

function restore(home: string, backup: Backup): Way | undefined {
  if (!backup.existed) return { how: "delete", after: undefined };
  const original = readOriginal(home, backup);
  return original && { how: "restore", after: original };
}

function edit(text: string, backup: Backup | undefined, editors: readonly SetupFile[]): Way {
  const without = editors.reduce((rest, file) => (rest === "" ? rest : file.remove(rest)), text);
  // Delete the file if we made it and nobody added anything, or if all of it was ours.
  const rest = without.replace("\uFEFF", "").trim();
  if (text !== "" && without === "" && backup?.existed !== true) return { how: "delete", after: undefined };
  if (backup?.existed === false && (rest === "" || rest === "{}")) return { how: "delete", after: undefined };
  return { how: "edit", after: Buffer.from(without) };
}

/** The setups that can take our parts out of a file, even if the file is not at its usual place. */
function editorsOf(path: string, backup: Backup | undefined, { setups, env }: Known): SetupFile[] {
  const filesOf = (setup: AgentSetup) => setup.files(scopeOf({ env, cwd: dirname(path) }), env);
  const here = setups.flatMap(filesOf).filter((file) => file.path === path);
  if (here.length > 0) return here;
  const ofProject = projectFile(path, setups, env);
  if (ofProject !== undefined) return [...ofProject.files];
  // The agent kept its settings in another folder then, in a file of the same name.
  const agent = backup && agentOf(backup);
  const theirs = setups.filter(({ name }) => name === agent);
  return theirs.flatMap(filesOf).filter((file) => basename(file.path) === basename(path));
}

/** False also for a file that cannot be read: an agent runs nothing from it. */
export function fileMatches(path: string, test: (bytes: Buffer) => boolean): boolean {
  try {
    const bytes = readUserFile(path);
    return bytes !== undefined && test(bytes);
  } catch {
    return false;
  }
}

/** The project in which a file is one of an agent's settings, and the setups that edit it. */
export function projectFile(
  path: string,
  setups: readonly AgentSetup[],
  env: Env,
): { readonly root: string; readonly files: readonly SetupFile[] } | undefined {
  for (let root = dirname(path); ; root = dirname(root)) {
    const all = setups.flatMap((setup) => setup.files({ is: "project", root }, env));
    const files = all.filter((file) => file.path === path);
    if (files.length > 0) return { root, files };
    if (dirname(root) === root) return undefined;
  }
}

/** Removes empty folders, from the inner to the outer one. */
export function removeEmpty(inner: string, outer: string): void {
  if (existsSync(inner)) {
    if (readdirSync(inner).length > 0) return;
    rmdirSync(inner);
  }
  if (inner !== outer && dirname(inner) !== inner) removeEmpty(dirname(inner), outer);
}
