import type { ImportedPast } from "../../../app/import/import-past.js";
import type { AgentTally, UnreadRecord } from "../../../app/import/import-tally.js";
import { count, print, style } from "../print.js";
import { localTime } from "../time.js";

const MOST_NAMES = 6;
const MOST_UNREAD = 3;

/** What an import of agents' sessions brought, or would bring. */
export function printPast(imported: ImportedPast, isDry: boolean): void {
  printTold(imported, isDry);
  const unread = imported.agents.flatMap((tally) => tally.unread);
  for (const isPart of [false, true])
    printUnread(
      unread.filter((record) => record.isPart === isPart),
      isPart,
    );
}

function printTold({ agents, sessions, learned, isBehind }: ImportedPast, isDry: boolean): void {
  const told = agents.filter(({ events }) => events > 0);
  if (told.length === 0) {
    print(agents.length === 0 ? "No earlier sessions of an agent were found." : "There is nothing new.");
    const found = agents.map((tally) => `${tally.title}: ${count(tally.found, "record")}`);
    if (found.length > 0) print(style.dim(found.join(", ")));
    return;
  }
  print(`${isDry ? "Would import" : style.green("Imported")} ${count(sessions.length, "session")}.`);
  const width = Math.max(...told.map(({ title }) => title.length)) + 2;
  for (const tally of told) print(`  ${tally.title.padEnd(width)}${describe(tally)}`);
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
    .slice(0, MOST_UNREAD)
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
  const shown = projects.slice(0, MOST_NAMES).join(", ");
  const more = projects.length - MOST_NAMES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
