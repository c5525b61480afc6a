import { join } from "node:path";
import { PASTS } from "../../../agent/adapters.js";
import { importPast } from "../../../app/import/import-past.js";
import { maintainAside } from "../../../app/maintain/start-maintenance.js";
import { openHome } from "../../../app/open-home.js";
import { here } from "../../../app/place/here.js";
import { runningProgram } from "../../../app/setup/program.js";
import { TidemarkError } from "../../../error.js";
import { now } from "../../../host/clock.js";
import { dataHome, hostEnv } from "../../../host/env.js";
import { openForeign } from "../../../host/sqlite.js";
import { parseChoice } from "../option.js";
import { printJson } from "../print.js";
import { progress } from "../progress.js";
import { parseWhen } from "../when.js";
import type { ImportOptions } from "./option.js";
import { printPast } from "./print-past.js";

/** Whether agents' own records are at or below a path. */
export function areTranscripts(path: string): boolean {
  return PASTS.some((past) => past.find(hostEnv(), openForeign, path).length > 0);
}

/** What agents themselves have kept of their sessions. */
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
    ...(path === undefined ? {} : { path }),
    ...(options.since === undefined ? {} : { since: parseWhen(options.since, "--since", time).from }),
    ...(options.project === undefined ? {} : { project: here(env, options.project).project }),
    now: time,
    isDry,
    onRead: reading.report,
    onFold: folding.report,
  });
  reading.end();
  folding.end();
  // Hooks have little time for what is left, and nobody is kept waiting.
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
