import { rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { heldFiles } from "../agent/known-agent.js";
import { scopeOf, type Where } from "../agent/scope.js";
import type { AgentSetup, Part } from "../agent/setup.js";
import { TidemarkError } from "../error.js";
import { type Home, openHome } from "../home/open-home.js";
import { now } from "../host/clock.js";
import type { Env } from "../host/env.js";
import { dataHome } from "../host/env.js";
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
import { readText, textOf } from "../host/file/user-text.js";
import { ignoredByGit } from "../host/git/git-ignored.js";
import { installProgram, type Program } from "../host/program.js";
import type { Redact } from "../redact/redactor.js";
import { type Choice, chooseAgents } from "./choose-agents.js";
import { unifiedDiff } from "./diff.js";
import { type FileChange, type PlannedAgent, planAgent } from "./plan-agent.js";
import { projectFile } from "./project-file.js";
import { applyRemove, planRemove, type Removal } from "./remove.js";
import { removeEmpty } from "./remove-empty.js";

export interface InitOptions extends Where {
  readonly program: Program;
  /** Named, they are set up even where they are not found. */
  readonly agents?: readonly string[] | undefined;
  /** What goes in beside the hooks. What is in already is renewed, asked for or not. */
  readonly parts?: readonly Part[];
}

export interface InitPlan extends Home, Pick<Choice, "notFound" | "leftOut"> {
  readonly program: Program;
  readonly agents: readonly PlannedAgent[];
  /** Empty where everything already is as it should be. */
  readonly files: readonly FileChange[];
  /** What the project loses, because its agents are connected for the user now: else all would be recorded twice. */
  readonly removals: readonly Removal[];
  readonly elsewhere: RecordedTwice["elsewhere"];
  /** Files of the project that git would hand on to others, with the paths of this machine in them. */
  readonly shared: readonly string[];
}

export function planInit(options: InitOptions): InitPlan {
  const { env, program, parts = [] } = options;
  const { home, redact } = openHome(env);
  const scope = scopeOf(options);
  const { setups, notFound, leftOut } = chooseAgents(options);
  const { here, removals, elsewhere } = options.project ? NOTHING_TWICE : recordedTwice(setups, options);
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
  const ignored = new Set(ignoredByGit(root, paths, env));
  return paths.filter((path) => !ignored.has(path));
}

const NOTHING_TWICE: RecordedTwice = { here: new Map(), removals: [], elsewhere: [] };

/** Does what the plan says. Nothing is changed before everything is known to be writable, or all of it is taken back. */
export function applyInit(plan: InitPlan, at: number = now()): void {
  if (plan.agents.length === 0) return;
  for (const { path } of [...plan.files, ...plan.removals]) requireWritable(path);
  const files = plan.files.map((file) => asShown(file, plan.redact));
  secureFolder(plan.home);
  installProgram(plan.home, plan.program);
  // Asked for all at once: the first file to be written makes the folders of others.
  const backups = readBackups(plan.home);
  const steps = files.map((file) => ({ file, ...originOf(plan.home, file, backups) }));
  const done: typeof steps = [];
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
    for (const { file, known, madeFolder } of done.reverse()) takeBack(plan.home, file, known, madeFolder);
    throw error;
  }
}

/** As it was shown, also where somebody has changed the file elsewhere meanwhile: agents write to some all the time. */
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
  readonly original: Buffer | undefined;
  readonly madeFolder: string | undefined;
  /** What was kept of it before. */
  readonly known: Backup | undefined;
}

/** What the file was before Tidemark. Of our own doing, the first original counts; of an edited file, its text without us. */
function originOf(home: string, { path, before, without }: FileChange, backups: readonly Backup[]): Origin {
  const known = backups.find((backup) => backup.path === path);
  if (before === undefined) return { original: undefined, madeFolder: missingFolder(path), known };
  if (known?.sha256 === sha256(before)) {
    const original = readOriginal(home, known);
    if (original || !known.existed) return { original, madeFolder: known.madeFolder, known };
  }
  const text = textOf(path, before);
  const rest = without(text);
  if (rest === text) return { original: before, madeFolder: known?.madeFolder, known };
  // Nothing left of it: the file was ours alone.
  return { original: rest === "" ? undefined : Buffer.from(rest), madeFolder: known?.madeFolder, known };
}

function takeBack(
  home: string,
  { agent, path, before }: FileChange,
  known: Backup | undefined,
  madeFolder: string | undefined,
): void {
  if (before === undefined) {
    rmSync(path, { force: true });
    if (madeFolder !== undefined) removeEmpty(dirname(path), madeFolder);
  } else if (!readUserFile(path)?.equals(before)) writeUserFile(path, before);
  if (known === undefined || before === undefined) dropBackup(home, path);
  else keepBackup(home, { ...known, agent, original: readOriginal(home, known), written: before });
}

/** An agent that has our hooks in another project. */
interface HookedElsewhere {
  readonly name: string;
  readonly title: string;
  readonly root: string;
}

/** What would be recorded twice once these agents are connected for the user. */
interface RecordedTwice {
  /** The agents that have our hooks in the project around `cwd`, and what stands there beside them. */
  readonly here: ReadonlyMap<string, readonly Part[]>;
  /** How the project gets rid of them. */
  readonly removals: readonly Removal[];
  readonly elsewhere: readonly HookedElsewhere[];
}

function recordedTwice(setups: readonly AgentSetup[], where: Where): RecordedTwice {
  const { env, cwd } = where;
  const user = scopeOf({ env, cwd });
  const project = scopeOf({ env, cwd, project: true });
  const ofUser = new Set(setups.flatMap((setup) => setup.files(user, env).map(({ path }) => path)));
  const here = new Map<string, readonly Part[]>();
  for (const setup of setups) {
    const held = heldFiles(setup, project, env).filter(({ file }) => !ofUser.has(file.path));
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
    if (!setup || !found || !hooks || !isHeld(backup.path, hooks.holds)) return [];
    return [{ name: setup.name, title: setup.title, root: found.root }];
  });
  return { here, removals, elsewhere };
}

function isHeld(path: string, holds: (text: string) => boolean): boolean {
  try {
    const text = readText(path);
    return text !== undefined && holds(text);
  } catch {
    return false; // What cannot be read runs nothing.
  }
}
