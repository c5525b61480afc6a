import type { Command } from "commander";
import { withMemory } from "../../project/command/open.js";
import { examples } from "../../terminal/help.js";
import { print, printJson, style } from "../../terminal/print.js";
import { dismiss } from "../dismiss.js";

const EXAMPLES = `
Every new session is told of one that died in the middle of something, until somebody goes on from
it, rolls it back or dismisses it. The session itself stays in the history.

Examples:
  $ tidemark @             the newest interruption here
  $ tidemark @ 3f2a        that of this session`;

export function dismissCommand(command: Command): void {
  command
    .argument(
      "[session]",
      "a session's id, or the start of it (default: the newest that was interrupted here)",
    )
    .description("stop telling of an interrupted session")
    .option("--json", "print the result as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(id: string | undefined, options: { readonly json?: boolean }): Promise<void> {
  await withMemory((opened) => {
    const { session, work } = dismiss(opened, id);
    if (options.json) printJson({ session, dismissed: true });
    else
      print(
        `${style.green("Dismissed:")} the interruption of session ${session.slice(0, 8)}${work.request === undefined ? "" : ` (${work.request.slice(0, 80)})`} is not told any more.`,
      );
  });
}
