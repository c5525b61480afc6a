import type { Command } from "commander";
import { agentTitle } from "../../agent/agents.js";
import { hostEnv } from "../../host/env.js";
import { runningProgram } from "../../host/program.js";
import { print, printJson, style } from "../../terminal/print.js";
import { doctor } from "../doctor.js";
import type { Finding } from "../finding.js";

const EXAMPLES = `
Examples:
  $ tidemark doctor                checks the setup and runs every hook on a trial memory
  $ tidemark doctor --json         for programs; the exit code is 1 if something is wrong`;

export function doctorCommand(command: Command): void {
  command
    .description("prove that the hooks work, by running them")
    .option("--json", "print the findings as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

function run(options: { readonly json?: boolean }): void {
  const findings: Finding[] = [];
  let agent: string | undefined;
  // Print each finding at once: running every hook takes a while.
  for (const found of doctor({ env: hostEnv(), cwd: process.cwd(), program: runningProgram() })) {
    findings.push(found);
    if (options.json) continue;
    if (found.agent !== undefined && found.agent !== agent)
      print(style.bold(agentTitle(found.agent) ?? found.agent));
    agent = found.agent;
    show(found);
  }
  const ok = findings.every((found) => found.ok !== false);
  if (options.json) printJson({ ok, findings });
  if (!ok) process.exitCode = 1;
}

function show({ name, ok, detail, hint }: Finding): void {
  const [first = "", ...more] = detail.split("\n");
  print(`${mark(ok)} ${name.padEnd(24)} ${first}`);
  for (const line of more) print(`    ${style.dim(line)}`);
  if (hint !== undefined) print(`    ${style.cyan(hint)}`);
}

function mark(ok: Finding["ok"]): string {
  if (ok === "warn") return style.yellow("!");
  return ok ? style.green("✓") : style.red("✗");
}
