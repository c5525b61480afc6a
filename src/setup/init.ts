import { rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { connectedFiles } from "../agent/known-agent.js";
import { scopeOf, type Where } from "../agent/scope.js";
import type { AgentSetup, Part } from "../agent/setup.js";
import { TidemarkError } from "../error.js";
import { type Home, openHome } from "../home/open-home.js";
import { now } from "../host/clock.js";
import { dataHome, type Env } from "../host/env.js";
import {
  agentOf,
  type Backup,
  dropBackup,
  keepBackup,
  readBackups,
  readOriginal,
  sha256,
} from "../host/file/backup.js";
import { secureFolder } from "../host/file/folder.js";
import { missingFolder, readUserFile, requireWritable, writeUserFile } from "../host/file/user-file.js";
import { textOf } from "../host/file/user-text.js";
import { runGit } from "../host/git/git-run.js";
import { installProgram, type Program } from "../host/program.js";
import type { Redact } from "../redact/redactor.js";
import { type Choice, chooseAgents } from "./choose-agents.js";
import { unifiedDiff } from "./diff.js";
import { type FileChange, type PlannedAgent, planAgent } from "./plan-agent.js";
import { applyRemove, fileMatches, planRemove, projectFile, type Removal, removeEmpty } from "./remove.js";

export interface InitOptions extends Where {
  readonly program: Program;
  /** Set up even if they are not installed. Without names, every installed agent is. */
  readonly agents?: readonly string[];
  /** Added beside the hooks. Parts that are already installed are renewed anyway. */
  readonly parts?: readonly Part[];
}

export interface InitPlan extends Home, Pick<Choice, "notFound" | "leftOut"> {
  readonly program: Program;
  readonly agents: readonly PlannedAgent[];
  /** Empty if everything is set up already. */
  readonly files: readonly FileChange[];
  /** Hooks of the project that go, because the user's hooks would record everything a second time. */
  readonly removals: readonly Removal[];
  readonly elsewhere: RecordedTwice["elsewhere"];
  /** Files of the project that name paths of this machine and that git does not ignore. */
  readonly shared: readonly string[];
}

export function planInit(options: InitOptions): InitPlan {
  const { env, program, parts = [] } = options;
  const { home, redact } = openHome(env);
  const scope = scopeOf(options);
  const { setups, notFound, leftOut } = chooseAgents(options);
  const { here, removals, elsewhere } = recordedTwice(setups, options);
  const planned = setups.map((setup) =>
    planAgent(setup, scope, { env, redact }, { asked: parts, had: here.get(setup.name) ?? [] }),
  );
  return {
    home: resolve(home),
    redact,
    program,
    agents: planned.map(({ agent }) => agent),
    notFound,
    leftOut,
    files: planned.flatMap(({ files }) => files),
    removals,
    elsewhere,
    shared: scope.is === "project" ? sharedByGit(scope.root, planned, env) : [],
  };
}

function sharedByGit(
  root: string,
  planned: readonly { readonly shared: readonly string[] }[],
  env: Env,
): readonly string[] {
  const paths = [...new Set(planned.flatMap(({ shared }) => shared))];
  if (paths.length === 0) return [];
  const args = ["-c", "core.quotePath=false", "check-ignore", "--", ...paths];
  const { output } = runGit(root, args, env, { timeout: 5_000, maxBytes: 1 << 20 });
  const ignored = new Set(output.split("\n"));
  return paths.filter((path) => !ignored.has(path));
}

/** Checks first that every file is writable, and undoes everything if a later step fails. */
export function applyInit(plan: InitPlan, at: number = now()): void {
  if (plan.agents.length === 0) return;
  for (const { path } of [...plan.files, ...plan.removals]) requireWritable(path);
  const files = plan.files.map((file) => asShown(file, plan.redact));
  secureFolder(plan.home);
  installProgram(plan.home, plan.program);
  // Find all origins before writing: the first write may make folders that other files share.
  const backups = readBackups(plan.home);
  const steps = files.map((file) => originOf(plan.home, file, backups));
  const done: Origin[] = [];
  try {
    for (const step of steps) {
      const { file, original, madeFolder } = step;
      const { agent, path, after } = file;
      keepBackup(plan.home, { agent, path, original, written: after, at, madeFolder });
      done.push(step);
      writeUserFile(path, after);
    }
    applyRemove({ home: plan.home, files: plan.removals, folders: [] });
  } catch (error) {
    for (const { path, before } of plan.removals)
      if (!readUserFile(path)?.equals(before)) writeUserFile(path, before);
    for (const step of done.reverse()) undo(plan.home, step);
    throw error;
  }
}

/** Accepts a file that was changed meanwhile if our change to it still is the one that was shown. */
function asShown(file: FileChange, redact: Redact): FileChange {
  const { path, before, diff } = file;
  const present = readUserFile(path);
  if (present === undefined ? before === undefined : before?.equals(present)) return file;
  if (present !== undefined && before !== undefined) {
    const text = textOf(path, present);
    const after = file.edit(text);
    const renewed = unifiedDiff(path, text, after, redact);
    if (changedLines(renewed) === changedLines(diff))
      return { ...file, before: present, after: Buffer.from(after), diff: renewed };
  }
  throw new TidemarkError("settings-unwritable", `${path} was changed by somebody else meanwhile.`, {
    hint: "Run the command again; nothing was changed.",
  });
}

function changedLines(diff: string): string {
  return diff
    .split("\n")
    .filter((line) => /^[+-]/.test(line))
    .join("\n");
}

interface Origin {
  readonly file: FileChange;
  /** The file as it was before Tidemark. */
  readonly original?: Buffer;
  readonly madeFolder?: string;
  readonly known?: Backup;
}

/** If the file is as we wrote it, its backup is the original; if it was edited since, its text without our parts is. */
function originOf(home: string, file: FileChange, backups: readonly Backup[]): Origin {
  const { path, before, without } = file;
  const known = backups.find((backup) => backup.path === path);
  if (before === undefined) return { file, known, madeFolder: missingFolder(path) };
  const origin = { file, known, madeFolder: known?.madeFolder };
  if (known?.sha256 === sha256(before)) {
    const original = readOriginal(home, known);
    if (original || !known.existed) return { ...origin, original };
  }
  const text = textOf(path, before);
  const rest = without(text);
  if (rest === text) return { ...origin, original: before };
  // If nothing is left, the file was ours alone.
  return { ...origin, original: rest === "" ? undefined : Buffer.from(rest) };
}

function undo(home: string, { file: { agent, path, before }, known, madeFolder }: Origin): void {
  if (before === undefined) {
    rmSync(path, { force: true });
    if (madeFolder !== undefined) removeEmpty(dirname(path), madeFolder);
  } else if (!readUserFile(path)?.equals(before)) writeUserFile(path, before);
  if (known === undefined || before === undefined) dropBackup(home, path);
  else keepBackup(home, { ...known, agent, original: readOriginal(home, known), written: before });
}

interface RecordedTwice {
  /** The agents with hooks in the project around `cwd`, and their parts there. */
  readonly here: ReadonlyMap<string, readonly Part[]>;
  readonly removals: readonly Removal[];
  /** Agents with hooks in other projects. */
  readonly elsewhere: readonly { readonly name: string; readonly title: string; readonly root: string }[];
}

/** Finds the project hooks that would record a second time once these agents are connected for the user. */
function recordedTwice(
  setups: readonly AgentSetup[],
  { env, cwd, project: isProject }: Where,
): RecordedTwice {
  if (isProject) return { here: new Map(), removals: [], elsewhere: [] };
  const user = scopeOf({ env, cwd });
  const project = scopeOf({ env, cwd, project: true });
  const ofUser = new Set(setups.flatMap((setup) => setup.files(user, env).map(({ path }) => path)));
  const here = new Map<string, readonly Part[]>();
  for (const setup of setups) {
    const held = connectedFiles(setup, project, env).filter(({ file }) => !ofUser.has(file.path));
    const parts = [...new Set(held.map(({ file }) => file.part))];
    if (parts.includes("hooks")) here.set(setup.name, parts);
  }
  const all = here.size === 0 ? [] : planRemove({ env, cwd, project: true, agents: [...here.keys()] }).files;
  const removals = all.filter(({ path }) => !ofUser.has(path));
  const isKnown = (path: string) => ofUser.has(path) || removals.some((removal) => removal.path === path);
  const others = readBackups(resolve(dataHome(env))).filter(({ path }) => !isKnown(path));
  const elsewhere = others.flatMap((backup) => {
    const setup = setups.find(({ name }) => name === agentOf(backup));
    const found = setup && projectFile(backup.path, [setup], env);
    const hooks = found?.files.find(({ part }) => part === "hooks");
    if (!setup || !found || !hooks) return [];
    if (!fileMatches(backup.path, (bytes) => hooks.holds(textOf(backup.path, bytes)))) return [];
    return [{ name: setup.name, title: setup.title, root: found.root }];
  });
  return { here, removals, elsewhere };
}
