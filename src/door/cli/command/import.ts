import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { TidemarkError } from "../../../error.js";
import { addNames } from "../agent-list.js";
import { importExported } from "../import/exported-session.js";
import type { ImportOptions } from "../import/option.js";
import { importOtherTool } from "../import/other-tool.js";
import { areTranscripts, importTranscripts } from "../import/transcript.js";

const EXAMPLES = `
Without a path it reads what your agents themselves have kept of earlier sessions, wherever they worked: Claude Code,
Codex, Gemini CLI and OpenCode. Everything is redacted and cut like what hooks hear, and keeps its true time; what hooks
have told already is left out. Stopped at any time it goes on there, and a second run brings only what is new. A path
may name a transcript, or a folder with some.

With a path it also reads the files of other session tools and takes them over into the memory of this project. The
files stay as they are. What cannot be read is named and skipped; importing twice changes nothing. A file that tidemark
export wrote as JSON brings that session, with its events under their own ids; pins, rules and decisions that a person
declared in it only with --trust.

Layouts:
  ai-folder        .ai/ with session_state.json, user_profile.json, pins.json, heartbeat.json, db/threads, db/synthesis
  active-file      active-<project>.json and archive/
  current-session  current-session.json(.gz), checkpoint_<time>.json, session_<id>.json(.gz)
  session-folder   sessions/<id>/{full,working,state,metadata}.json and current_session

Examples:
  $ tidemark import                          all earlier sessions of your agents
  $ tidemark import --dry-run                what that would bring
  $ tidemark import --agent claude,codex --since 90d
  $ tidemark import --project .              only what was done in this project
  $ tidemark import ~/backup/.claude/projects
  $ tidemark import .                        what is in this folder, whichever layout it has
  $ tidemark import ~/old-sessions --layout active-file --dry-run
  $ tidemark import session.json.gz          a session that was exported, perhaps by a colleague`;

export function register(program: Command): void {
  program
    .command("import")
    .argument("[path]", "a transcript, a folder with files of another tool, or a file that export wrote")
    .description("read earlier sessions of your agents, or what another tool or export wrote")
    .option("--agent <name>", "only this agent's sessions; several with commas, or repeated", addNames)
    .option("--since <when>", "only sessions that went on since: 90d, 2w, a date or a month")
    .option("--layout <name>", "how another tool's files are laid out (default: found by itself)")
    .option("--project <folder>", "of agents: only this project; else: the one they belong to")
    .option("--trust", "of an exported session: also its pins, rules and decisions, as if you had made them")
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
      // A folder of another tool's files is meant first: transcripts may lie about in any.
      const isNone = error instanceof TidemarkError && error.code === "not-found";
      if (!isNone || options.layout !== undefined || !areTranscripts(path)) throw error;
      importTranscripts(path, options);
    }
  }
}
