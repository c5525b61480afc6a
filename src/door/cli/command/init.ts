import type { Command } from "commander";
import type { InitPlan } from "../../../app/setup/init.js";
import { hostEnv } from "../../../host/env.js";
import { agree } from "../agree.js";
import { print, printJson, style } from "../print.js";
import { printDiff } from "../print-diff.js";

interface Options {
  readonly yes?: boolean;
  readonly agent?: string;
  readonly project?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ tidemark init                  shows what will change, asks, then sets the hooks up
  $ tidemark init --dry-run        only shows
  $ tidemark init --project        for this project alone (.claude/settings.local.json)
  $ tidemark init --yes --agent claude`;

export function register(program: Command): void {
  program
    .command("init")
    .description("set Tidemark up in your coding agents")
    .option("-y, --yes", "agree without being asked")
    .option("--agent <name>", "set it up for this agent, found or not (claude)")
    .option("--project", "only for the project you are in")
    .option("--dry-run", "show what would change and change nothing")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const [{ applyInit, planInit }, { runningProgram }] = await Promise.all([
    import("../../../app/setup/init.js"),
    import("../../../app/setup/program.js"),
  ]);
  const { agent, project } = options;
  const plan = planInit({ env: hostEnv(), cwd: process.cwd(), program: runningProgram(), agent, project });
  if (!options.json) show(plan);
  // Where the hooks already stand there is nothing to agree to: only the program behind them is renewed.
  const settled = options.yes || plan.files.length === 0;
  if (options.json && (options.dryRun || !settled)) printJson(report(plan, false));
  if (options.dryRun) return;
  if (!settled) await agree("Change these files?", !options.json, "yes");
  applyInit(plan);
  if (options.json) printJson(report(plan, true));
  else print(outcome(plan));
}

function outcome({ isDisabled }: InitPlan): string {
  const check = style.dim("Check: tidemark doctor");
  if (isDisabled) {
    return `${style.yellow("Set up, but")} your settings switch all hooks off ("disableAllHooks"): nothing is remembered until you change that. ${check}`;
  }
  return `${style.green("Done.")} The next Claude Code session is remembered. ${check}`;
}

function show({ files }: InitPlan): void {
  if (files.length === 0) print("The hooks are already set up.");
  for (const { diff } of files) {
    printDiff(diff);
    print("");
  }
}

function report({ agent, home, command, files, isDisabled }: InitPlan, applied: boolean): unknown {
  const changes = files.map(({ path, before, diff }) => ({ path, created: before === undefined, diff }));
  return { agent, home, command, applied, isDisabled, files: changes };
}
