import { rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Advice, AgentSetup, Part, Scope, SetupFile } from "../../agent/setup.js";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { dataHome } from "../../host/env.js";
import { secureFolder } from "../../host/folder.js";
import { missingFolder, readUserFile, requireWritable, writeUserFile } from "../../host/user-file.js";
import { type Backup, dropBackup, keepBackup, readBackups, readOriginal, sha256 } from "./backup.js";
import { type Choice, chooseAgents } from "./choose-agents.js";
import { unifiedDiff } from "./diff.js";
import { heldFiles } from "./known-agent.js";
import { installProgram, type Program } from "./program.js";
import { removeEmpty } from "./remove-empty.js";
import { scopeOf, type Where } from "./scope.js";
import { atPath, textOf } from "./user-text.js";
import { wiringFor } from "./wiring.js";

export interface InitOptions extends Where {
  readonly program: Program;
  /** Named, they are set up even where they are not found. */
  readonly agents?: readonly string[] | undefined;
  /** What goes in beside the hooks. What is in already is renewed, asked for or not. */
  readonly parts?: readonly Part[];
}

/** What would change in one file of the user's. */
interface FileChange {
  readonly agent: string;
  readonly path: string;
  readonly before: Buffer | undefined;
  readonly after: Buffer;
  readonly diff: string;
  /** The file without anything of ours. */
  without(text: string): string;
}

export interface PlannedAgent {
  readonly name: string;
  readonly title: string;
  /** Known from its documentation alone. */
  readonly isUntried: boolean;
  readonly parts: readonly Part[];
  /** Asked for, and this agent has no place for it. */
  readonly lacks: readonly Part[];
  hasPlaceFor(part: Part): boolean;
  /** What is left for the person to do, asked once all is written. */
  advise(): readonly Advice[];
}

export interface InitPlan extends Pick<Choice, "notFound" | "leftOut"> {
  readonly home: string;
  readonly program: Program;
  readonly agents: readonly PlannedAgent[];
  /** Empty where everything already is as it should be. */
  readonly files: readonly FileChange[];
}

export function planInit(options: InitOptions): InitPlan {
  const { env, program } = options;
  const scope = scopeOf(options);
  const { setups, notFound, leftOut } = chooseAgents(options);
  const planned = setups.map((setup) => planAgent(setup, scope, options));
  return {
    home: resolve(dataHome(env)),
    program,
    agents: planned.map(({ agent }) => agent),
    notFound,
    leftOut,
    files: planned.flatMap(({ files }) => files),
  };
}

/** Does what the plan says. Nothing is changed before everything is known to be writable, or all of it is taken back. */
export function applyInit(plan: InitPlan, at: number = now()): void {
  if (plan.agents.length === 0) return;
  for (const { path, before } of plan.files) {
    requireWritable(path);
    requireUnchanged(path, before);
  }
  secureFolder(plan.home);
  installProgram(plan.home, plan.program);
  // Asked for all at once: the first file to be written makes the folders of others.
  const backups = readBackups(plan.home);
  const steps = plan.files.map((file) => ({ file, ...originOf(plan.home, file, backups) }));
  const done: typeof steps = [];
  try {
    for (const step of steps) {
      const { file, original, madeFolder } = step;
      const { agent, path, after } = file;
      keepBackup(plan.home, { agent, path, original, written: after, at, madeFolder });
      done.push(step);
      writeUserFile(path, after);
    }
  } catch (error) {
    for (const { file, known, madeFolder } of done.reverse()) takeBack(plan.home, file, known, madeFolder);
    throw error;
  }
}

function planAgent(setup: AgentSetup, scope: Scope, { env, parts = [] }: InitOptions) {
  const files = setup.files(scope, env);
  const wanted = new Set<Part>(["hooks", ...parts]);
  for (const { file } of heldFiles(setup, scope, env)) wanted.add(file.part);
  const wiring = wiringFor(env, setup.name);
  const changes: FileChange[] = [];
  const hooked = new Map<string, string>();
  for (const path of new Set(files.map((file) => file.path))) {
    const shared = files.filter((file) => file.path === path);
    const edits = shared.filter(({ part }) => wanted.has(part));
    if (edits.length === 0) continue;
    const before = readUserFile(path);
    const text = before === undefined ? undefined : textOf(path, before);
    const after = atPath(path, () => edits.reduce(addTo, text));
    if (edits.some(({ part }) => part === "hooks")) hooked.set(path, after ?? "");
    if (after === undefined || after === text) continue;
    const without = (from: string) => atPath(path, () => shared.reduce(takeFrom, from));
    const diff = unifiedDiff(path, text, after);
    changes.push({ agent: setup.name, path, before, after: Buffer.from(after), diff, without });
  }
  const has = (part: Part) => files.some((file) => file.part === part);
  const agent: PlannedAgent = {
    name: setup.name,
    title: setup.title,
    isUntried: setup.isUntried === true,
    parts: [...wanted].filter(has),
    lacks: parts.filter((part) => !has(part)),
    hasPlaceFor: has,
    advise: () =>
      setup.advice(
        [...hooked].map(([path, text]) => ({ path, text })),
        env,
      ),
  };
  return { agent, files: changes };

  function addTo(text: string | undefined, file: SetupFile): string {
    return file.add(text, wiring);
  }
}

function takeFrom(text: string, file: SetupFile): string {
  return text === "" ? text : file.remove(text);
}

function requireUnchanged(path: string, before: Buffer | undefined): void {
  const now = readUserFile(path);
  if (now === undefined ? before === undefined : before?.equals(now)) return;
  throw new TidemarkError("settings-unwritable", `${path} was changed by somebody else meanwhile.`, {
    hint: "Run the command again; nothing was changed.",
  });
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
