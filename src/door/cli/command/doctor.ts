import type { Command } from "commander";
import type { Finding } from "../../../app/setup/doctor.js";
import { hostEnv } from "../../../host/env.js";
import { print, printJson, style } from "../print.js";

interface Options {
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ tidemark doctor                checks the setup and runs every hook on a trial memory
  $ tidemark doctor --json         the same, for programs; the exit code is 1 where something is wrong`;

export function register(program: Command): void {
  program
    .command("doctor")
    .description("prove that the hooks work, by running them")
    .option("--json", "print the findings as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const [{ doctor }, { runningProgram }] = await Promise.all([
    import("../../../app/setup/doctor.js"),
    import("../../../app/setup/program.js"),
  ]);
  const findings = doctor({ env: hostEnv(), cwd: process.cwd(), program: runningProgram() });
  const ok = findings.every((finding) => finding.ok !== false);
  if (options.json) printJson({ ok, findings });
  else for (const finding of findings) show(finding);
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
