import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { importOtherTool } from "../../extra/layout/command.js";
import { now } from "../../host/clock.js";
import { hostEnv } from "../../host/env.js";
import { here } from "../../project/here.js";
import { importSession } from "../../session/import-session.js";
import { addNames } from "../../terminal/option.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { areTranscripts, importTranscripts } from "./import-transcripts.js";

const EXAMPLES = `
Without a path it reads the sessions that Claude Code, Codex, Gemini CLI and OpenCode keep, redacted
and with their true times. Running it again brings only what is new.

With a path it reads a transcript, an exported session, or the files of another session tool, and
leaves them as they are. Layouts: ai-folder, active-file, current-session and
session-folder, see docs/reference/layout.md

Examples:
  $ tidemark import                          all earlier sessions of your agents
  $ tidemark import --dry-run                what that would bring
  $ tidemark import --agent claude,codex --since 90d
  $ tidemark import --project .              only what was done in this project
  $ tidemark import ~/backup/.claude/projects
  $ tidemark import ~/old-sessions --layout active-file --dry-run
  $ tidemark import session.json.gz          a session that was exported, perhaps by a colleague`;

export function importCommand(command: Command): void {
  command
    .argument("[path]", "a transcript, an exported session, or another tool's folder")
    .description("read earlier sessions of your agents, or an exported one")
    .option("--agent <name>", "only this agent's sessions; several with commas, or repeated", addNames)
    .option("--since <when>", "only sessions since: 90d, 2w, a date or a month")
    .option("--layout <name>", "how another tool's files are laid out")
    .option("--project <folder>", "only this project; the project that a file belongs to")
    .option("--trust", "take over an exported session's pins, rules and decisions")
    .option("--dry-run", "show what would be imported and change nothing")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

function run(path: string | undefined, options: ImportOptions): void {
  if (options.project !== undefined && !statSync(options.project, { throwIfNoEntry: false })?.isDirectory())
    throw new TidemarkError("not-found", `There is no folder ${resolve(options.project)}.`, {
      hint: "--project takes the folder of a project.",
    });
  const isOfAgents = options.agent !== undefined || options.since !== undefined;
  if (path === undefined || isOfAgents) importTranscripts(path, options);
  else if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
    if (areTranscripts(path)) importTranscripts(path, options);
    else importExported(path, options);
  } else {
    try {
      importOtherTool(path, options);
    } catch (error) {
      // Try another tool's files first, because any folder may hold transcripts too.
      const isNone = error instanceof TidemarkError && error.code === "not-found";
      if (!isNone || options.layout !== undefined || !areTranscripts(path)) throw error;
      importTranscripts(path, options);
    }
  }
}

export interface ImportOptions {
  readonly agent?: readonly string[];
  readonly since?: string;
  readonly layout?: string;
  readonly project?: string;
  readonly trust?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Imports an exported session, from this machine or a colleague's. */
function importExported(file: string, options: ImportOptions): void {
  const { layout, project, dryRun = false, trust = false, json } = options;
  if (layout !== undefined)
    throw new TidemarkError("bad-argument", "--layout is for a folder of another tool, and this is a file.");
  const place = here(hostEnv(), project ?? process.cwd());
  const { session, events, known, skipped, untrusted } = importSession({
    here: place,
    file,
    now: now(),
    isDry: dryRun,
    isTrusted: trust,
  });
  if (json) {
    printJson({ session, events, known, skipped, untrusted, applied: !dryRun && events > 0 });
    return;
  }
  if (untrusted > 0)
    print(
      `${style.yellow("left out")} ${count(untrusted, "declaration")} in it (pins, rules, decisions of a person); ` +
        "if you know who wrote it: --trust",
    );
  if (skipped > 0)
    print(`${style.yellow("skipped")}  ${skipped} of its events: they are of a newer Tidemark, or damaged`);
  if (events === 0) {
    print("There is nothing new in it.");
    return;
  }
  const what = `session ${session.slice(0, 8)}: ${count(events, "event")}`;
  print(`${dryRun ? "Would import" : style.green("Imported")} ${what}.`);
  if (!dryRun) print(style.dim(`Undo: tidemark forget --session ${session.slice(0, 8)}`));
}
