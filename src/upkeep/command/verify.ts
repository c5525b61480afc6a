import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { verify } from "../../model/verify.js";
import { withMemory } from "../../project/command/open.js";
import { examples } from "../../terminal/help.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { progress } from "../../terminal/progress.js";

const EXAMPLES = `
Examples:
  $ tidemark @          does the database say exactly what the journal says?
  $ tidemark @ --json`;

const TORN =
  "Torn: a process ended in the middle of writing it, as by kill -9. What was reported as written before is whole.";

export function verifyCommand(command: Command): void {
  command
    .description("check that the database equals the journal, byte for byte")
    .option("--json", "print the result as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(options: { readonly json?: boolean }): Promise<void> {
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
      throw new TidemarkError(
        "verify-failed",
        `${lines} of the journal changed after being drained, the first in ${first.file} at byte ${first.offset}.`,
        {
          hint: "The database still knows what they said; a rebuild would not. Restore the file from a backup if you can.",
        },
      );
    }
    if (result.missing > 0) {
      throw new TidemarkError(
        "verify-failed",
        `${count(result.missing, "event")} that the database knows ${result.missing === 1 ? "is" : "are"} no longer in the journal.`,
        {
          hint: "The database still knows what they said; a rebuild would not. Restore the journal's files from a backup if you can.",
        },
      );
    }
    if (!result.same) {
      throw new TidemarkError("verify-failed", "The database differs from what the journal tells.", {
        hint: "Run: tidemark rebuild (nothing is lost; the journal is the truth).",
      });
    }
    if (options.json) return;
    if (damaged.some(({ reason }) => reason === "torn")) print(style.dim(TORN));
    print(
      `${style.green("Same.")} ${count(result.events, "event")} in ${count(result.sessions, "session")}, told twice, byte for byte.`,
    );
  });
}
