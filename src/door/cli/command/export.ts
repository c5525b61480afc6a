import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Command } from "commander";
import { findSession } from "../../../app/open.js";
import { exportSession } from "../../../app/session/export-session.js";
import { type ExportedFile, keepExportedFile } from "../../../app/session/exported-file.js";
import { sha256 } from "../../../app/setup/backup.js";
import { TidemarkError } from "../../../error.js";
import { now } from "../../../host/clock.js";
import { dataHome, hostEnv } from "../../../host/env.js";
import { isThere, writeOutput } from "../../../host/output-file.js";
import { agree } from "../agree.js";
import { exportAsLayout, type LayoutOptions } from "../export-layout.js";
import { withMemory } from "../memory.js";
import { parseChoice } from "../option.js";
import { print, printAside, printJson, style } from "../print.js";
import { render } from "../render-export.js";

interface Options extends LayoutOptions {
  readonly format: string;
  readonly output?: string;
  readonly gzip?: boolean;
}

const FORMATS = ["json", "markdown"] as const;

const EXAMPLES = `
All of it is redacted as it was when it was recorded. docs/reference/session-state.md describes the JSON; what it says of
one session can be taken over elsewhere: tidemark import FILE. A file that --output wrote is remembered, so that tidemark
forget reaches it.

Layouts:
  ai-folder        .ai/ with session_state.json, pins.json, db/threads and more
  active-file      active-<project>.json and archive/
  current-session  current-session.json(.gz), checkpoint_<time>.json, session_<id>.json(.gz)
  session-folder   sessions/<id>/{full,working,state,metadata}.json and current_session

Examples:
  $ tidemark export 3f2a                              one session as JSON, to standard output
  $ tidemark export 3f2a --output session.json.gz --gzip
  $ tidemark export 3f2a --format markdown --output session.md
  $ tidemark export --layout session-folder --to ./sessions    this project's sessions as files of another tool
  $ tidemark export --layout active-file --to ./codes --all --dry-run`;

export function register(program: Command): void {
  program
    .command("export")
    .argument("[id]", "a session's id, or the start of it (default: the newest here)")
    .description("write out a whole session, its state and its events, for debugging or a colleague")
    .option("--format <json|markdown>", "for programs, or to read", "json")
    .option("--output <file>", "write to a file instead of standard output")
    .option("--gzip", "compressed")
    .option(
      "--layout <name>",
      "as the files of another tool: one of the layouts below, see docs/reference/layout.md",
    )
    .option("--to <folder>", "where a layout is written")
    .option("--session <id>", "the same as ID; in a layout: only this session (default: all)")
    .option("--all", "in a layout: every project")
    .option("--dry-run", "in a layout: show what would be written and change nothing")
    .option("--json", "print the result as JSON; one session to standard output is JSON anyway")
    .option("-y, --yes", "replace a file that is there without being asked")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(id: string | undefined, options: Options): Promise<void> {
  const session = id ?? options.session;
  if (id !== undefined && options.session !== undefined && id !== options.session)
    throw new TidemarkError("bad-argument", "Two sessions are named, and one can be exported.");
  if (options.layout !== undefined) {
    await exportAsLayout(session === undefined ? options : { ...options, session });
    return;
  }
  requireLayout(options);
  const format = parseChoice(options.format, "--format", FORMATS);
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
  if (!exported.state.project.isHere)
    printAside(style.yellow(`This session is of another project: ${nameOf(exported.state.project)}`));
  if (output === undefined && !gzip) {
    if (format === "json") printJson(exported);
    else print(render(exported, format).trimEnd());
    return;
  }
  const bytes = bytesOf(render(exported, format), gzip);
  if (output === undefined) {
    process.stdout.write(bytes);
    return;
  }
  await put(bytes, output, options);
  const { id: project } = exported.state.project;
  remember(
    { file: resolve(output), project, session: exported.state.session, format, isPacked: gzip },
    bytes,
  );
  if (options.json) printJson({ output, bytes: bytes.length, format, session: exported.state.session });
  else printAside(`${output}, ${bytes.length.toLocaleString("en")} bytes`);
}

/** What only a layout has a use for is a slip without one, not to be passed over. */
function requireLayout({ to, all, dryRun }: Options): void {
  const name = to !== undefined ? "--to" : all ? "--all" : dryRun ? "--dry-run" : undefined;
  if (name === undefined) return;
  throw new TidemarkError("bad-argument", `${name} goes with --layout.`, {
    hint: "See: tidemark export --help. Into a file: --output FILE",
  });
}

function bytesOf(text: string, gzip: boolean): Buffer {
  if (!gzip) return Buffer.from(text);
  return gzipSync(text);
}

async function put(bytes: Buffer, output: string, { yes = false, json }: Options): Promise<void> {
  if (isThere(output) && !yes) {
    printAside(`${output} is there already.`);
    await agree("Replace it?", !json);
  }
  writeOutput(output, bytes);
}

/** Whoever forgets something has to find it there, too. */
function remember(exported: Omit<ExportedFile, "at" | "sum">, bytes: Buffer): void {
  keepExportedFile(dataHome(hostEnv()), { ...exported, at: now(), sum: sha256(bytes) });
}

function nameOf({ name, id, path }: { name: string; id: string; path: string }): string {
  return `${name || id}${path === "" ? "" : ` (${path})`}`;
}
