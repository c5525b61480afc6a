import type { Command } from "commander";
import fitColumns from "fast-string-truncated-width";
import { now } from "../../host/clock.js";
import type { Tally } from "../../model/fold/footprint/ledger.js";
import type { Insights } from "../../model/fold/insight/insight.js";
import { withMemory } from "../../project/command/open.js";
import type { Flags } from "../../terminal/option.js";
import { count, lineWidth, print, printJson, style } from "../../terminal/print.js";
import { bar } from "../../terminal/progress.js";
import { ago, parseWhen } from "../../terminal/time.js";
import { insights } from "../insights.js";

type Options = Flags<"all" | "json"> & { readonly since: string };

const MAX_SHOWN = 5;

const EXAMPLES = `
Errors that come back, files that are reworked, commands that fail in a row, turns that are
interrupted, and how much sessions used of what they were told. docs/reference/insights.md
describes the JSON.

Examples:
  $ tidemark insights                 this project, the last 30 days
  $ tidemark insights --since 90d --all
  $ tidemark insights ledger          what sessions were told, and what they used of it`;

export function insightsCommand(command: Command): void {
  command
    .description("see what goes wrong again and again, and what helps")
    .option("--since <when>", "since: 2h, 3d, 1w, today, yesterday, a date or a month", "30d")
    .option("--all", "all projects")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const time = now();
  const since = parseWhen(options.since, "--since", time).from;
  await withMemory(({ store, project }) => {
    const only = options.all ? undefined : project;
    const found = insights(store, { since, now: time, project: only });
    if (options.json) printJson({ since, project: only, ...found });
    else if (found.sessions === 0)
      print(`No session has worked ${options.all ? "" : "here "}since then. Look further back: --since 90d`);
    else show(found, options.since, time);
  });
}

function show(found: Insights, since: string, time: number): void {
  const { sessions, turns, tools, failures } = found;
  const failed = tools === 0 ? "" : `, ${percent(failures / tools)} of them failed`;
  print(
    `${count(sessions, "session")} with ${count(turns, "turn")} and ${count(tools, "tool call")}${failed} ${style.dim(`(${/^\d+[mhdw]$/.test(since) ? "the last" : "since"} ${since})`)}`,
  );
  showErrors(found, time);
  showFiles(found);
  showStalls(found);
  showTold(found);
  heading("What follows");
  if (found.advice.length === 0) print("  Nothing stands out.");
  for (const { text } of found.advice) print(`  ${style.cyan("·")} ${text}`);
}

function showErrors({ errors, sessions }: Insights, time: number): void {
  if (errors.length === 0) return;
  heading("Errors that come back");
  for (const { error, sessions: met, times, lastAt, fix, commands } of errors.slice(0, MAX_SHOWN)) {
    line(met.length / sessions, `${count(met.length, "session")}, ${times}×`, 16, error);
    const known = fix === undefined ? "no fix is known" : `fixed by ${fix}`;
    dim(`\`${commands[0] ?? ""}\`, last ${ago(lastAt, time)}; ${known}`);
  }
  more(errors.length);
}

function showFiles({ files, turns }: Insights): void {
  if (files.length === 0) return;
  heading("Files with rework");
  for (const file of files.slice(0, MAX_SHOWN)) {
    const trouble = [
      file.failing > 0 ? `failing in ${file.failing}` : "",
      file.undone > 0 ? `taken back in ${file.undone}` : "",
      `${count(file.sessions, "session")}, +${file.added} -${file.removed}`,
    ];
    const text = `${file.path} (${trouble.filter(Boolean).join(", ")})`;
    line(file.turns / turns, count(file.turns, "turn"), 10, text);
  }
  more(files.length);
}

function showStalls({ stalls }: Insights): void {
  const { loops, repeats, waits, kinds, interrupted, crashed } = stalls;
  const failing = kinds.filter(({ failures }) => failures > 0);
  const isNone = [loops, repeats, waits, failing, crashed].every((list) => list.length === 0);
  if (isNone && interrupted.turns === 0) return;
  heading("Where sessions stall");
  for (const { kind, runs, failures, looped } of failing)
    shareLine(failures, runs, `of ${kind} commands failed`, looped > 0 ? `, ${looped} in loops` : "");
  for (const { command, attempts, passed, session } of loops.slice(0, 3))
    aside(`${attempts} failures in a row${passed ? " before it passed" : ""}`, command, session);
  for (const { command, times, session } of repeats.slice(0, 3))
    aside(`run ${times} times`, command, session);
  for (const { target, tool, ms, session } of waits.slice(0, 3))
    aside(`waited ${Math.round(ms / 60_000)} min`, target || tool, session);
  if (interrupted.turns > 0) shareLine(interrupted.turns, interrupted.of, "of turns were interrupted");
  if (crashed.length > 0)
    print(
      `  ${style.red(count(crashed.length, "session"))} died in the middle: ${crashed.slice(0, MAX_SHOWN).map(short).join(", ")}`,
    );
}

function showTold({ told }: Insights): void {
  if (told.said === 0) return;
  heading("Use of what was told");
  const kinds: [string, Tally][] = [
    ["files", told.kinds.file],
    ["commands", told.kinds.run],
    ["names", told.kinds.name],
  ];
  for (const [name, { said, used }] of kinds) if (said > 0) shareLine(used, said, `of ${name}`);
  const unused = told.unused.slice(0, MAX_SHOWN).map(({ item }) => item.slice(item.indexOf(":") + 1));
  if (unused.length > 0) dim(`told again and again, never used: ${unused.join(" · ")}`);
}

function heading(text: string): void {
  print(`\n${style.bold(text)}`);
}

/** Prints a bar, a figure and its description. */
function line(share: number, figure: string, width: number, text: string): void {
  const shown = bar(share);
  const head = `${figure.padStart(width)}  `;
  print(`  ${style.cyan(shown)}${head}${cut(text, 2 + shown.length + head.length)}`);
}

function shareLine(part: number, whole: number, text: string, more = ""): void {
  line(part / whole, percent(part / whole), 5, `${text} (${part} of ${whole}${more})`);
}

function aside(what: string, command: string, session: string): void {
  const tail = `in ${short(session)}`;
  print(`      ${cut(`${what}: \`${command}\``, 7 + tail.length)} ${style.dim(tail)}`);
}

function dim(text: string): void {
  print(`      ${style.dim(cut(text, 6))}`);
}

function more(all: number): void {
  if (all > MAX_SHOWN) dim(`… and ${all - MAX_SHOWN} more: --json`);
}

/** Puts a text on one line and cuts it at the remaining columns. */
function cut(text: string, taken: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  const limit = Math.max(20, lineWidth() - taken);
  const { truncated, index } = fitColumns(flat, { limit, ellipsis: "…" });
  return truncated ? `${flat.slice(0, index)}…` : flat;
}

function short(session: string): string {
  return session.slice(0, 8);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
