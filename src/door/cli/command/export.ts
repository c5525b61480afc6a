import type { Command } from "commander";
import { TidemarkError } from "../../../error.js";
import { now } from "../../../host/clock.js";
import { exportAsLayout, type LayoutOptions } from "../export-layout.js";
import { parseChoice } from "../option.js";
import { print, printAside, printJson, style } from "../print.js";

interface Options extends LayoutOptions {
  readonly format: string;
  readonly output?: string;
  readonly gzip?: boolean;
}

const FORMATS = ["json", "markdown"] as const;

const EXAMPLES = `
All of it is redacted as it was when it was recorded. docs/reference/session-state.md describes the JSON.

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
    .option("--layout <name>", "as the files of another tool: see docs/reference/layout.md")
    .option("--to <folder>", "where a layout is written")
    .option("--session <id>", "the same as ID; in a layout: only this session (default: all)")
    .option("--all", "in a layout: every project")
    .option("--dry-run", "in a layout: show what would be written and change nothing")
    .option("--json", "in a layout: print the result as JSON")
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
  const { output, gzip = false } = options;
  if (gzip && output === undefined && process.stdout.isTTY) {
    throw new TidemarkError("bad-argument", "A terminal cannot show what is compressed.", {
      hint: "Name a file with --output.",
    });
  }
  const [{ withMemory }, { findSession }, { exportSession }, { sessionMarkdown }] = await Promise.all([
    import("../memory.js"),
    import("../../../app/model/open.js"),
    import("../../../app/session/export-session.js"),
    import("../session-markdown.js"),
  ]);
  const exported = await withMemory((opened) =>
    exportSession({ ...opened, now: now() }, findSession(opened, session)),
  );
  if (!exported.state.project.isHere)
    printAside(style.yellow(`This session is of another project: ${exported.state.project.name}`));
  if (output === undefined && !gzip) {
    if (format === "json") printJson(exported);
    else print(sessionMarkdown(exported).trimEnd());
    return;
  }
  const text = format === "json" ? `${JSON.stringify(exported, null, 2)}\n` : sessionMarkdown(exported);
  await put(text, options);
}

/** What only a layout has a use for is a slip without one, not to be passed over. */
function requireLayout({ to, all, dryRun }: Options): void {
  const name = to !== undefined ? "--to" : all ? "--all" : dryRun ? "--dry-run" : undefined;
  if (name === undefined) return;
  throw new TidemarkError("bad-argument", `${name} goes with --layout.`, {
    hint: "See: tidemark export --help. Into a file: --output FILE",
  });
}

async function put(text: string, { output, gzip = false, yes = false }: Options): Promise<void> {
  const { gzipSync } = await import("node:zlib");
  const bytes = gzip ? gzipSync(text) : Buffer.from(text);
  if (output === undefined) {
    process.stdout.write(bytes);
    return;
  }
  const [{ writeOutput, isThere }, { agree }] = await Promise.all([
    import("../../../host/output-file.js"),
    import("../agree.js"),
  ]);
  if (isThere(output) && !yes) {
    printAside(`${output} is there already.`);
    await agree("Replace it?", true);
  }
  writeOutput(output, bytes);
  printAside(`${output}, ${bytes.length.toLocaleString("en")} bytes`);
}
