import type { Command } from "commander";
import { dataHome, hostEnv } from "../../../host/env.js";
import { count, print, printJson, style } from "../print.js";
import { progress } from "../progress.js";

const EXAMPLES = `
The journal is the truth; what is made from it can be made again at any time. Nothing is lost.

Examples:
  $ tidemark rebuild
  $ tidemark rebuild --json`;

export function register(program: Command): void {
  program
    .command("rebuild")
    .description("make the database anew from the journal")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: { readonly json?: boolean }): Promise<void> {
  const { rebuild } = await import("../../../app/verify.js");
  const bar = progress("Rebuilding");
  const store = rebuild(dataHome(hostEnv()), bar.report);
  bar.end();
  const counts = store.counts();
  store.close();
  if (options.json) printJson(counts);
  else
    print(
      `${style.green("Rebuilt")} from ${count(counts.events, "event")} in ${count(counts.sessions, "session")}${bad(counts.badLines)}.`,
    );
}

function bad(lines: number): string {
  return lines === 0
    ? ""
    : `; ${lines} damaged ${lines === 1 ? "line was" : "lines were"} left out (tidemark verify shows them)`;
}
