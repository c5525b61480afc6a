import type { Command } from "commander";
import { hostEnv } from "../../host/env.js";
import { agree } from "../../terminal/agree.js";
import { addNames } from "../../terminal/option.js";
import { print, printDiff, printJson, style } from "../../terminal/print.js";
import { applyRemove, planRemove, type RemovePlan } from "../remove.js";

interface Options {
  readonly yes?: boolean;
  readonly agent?: readonly string[];
  readonly project?: boolean;
  readonly purge?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ tidemark remove                takes everything out of every agent, keeps the memory
  $ tidemark remove --dry-run      only shows
  $ tidemark remove --project      from this project alone
  $ tidemark remove --agent codex  from this agent alone
  $ tidemark remove --purge        the memory and config.json too; what else you put there stays`;

export function removeCommand(command: Command): void {
  command
    .description("take Tidemark out of your coding agents; the memory stays")
    .option("-y, --yes", "agree without being asked")
    .option("--agent <name>", "only from this agent; several with commas, or repeated", addNames)
    .option("--project", "only from the project you are in")
    .option("--purge", "delete the memory as well, for good")
    .option("--dry-run", "show what would change and change nothing")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { agent: agents, project, purge } = options;
  const plan = planRemove({ env: hostEnv(), cwd: process.cwd(), agents, project, purge });
  const settled = options.yes || (plan.files.length === 0 && plan.folders.length === 0);
  if (!options.json) show(plan);
  if (options.json && (options.dryRun || !settled)) printJson(report(plan, false));
  if (options.dryRun) return;
  if (!settled) {
    await agree("Remove Tidemark?", !options.json);
    if (purge) await agree(`Delete the memory in ${plan.home} for good?`, !options.json);
  }
  applyRemove(plan);
  if (options.json) printJson(report(plan, true));
  else if (plan.files.length > 0 || plan.folders.length > 0)
    print(`${style.green("Done.")} ${rest(plan, purge === true && !project)}`);
}

function show({ files, folders, changed, plugins }: RemovePlan): void {
  if (files.length === 0 && folders.length === 0) print("There is nothing to remove.");
  for (const { diff } of files) {
    printDiff(diff);
    print("");
  }
  for (const folder of folders) print(`${style.red("delete")} ${folder}`);
  for (const path of changed)
    print(`${style.yellow("keep")}   ${path}, which was changed since it was written`);
  for (const { title, uninstall } of plugins) {
    print(`${style.yellow("keep")}   the plugin of ${title}, which goes on recording. Take it out with:`);
    print(`  ${style.cyan(uninstall)}`);
  }
}

function rest({ home, kept, changed, plugins }: RemovePlan, purge: boolean): string {
  if (kept.length === 0 && (changed.length > 0 || plugins.length > 0))
    return "What is named above as kept is all that is left.";
  if (kept.length === 0) return "No trace is left.";
  if (!purge) return style.dim(`Kept in ${home}; --purge deletes the memory.`);
  return style.dim(`Not Tidemark's, and kept: ${kept.join(", ")}`);
}

function report({ files, ...plan }: RemovePlan, applied: boolean): unknown {
  const { home, ...rest } = plan;
  return { home, applied, files: files.map(({ path, how, diff }) => ({ path, how, diff })), ...rest };
}
