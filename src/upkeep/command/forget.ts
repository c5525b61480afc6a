import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { hostEnv } from "../../host/env.js";
import { here } from "../../project/here.js";
import { render } from "../../session/command/session-markdown.js";
import { agree } from "../../terminal/agree.js";
import { count, print, printAside, printJson, style } from "../../terminal/print.js";
import { progress } from "../../terminal/progress.js";
import { localTime } from "../../terminal/time.js";
import { type ForgetPlan, type Forgotten, forget, isNothing, planForget } from "../forget/forget.js";
import { unfinishedForgetting } from "../forget/forget-note.js";
import { type ForgetRequest, readTarget } from "../forget/forget-target.js";

interface Options {
  readonly event?: string;
  readonly session?: string;
  readonly path?: string;
  readonly pattern?: string;
  readonly project?: boolean;
  readonly all?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
It goes from every copy in the data folder, checkpoints included, and from exported files that are
still as they were written. This cannot be undone. It shows what would go and asks first.

A path is a file or folder of this project: its contents, its name and what tools did with it go.
A pattern is a text, or a regular expression between slashes (/i ignores case). It becomes
[forgotten] in every project, and files in checkpoints that contain it go. Your own files keep it.
An agent records the commands it runs, so type this yourself.

Examples:
  $ tidemark forget --pattern 'Acme Corp' --dry-run     what would go
  $ tidemark forget --pattern -                         read from standard input
  $ tidemark forget --pattern '/cust-[0-9]{6}/i' --project
  $ tidemark forget --path config/local.env
  $ tidemark forget --session 3f2a
  $ tidemark forget --event 0mi1zq8k2abc --yes`;

export function forgetCommand(command: Command): void {
  command
    .description("remove an event, a session, a file or a text for good")
    .option("--event <id>", "one event, by its id or the start of it")
    .option("--session <id>", "a whole session, by its id or the start of it, with its checkpoints")
    .option("--path <path>", "a file or folder")
    .option("--pattern <text>", "a text or /regular expression/; - reads it from standard input")
    .option("--project", "only in this project")
    .option("--all", "in every project")
    .option("--dry-run", "show what would go, and change nothing")
    .option("-y, --yes", "agree without being asked")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const env = hostEnv();
  const request = requestOf(options);
  const place = here(env, process.cwd());
  const target = readTarget(place, process.cwd(), request);
  const context = { home: place.home, env, project: place.project };
  const isUnasked = options.yes && !options.dryRun;
  if (!isUnasked) {
    const plan = planForget(context, target);
    if (options.json) printJson({ by: target.by, applied: false, ...plan });
    else show(plan);
    if (options.dryRun || (isNothing(plan) && unfinishedForgetting(place.home) === undefined)) return;
    await agree("Forget this for good? It cannot be undone.", !options.json);
  }
  const bar = progress("Making the database anew");
  const forgotten = forget(context, target, { render, onProgress: bar.report });
  bar.end();
  if (options.json) printJson({ by: target.by, ...forgotten });
  else {
    if (isUnasked) show(forgotten);
    if (forgotten.applied) printForgotten(forgotten);
    printNameLeft(forgotten);
  }
  if (forgotten.again > 0) {
    printAside(
      style.yellow(
        `${count(forgotten.again, "event")} said it again meanwhile: end the sessions that do, and run this once more.`,
      ),
    );
  }
}

function printForgotten(forgotten: Forgotten): void {
  const { exported, astray } = forgotten;
  print(`${style.green("Forgotten.")} ${summaryOf(forgotten)}`);
  const { written, removed } = exported;
  const files: string[] = [];
  if (written.length > 0) files.push(`${count(written.length, "exported file")} written anew`);
  if (removed.length > 0) files.push(`${count(removed.length, "exported file")} removed`);
  if (files.length > 0) print(style.dim(`${files.join(", ")}.`));
  for (const file of astray)
    print(style.yellow(`${file} was exported, and is changed or gone since: see to it yourself.`));
}

// Does not print the name itself, because output may be recorded.
function printNameLeft({ bare }: Forgotten): void {
  if (bare === 0) return;
  const where = bare === 1 ? "in 1 event" : `in ${bare} events`;
  print(
    style.yellow(
      `Its name without the folder stands ${where} still, for that may mean another file: tidemark forget --pattern NAME`,
    ),
  );
}

function requestOf({ event, session, path, pattern, project, all }: Options): ForgetRequest {
  if (project && all) throw new TidemarkError("bad-argument", "--project and --all exclude each other.");
  const text = pattern === "-" ? readFileSync(0, "utf8").replace(/\r?\n$/, "") : pattern;
  return { event, session, path, pattern: text, scope: project ? "project" : all ? "all" : undefined };
}

function show(plan: ForgetPlan): void {
  if (isNothing(plan)) print("It is nowhere in what Tidemark keeps.");
  else {
    const row = (name: string, text: string) => print(`${style.dim(name.padEnd(13))}${text}`);
    const types = Object.entries(plan.types).map(([type, n]) => `${type} ${n}`);
    row(
      "events",
      `${plan.events} in ${count(plan.sessions, "session")}; ${plan.gone} go whole${types.length > 0 ? style.dim(`  (${types.slice(0, 6).join(", ")})`) : ""}`,
    );
    row("checkpoints", `${plan.checkpoints}, with ${count(plan.files, "file")}`);
    if (plan.copies.length > 0) row("other files", plan.copies.slice(0, 8).join(", "));
    if (plan.exports.length > 0) row("exported", plan.exports.slice(0, 8).join(", "));
    for (const { at, session, type, rest } of plan.examples)
      print(
        `  ${style.dim(localTime(at))} ${session.slice(0, 8)} ${type}  ${rest ?? style.dim("(goes whole)")}`,
      );
    if (plan.events > plan.examples.length) print(style.dim(`  … ${plan.events} in all`));
  }
  for (const file of plan.left)
    print(style.yellow(`${file} has it, too, and is left as it is: see to it yourself.`));
}

function summaryOf({ events, gone, checkpoints, files }: ForgetPlan): string {
  return `${count(gone, "event")} gone, ${count(events - gone, "other")} rewritten, ${count(files, "file")} taken out of ${count(checkpoints, "checkpoint")}.`;
}
