import { dirname, sep } from "node:path";
import type { Command } from "commander";
import { AGENT_NAMES } from "../../agent/agents.js";
import { hostEnv } from "../../host/env.js";
import { runningProgram } from "../../host/program.js";
import { agree } from "../../terminal/agree.js";
import { addNames, quote } from "../../terminal/option.js";
import { print, printDiff, printJson, style } from "../../terminal/print.js";
import { countPast } from "../../upkeep/import/import-note.js";
import { applyInit, type InitPlan, planInit } from "../init.js";
import type { PlannedAgent } from "../plan-agent.js";

interface Options {
  readonly yes?: boolean;
  readonly agent?: readonly string[];
  readonly project?: boolean;
  readonly mcp?: boolean;
  readonly commands?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Agents: ${AGENT_NAMES.join(", ")}

Examples:
  $ tidemark init                  finds your agents, shows what will change and asks
  $ tidemark init --dry-run        only shows
  $ tidemark init --agent codex --agent gemini
  $ tidemark init --project        for this project alone
  $ tidemark init --mcp --commands with the MCP server and commands such as /tidemark:resume`;

export function initCommand(command: Command): void {
  command
    .description("connect your coding agents")
    .option("-y, --yes", "agree without being asked")
    .option("--agent <name>", "connect this agent, found or not; several with commas, or repeated", addNames)
    .option("--project", "only for the project you are in")
    .option("--mcp", "register the MCP server as well")
    .option("--commands", "add commands for use inside the agents as well")
    .option("--dry-run", "show what would change and change nothing")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { agent: agents, project, mcp, commands } = options;
  const parts = [...(mcp ? (["mcp"] as const) : []), ...(commands ? (["commands"] as const) : [])];
  const around = { env: hostEnv(), cwd: process.cwd(), program: runningProgram() };
  const plan = planInit({ ...around, agents, project, parts });
  if (!options.json) show(plan);
  // Without changes only the installed program is renewed, which needs no consent.
  const settled = options.yes || (plan.files.length === 0 && plan.removals.length === 0);
  if (options.json && (options.dryRun || !settled)) printJson(report(plan, false));
  if (options.dryRun) return;
  if (!settled) await agree("Change these files?", !options.json, "yes");
  applyInit(plan);
  if (options.json) printJson(report(plan, true));
  else printOutcome(plan, countPast(hostEnv()));
}

function show({ agents, notFound, leftOut, files, removals, elsewhere }: InitPlan): void {
  if (agents.length > 0) print(`${style.bold("To connect:")} ${agents.map(titleOf).join(", ")}`);
  if (notFound.length > 0) print(style.dim(`Not found:  ${notFound.map(({ title }) => title).join(", ")}`));
  for (const { title, why } of leftOut) print(`${style.yellow("Left out:")}   ${title} ${why}`);
  for (const { title, lacks } of agents)
    for (const part of lacks) print(`${style.yellow("Left out:")}   ${title} has no place for ${PART[part]}`);
  for (const { title, name, root } of elsewhere) {
    print(
      `${style.yellow("Twice:")}      ${title} has our hooks in ${root}, too: what is done there is recorded twice`,
    );
    print(`            ${style.cyan(`cd ${quote(root)} && tidemark remove --project --agent ${name}`)}`);
  }
  const isSettled = files.length === 0 && removals.length === 0;
  if (agents.length > 0 && isSettled) print("The hooks are already set up.");
  printDiffs(files);
  if (removals.length > 0)
    print(
      "\nThis project has hooks of its own. They go, because all that is done here would be recorded twice:",
    );
  printDiffs(removals);
  if (!isSettled) print("");
}

function printDiffs(changes: readonly { readonly diff: string }[]): void {
  for (const { diff } of changes) {
    print("");
    printDiff(diff);
  }
}

const PART = { hooks: "hooks", mcp: "an MCP server", commands: "commands" };

function titleOf({ title, isUntried }: PlannedAgent): string {
  return isUntried ? `${title} (from its documentation, never tried)` : title;
}

function printOutcome({ agents, shared }: InitPlan, past: number): void {
  if (agents.length === 0) return;
  const advised = agents.map((agent) => ({ ...agent, advice: agent.advise() }));
  const good = advised.filter(({ advice }) => advice.every(({ ok }) => ok !== false));
  if (good.length > 0) print(`${style.green("Done.")} ${remembered(good.map(({ title }) => title))}`);
  for (const { title, advice } of advised) {
    for (const { ok, detail, hint } of advice) {
      const until = ok === false ? ": nothing is remembered until you change that." : ".";
      print(`${style.yellow(`${title} is set up, but`)} ${detail}${until}`);
      if (hint !== undefined) print(`  ${style.cyan(hint)}`);
    }
  }
  const said = advised.flatMap(({ advice }) => advice.map(({ detail }) => detail));
  const unsaid = shared.filter((path) => !said.some((detail) => detail.includes(path)));
  if (unsaid.length > 0) {
    print(style.yellow("Git would share what names folders of this machine. Keep out of it:"));
    for (const place of new Set(unsaid.map((path) => placeOf(path, unsaid)))) print(`  ${place}`);
  }
  print(style.dim("Check: tidemark doctor"));
  const parts = ["mcp", "commands"] as const;
  const isMore = agents.some((agent) =>
    parts.some((part) => !agent.parts.includes(part) && agent.hasPlaceFor(part)),
  );
  if (isMore)
    print(style.dim("There is more: --mcp adds the MCP server, --commands adds commands inside the agents."));
  if (past > 0) {
    const what = past === 1 ? "An earlier session" : `${past} earlier sessions`;
    print(style.dim(`${what} can be read: tidemark import`));
  }
}

/** The folder, if several of its files are listed. */
function placeOf(path: string, all: readonly string[]): string {
  const folder = dirname(path);
  return all.some((other) => other !== path && dirname(other) === folder) ? `${folder}${sep}` : path;
}

function remembered(titles: readonly string[]): string {
  const last = titles.at(-1);
  if (titles.length === 1) return `The next ${last} session is remembered.`;
  return `The next sessions of ${titles.slice(0, -1).join(", ")} and ${last} are remembered.`;
}

function report(plan: InitPlan, applied: boolean): unknown {
  const { home, agents, notFound, leftOut, files, elsewhere, shared } = plan;
  const changes = files.map(({ agent, path, before, diff }) => ({
    agent,
    path,
    created: before === undefined,
    diff,
  }));
  const described = agents.map(({ advise, hasPlaceFor, ...agent }) =>
    applied ? { ...agent, advice: advise() } : agent,
  );
  const removals = plan.removals.map(({ path, how, diff }) => ({ path, how, diff }));
  return { home, applied, agents: described, notFound, leftOut, files: changes, removals, elsewhere, shared };
}
