import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { dataHome, hostEnv } from "../../host/env.js";
import { lostByRebuild, rebuild } from "../../model/verify.js";
import { examples } from "../../terminal/help.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { progress } from "../../terminal/progress.js";

interface Options {
  readonly force?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
The journal is the truth; the database can be made from it at any time. It is refused if the journal
has lost something that the database still knows, or if a newer Tidemark made the database.

Examples:
  $ tidemark @
  $ tidemark @ --force     also forget what the journal no longer has
  $ tidemark @ --json`;

export function rebuildCommand(command: Command): void {
  command
    .description("make the database again from the journal")
    .option("--force", "even if the database knows more, or is of a newer Tidemark")
    .option("--json", "print the result as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(options: Options): Promise<void> {
  const home = dataHome(hostEnv());
  if (!options.force) refuseLoss(lostByRebuild(home));
  const bar = progress("Rebuilding");
  const store = rebuild(home, bar.report);
  bar.end();
  const counts = store.counts();
  store.close();
  if (options.json) printJson(counts);
  else
    print(
      `${style.green("Rebuilt")} from ${count(counts.events, "event")} in ${count(counts.sessions, "session")}${bad(counts.badLines)}.`,
    );
}

function refuseLoss(lost: number): void {
  if (lost === 0) return;
  throw new TidemarkError(
    "verify-failed",
    `${count(lost, "event")} would be lost: the database knows ${lost === 1 ? "it" : "them"}, the journal no longer does.`,
    {
      hint: "Restore the journal's files from a backup if you can. To go on without: tidemark rebuild --force",
    },
  );
}

function bad(lines: number): string {
  return lines === 0
    ? ""
    : `; ${lines} damaged ${lines === 1 ? "line was" : "lines were"} left out (tidemark verify shows them)`;
}
