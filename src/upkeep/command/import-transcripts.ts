import { join } from "node:path";
import { PASTS } from "../../agent/adapters.js";
import { TidemarkError } from "../../error.js";
import { openHome } from "../../home/open-home.js";
import { now } from "../../host/clock.js";
import { dataHome, hostEnv } from "../../host/env.js";
import { runningProgram } from "../../host/program.js";
import { openForeign } from "../../host/sqlite.js";
import { here } from "../../project/here.js";
import { parseChoice } from "../../terminal/option.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { progress } from "../../terminal/progress.js";
import { localTime, parseWhen } from "../../terminal/time.js";
import { type ImportedPast, importPast } from "../import/import-past.js";
import type { AgentTally, UnreadRecord } from "../import/import-tally.js";
import { maintainAside } from "../maintain/start-maintenance.js";
import type { ImportOptions } from "./import.js";

/** Whether there are records of agents at or below a path. */
export function areTranscripts(path: string): boolean {
  return PASTS.some((past) => past.find(hostEnv(), openForeign, path).length > 0);
}

/** Imports the records that agents keep of their sessions. */
export function importTranscripts(path: string | undefined, options: ImportOptions): void {
  if (options.layout !== undefined)
    throw new TidemarkError("bad-argument", "--layout is for the files of other tools, not for agents.");
  const env = hostEnv();
  const time = now();
  const isDry = options.dryRun === true;
  const reading = progress("Reading");
  const folding = progress("Learning from it");
  const imported = importPast({
    ...openHome(env),
    env,
    pasts: chosen(options.agent),
    open: openForeign,
    path,
    since: options.since === undefined ? undefined : parseWhen(options.since, "--since", time).from,
    project: options.project === undefined ? undefined : here(env, options.project).project,
    now: time,
    isDry,
    onRead: reading.report,
    onFold: folding.report,
  });
  reading.end();
  folding.end();
  // Hooks have little time, so a background process folds the rest.
  if (imported.isBehind) maintainAside(dataHome(env), env, join(runningProgram().from, "hook.cjs"));
  if (options.json) printJson({ applied: !isDry, ...imported });
  else printPast(imported, isDry);
}

function chosen(names: readonly string[] | undefined) {
  if (names === undefined) return PASTS;
  const known = PASTS.map(({ name }) => name);
  const wanted = names.map((name) => parseChoice(name, "--agent", known));
  return PASTS.filter(({ name }) => wanted.includes(name));
}

const MAX_NAMES = 6;
const MAX_UNREAD = 3;

function printPast(imported: ImportedPast, isDry: boolean): void {
  printImported(imported, isDry);
  const unread = imported.agents.flatMap((tally) => tally.unread);
  for (const isPart of [false, true])
    printUnread(
      unread.filter((record) => record.isPart === isPart),
      isPart,
    );
}

function printImported({ agents, sessions, learned, isBehind }: ImportedPast, isDry: boolean): void {
  const fresh = agents.filter(({ events }) => events > 0);
  if (fresh.length === 0) {
    print(agents.length === 0 ? "No earlier sessions of an agent were found." : "There is nothing new.");
    const found = agents.map((tally) => `${tally.title}: ${count(tally.found, "record")}`);
    if (found.length > 0) print(style.dim(found.join(", ")));
    return;
  }
  print(`${isDry ? "Would import" : style.green("Imported")} ${count(sessions.length, "session")}.`);
  const width = Math.max(...fresh.map(({ title }) => title.length)) + 2;
  for (const tally of fresh) print(`  ${tally.title.padEnd(width)}${describe(tally)}`);
  const live = agents.reduce((sum, tally) => sum + tally.live, 0);
  if (live > 0) print(style.dim(`  ${count(live, "row")} left out: hooks have told of them.`));
  if (learned === undefined) return;
  const memories = learned.memories === 1 ? "1 memory" : `${learned.memories} memories`;
  print(
    `Learned${isBehind ? " so far" : ""}: ${memories}, of them ${count(learned.decisions, "decision")}, about ${names(learned.projects)}.`,
  );
  if (isBehind) print(style.dim("The rest is being learned from beside this, and with the next command."));
  print(style.dim("See them: tidemark sessions --all, tidemark recall QUESTION"));
  print(style.dim("Undo one: tidemark forget --session ID (it is not imported again)"));
}

function printUnread(unread: readonly UnreadRecord[], isPart: boolean): void {
  if (unread.length === 0) return;
  const shown = unread
    .slice(0, MAX_UNREAD)
    .map(({ path, reason }) => `${path.replaceAll("\n", " ")} (${reason})`);
  const more = unread.length - shown.length;
  const what = isPart ? "could be read only in part" : "could not be read";
  const rest = more > 0 ? ` and ${more} more (--json names all)` : "";
  print(style.yellow(`${count(unread.length, "record")} ${what}: ${shown.join(", ")}${rest}`));
}

function describe({ sessions, projects, prompts, files, first, last }: AgentTally): string {
  const span = first === undefined || last === undefined ? "" : `, ${day(first)} to ${day(last)}`;
  const where = `${count(sessions, "session")} in ${count(projects, "project")}`;
  return `${where}: ${count(prompts, "prompt")}, ${count(files, "file")}${span}`;
}

function day(at: number): string {
  return localTime(at).slice(0, "2026-11-15".length);
}

function names(projects: readonly string[]): string {
  const shown = projects.slice(0, MAX_NAMES).join(", ");
  const more = projects.length - MAX_NAMES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
