import type { Command } from "commander";
import { isLight } from "../../checkpoint/checkpoint.js";
import { now } from "../../host/clock.js";
import { dataHome, hostEnv } from "../../host/env.js";
import { agree } from "../../terminal/agree.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { progress } from "../../terminal/progress.js";
import { localTime } from "../../terminal/time.js";
import { clean } from "../clean/clean.js";
import { type CleanPlan, type Leaving, planClean } from "../clean/clean-plan.js";
import { formatSize, parseSize } from "../clean/quota.js";

interface Options {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly quota?: string;
}

const EXAMPLES = `
Once a day this happens by itself: automatic checkpoints beyond five a session or older than a month
go, light ones after a week, answers of the day before. Above the quota more goes: light
checkpoints, automatic ones, answers and copies, the oldest packed parts of the journal. What you
declared or decided, checkpoints made by hand, the ten latest sessions of a project and the last
week stay.

The quota is 2 GB, or "quota" in config.json of the data folder: {"quota": "500 MB"}

Examples:
  $ tidemark clean --dry-run              what is there, and what would go
  $ tidemark clean
  $ tidemark clean --quota 500MB --yes    this once, with another quota`;

export function cleanCommand(command: Command): void {
  command
    .description("show what the data folder holds, and remove what is too old")
    .option("--dry-run", "show what would go, and change nothing")
    .option("-y, --yes", "agree without being asked")
    .option("--quota <size>", "another quota this once: 500MB, 2GB")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const env = hostEnv();
  const home = dataHome(env);
  const wanted = {
    now: now(),
    quota: options.quota === undefined ? undefined : parseSize(options.quota, "--quota"),
  };
  const plan = planClean(home, env, wanted);
  const isLook = options.dryRun === true || plan.leaving.length === 0;
  if (!options.json) show(plan);
  else if (isLook || !options.yes) printJson({ applied: false, ...report(plan) });
  if (isLook) return;
  if (!options.yes) await agree("Remove this?", !options.json);
  const bar = progress("Making the database anew");
  const cleaned = clean(home, env, wanted, bar.report);
  bar.end();
  if (options.json) printJson({ applied: true, ...report(cleaned), left: cleaned.left });
  else
    print(`${style.green("Removed.")} ${formatSize(cleaned.bytes)} before, ${formatSize(cleaned.left)} now.`);
}

function show({ usage, bytes, quota, freed, leaving }: CleanPlan): void {
  const size = formatSize;
  for (const { kind, bytes: own, files } of usage)
    print(`${kind.padEnd(16)}${size(own).padStart(9)}  ${style.dim(count(files, "file"))}`);
  const isOver = bytes > quota;
  print(
    `${style.bold("in all".padEnd(16))}${size(bytes).padStart(9)}  ${(isOver ? style.yellow : style.dim)(`of ${size(quota)}`)}`,
  );
  if (leaving.length === 0) print(`\nNothing has to go.`);
  else print(`\n${style.bold("Would go")}, about ${size(freed)}:`);
  for (const group of groupsOf(leaving)) {
    print(`  ${group.title} ${style.dim(`(${group.why})`)}`);
    for (const line of group.lines.slice(0, 5)) print(style.dim(`    ${line}`));
    if (group.lines.length > 5) print(style.dim(`    … and ${group.lines.length - 5} more`));
  }
  if (bytes - freed > quota) {
    print(
      style.yellow(
        `\nThat is still more than ${size(quota)}: what is left may not go by itself. Raise the quota, or forget sessions: tidemark forget --session ID`,
      ),
    );
  }
}

function groupsOf(leaving: readonly Leaving[]) {
  const groups = new Map<string, Leaving[]>();
  for (const one of leaving) {
    const key = `${nameOf(one)}\n${one.why}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([key, members]) => {
    const [name = "", why] = key.split("\n");
    return {
      title: count(members.length, name),
      why: why === "time" ? "has had its time" : "above the quota",
      lines: members.map(lineOf),
    };
  });
}

function nameOf(one: Leaving): string {
  if (one.what === "part") return "packed journal part";
  if (one.what === "file") return one.file.kind;
  return isLight(one.checkpoint) ? "light checkpoint" : "automatic checkpoint";
}

function lineOf(one: Leaving): string {
  if (one.what === "file") return one.file.name;
  if (one.what === "part")
    return `${one.part.file}: ${one.part.events} events, ${one.part.carried} of them stay`;
  const { id, at, session, label } = one.checkpoint;
  return `${id} of ${localTime(at)}, session ${session.slice(0, 8)}${label === undefined ? "" : `: ${label.slice(0, 60)}`}`;
}

/** The plan as JSON, with only the public fields of each record. */
function report({ leaving, ...plan }: CleanPlan) {
  return {
    ...plan,
    leaving: leaving.map((one) => {
      const { what, why } = one;
      if (one.what === "file")
        return { what, why, name: one.file.name, kind: one.file.kind, bytes: one.file.bytes };
      if (one.what === "part") {
        const { file, events, carried } = one.part;
        return { what, why, name: `journal/${file}`, events, carried, bytes: one.bytes };
      }
      const { id, project, session, reason, at } = one.checkpoint;
      return { what, why, id, project, session, reason, at };
    }),
  };
}
