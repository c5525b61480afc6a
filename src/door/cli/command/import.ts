import { statSync } from "node:fs";
import type { Command } from "commander";
import type { Imported } from "../../../app/layout/import-layout.js";
import { here } from "../../../app/place/here.js";
import { TidemarkError } from "../../../error.js";
import { now, utcOffset } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { parseChoice } from "../option.js";
import { count, print, printJson, style } from "../print.js";
import { progress } from "../progress.js";

interface Options {
  readonly layout?: string;
  readonly project?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Reads the files of other session tools and takes them over into the memory of this project, with their true times. The
files stay as they are. What cannot be read is named and skipped; importing twice changes nothing. A file that tidemark
export wrote as JSON brings that session, with its events under their own ids.

Layouts:
  ai-folder        .ai/ with session_state.json, user_profile.json, pins.json, heartbeat.json, db/threads, db/synthesis
  active-file      active-<project>.json and archive/
  current-session  current-session.json(.gz), checkpoint_<time>.json, session_<id>.json(.gz)
  session-folder   sessions/<id>/{full,working,state,metadata}.json and current_session

Examples:
  $ tidemark import .                        what is in this folder, whichever layout it has
  $ tidemark import ~/old-sessions --layout active-file --dry-run
  $ tidemark import ../box --project ../box --json
  $ tidemark import session.json.gz          a session that was exported, perhaps by a colleague`;

export function register(program: Command): void {
  program
    .command("import")
    .argument("<path>", "the folder where the files are, or a file that export wrote")
    .description("take over the sessions of another tool, or a session that was exported")
    .option("--layout <name>", "how they are laid out (default: found by itself)")
    .option("--project <folder>", "the project they belong to (default: the one you are in)")
    .option("--dry-run", "show what would be imported and change nothing")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(path: string, options: Options): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) await importExport(path, options);
  else await importFiles(path, options);
}

/** What `export` wrote of one session, on this machine or a colleague's. */
async function importExport(file: string, { layout, project, dryRun = false, json }: Options): Promise<void> {
  if (layout !== undefined)
    throw new TidemarkError("bad-argument", "--layout is for a folder of another tool, and this is a file.");
  const { importSession } = await import("../../../app/session/import-session.js");
  const place = here(hostEnv(), project ?? process.cwd());
  const { session, events, known, skipped } = importSession({ here: place, file, now: now(), isDry: dryRun });
  if (json) return printJson({ session, events, known, skipped, applied: !dryRun && events > 0 });
  if (skipped > 0)
    print(`${style.yellow("skipped")}  ${skipped} of its events: they are of a newer Tidemark, or damaged`);
  if (events === 0) return print("There is nothing new in it.");
  const what = `session ${session.slice(0, 8)}: ${count(events, "event")}`;
  print(`${dryRun ? "Would import" : style.green("Imported")} ${what}.`);
  if (!dryRun) print(style.dim(`Undo: tidemark forget --session ${session.slice(0, 8)}`));
}

async function importFiles(folder: string, options: Options): Promise<void> {
  const [{ importLayout }, { layoutNames, layoutNamed }] = await Promise.all([
    import("../../../app/layout/import-layout.js"),
    import("../../../app/layout/layout-named.js"),
  ]);
  const layout =
    options.layout === undefined
      ? undefined
      : layoutNamed(parseChoice(options.layout, "--layout", layoutNames));
  const bar = progress("Reading", "files");
  const writing = progress("Taking over");
  const imported = importLayout({
    here: here(hostEnv(), options.project ?? process.cwd()),
    folder,
    ...(layout === undefined ? {} : { layout }),
    when: { now: now(), zone: utcOffset },
    isDry: options.dryRun === true,
    onProgress: bar.report,
    onWriting: writing.report,
  });
  bar.end();
  writing.end();
  if (options.json) printJson({ ...imported, layout: imported.layout.name, applied: !options.dryRun });
  else show(imported, options.dryRun === true);
}

function show({ layout, files, known, skipped, events, sessions }: Imported, isDry: boolean): void {
  for (const path of files) print(`${style.green(isDry ? "would import" : "imported")}  ${path}`);
  for (const path of known) print(style.dim(`known already  ${path}`));
  for (const { path, reason } of skipped) print(`${style.yellow("skipped")}  ${path}: ${reason}`);
  const what = `${count(files.length, "file")} of ${layout.name}: ${count(events, "event")} in ${count(sessions.length, "session")}`;
  if (files.length > 0 && events > 0) print(`${isDry ? "Would import" : style.green("Imported")} ${what}.`);
  else if (files.length > 0) print("They tell of nothing new, and are kept as they are now.");
  else print(skipped.length > 0 ? "Nothing was imported." : "There is nothing new in it.");
}
