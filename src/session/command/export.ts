import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { exportAsLayout, type LayoutOptions } from "../../extra/layout/command.js";
import { now } from "../../host/clock.js";
import { dataHome, hostEnv } from "../../host/env.js";
import { sha256 } from "../../host/file/backup.js";
import { isThere, writeOutput } from "../../host/file/output-file.js";
import { withMemory } from "../../project/command/open.js";
import { findSession } from "../../project/open.js";
import { agree } from "../../terminal/agree.js";
import { examples } from "../../terminal/help.js";
import { type Flags, parseChoice, type Texts } from "../../terminal/option.js";
import { print, printAside, printJson, style } from "../../terminal/print.js";
import { exportSession } from "../export-session.js";
import { keepExportedFile } from "../exported-file.js";
import { render } from "./session-markdown.js";

type Options = LayoutOptions & Flags<"gzip"> & Texts<"output"> & { readonly format: string };

const EXAMPLES = `
It is redacted as it was when it was recorded. docs/reference/session-state.md describes the JSON,
which tidemark import takes over elsewhere. tidemark forget also reaches what --output wrote.

Layouts: ai-folder, active-file, current-session and session-folder, see docs/reference/layout.md

Examples:
  $ tidemark @ 3f2a                       one session as JSON, to standard output
  $ tidemark @ 3f2a --output session.json.gz --gzip
  $ tidemark @ 3f2a --format markdown --output session.md
  $ tidemark @ --layout session-folder --to ./sessions    this project's sessions
  $ tidemark @ --layout active-file --to ./codes --all --dry-run`;

export function exportCommand(command: Command): void {
  command
    .argument("[id]", "a session's id, or the start of it (default: the newest here)")
    .description("write out a session, for debugging or a colleague")
    .option("--format <json|markdown>", "for programs, or to read", "json")
    .option("--output <file>", "write to a file instead of standard output")
    .option("--gzip", "compressed")
    .option("--layout <name>", "as the files of another tool")
    .option("--to <folder>", "where a layout is written")
    .option("--session <id>", "the same as ID; in a layout: only this one")
    .option("--all", "in a layout: every project")
    .option("--dry-run", "in a layout: show what would be written")
    .option("--json", "print the result as JSON")
    .option("-y, --yes", "replace files without being asked")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(named: string | undefined, options: Options): Promise<void> {
  const session = named ?? options.session;
  if (options.session !== undefined && session !== options.session)
    throw new TidemarkError("bad-argument", "Two sessions are named, and one can be exported.");
  if (options.layout !== undefined) return exportAsLayout({ ...options, session });
  requireLayout(options);
  const format = parseChoice(options.format, "--format", ["json", "markdown"]);
  if (options.json && format !== "json" && options.output === undefined)
    throw new TidemarkError("bad-argument", "--json and --format markdown exclude each other.");
  const { output, gzip = false } = options;
  if (gzip && output === undefined && process.stdout.isTTY) {
    throw new TidemarkError("bad-argument", "A terminal cannot show what is compressed.", {
      hint: "Name a file with --output.",
    });
  }
  const exported = await withMemory((opened) =>
    exportSession({ ...opened, now: now() }, findSession(opened, session)),
  );
  const { isHere, id, name, path } = exported.state.project;
  const where = `${name || id}${path === "" ? "" : ` (${path})`}`;
  if (!isHere) printAside(style.yellow(`This session is of another project: ${where}`));
  if (output === undefined && !gzip) {
    if (format === "json") printJson(exported);
    else print(render(exported, format).trimEnd());
    return;
  }
  const text = render(exported, format);
  const bytes = gzip ? gzipSync(text) : Buffer.from(text);
  if (output === undefined) {
    process.stdout.write(bytes);
    return;
  }
  if (isThere(output) && !options.yes) {
    printAside(`${output} is there already.`);
    await agree("Replace it?", !options.json);
  }
  writeOutput(output, bytes);
  const { session: written } = exported.state;
  // Recorded, so that `tidemark forget` reaches the file.
  keepExportedFile(dataHome(hostEnv()), {
    file: resolve(output),
    project: id,
    session: written,
    format,
    isPacked: gzip,
    at: now(),
    sum: sha256(bytes),
  });
  if (options.json) printJson({ output, bytes: bytes.length, format, session: written });
  else printAside(`${output}, ${bytes.length.toLocaleString("en")} bytes`);
}

/** Rejects options that need --layout. */
function requireLayout({ to, all, dryRun }: Options): void {
  const name = to !== undefined ? "--to" : all ? "--all" : dryRun ? "--dry-run" : undefined;
  if (name === undefined) return;
  throw new TidemarkError("bad-argument", `${name} goes with --layout.`, {
    hint: "See: tidemark export --help. Into a file: --output FILE",
  });
}
