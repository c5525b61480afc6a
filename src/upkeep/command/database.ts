import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { dataHome, hostEnv } from "../../host/env.js";
import { lostByRebuild, rebuild, verify } from "../../model/verify.js";
import { withMemory } from "../../project/command/open.js";
import { examples } from "../../terminal/help.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { progress } from "../../terminal/progress.js";

export function databaseCommand(command: Command): void {
  command.description("check the database, make it again from the journal, or add vectors").addHelpText(
    "after",
    `
Examples:
  $ tidemark database verify
  $ tidemark database embed --status`,
  );
}

const VERIFY_EXAMPLES = `
Examples:
  $ tidemark @          does the database say exactly what the journal says?
  $ tidemark @ --json`;

const TORN =
  "Torn: a process ended in the middle of writing it, as by kill -9. What was reported as written before is whole.";

export function verifyCommand(command: Command): void {
  command
    .description("check that the database equals the journal, byte for byte")
    .option("--json", "print the result as JSON")
    .addHelpText("after", examples(VERIFY_EXAMPLES))
    .action(runVerify);
}

async function runVerify(options: { readonly json?: boolean }): Promise<void> {
  await withMemory(({ home, store }) => {
    const bar = progress("Telling the journal again");
    const result = verify(home, store, bar.report);
    bar.end();
    const damaged = store.badLines();
    if (options.json) printJson({ ...result, damaged });
    else {
      for (const line of damaged.slice(0, 10))
        print(style.yellow(`damaged: ${line.file} at byte ${line.offset} (${line.reason})`));
      if (damaged.length > 10) print(style.yellow(`… and ${damaged.length - 10} more`));
    }
    const [first] = result.damagedSince;
    if (first !== undefined) {
      const lines = count(result.damagedSince.length, "line");
      throw failed(
        `${lines} of the journal changed after being drained, the first in ${first.file} at byte ${first.offset}.`,
        "The database still knows what they said; a rebuild would not. Restore the file from a backup if you can.",
      );
    }
    if (result.missing > 0) {
      throw failed(
        `${count(result.missing, "event")} that the database knows ${result.missing === 1 ? "is" : "are"} no longer in the journal.`,
        "The database still knows what they said; a rebuild would not. Restore the journal's files from a backup if you can.",
      );
    }
    if (!result.same) {
      throw failed(
        "The database differs from what the journal tells.",
        "Run: tidemark rebuild (nothing is lost; the journal is the truth).",
      );
    }
    if (options.json) return;
    if (damaged.some(({ reason }) => reason === "torn")) print(style.dim(TORN));
    print(
      `${style.green("Same.")} ${count(result.events, "event")} in ${count(result.sessions, "session")}, told twice, byte for byte.`,
    );
  });
}

function failed(message: string, hint: string): TidemarkError {
  return new TidemarkError("verify-failed", message, { hint });
}

const REBUILD_EXAMPLES = `
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
    .addHelpText("after", examples(REBUILD_EXAMPLES))
    .action(runRebuild);
}

function runRebuild(options: { readonly force?: boolean; readonly json?: boolean }): void {
  const home = dataHome(hostEnv());
  const lost = options.force ? 0 : lostByRebuild(home);
  if (lost > 0)
    throw failed(
      `${count(lost, "event")} would be lost: the database knows ${lost === 1 ? "it" : "them"}, the journal no longer does.`,
      "Restore the journal's files from a backup if you can. To go on without: tidemark rebuild --force",
    );
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

function bad(lines: number): string {
  return lines === 0
    ? ""
    : `; ${lines} damaged ${lines === 1 ? "line was" : "lines were"} left out (tidemark verify shows them)`;
}
