import type { Command } from "commander";
import { dismiss } from "../../../app/checkpoint/dismiss.js";
import { withMemory } from "../memory.js";
import { print, printJson, style } from "../print.js";

const EXAMPLES = `
A session that died in the middle of something is told to every new session, until somebody goes on from it, rolls it back
or dismisses it. Nothing else is forgotten: the session stays in the history.

Examples:
  $ tidemark dismiss             the newest interruption here
  $ tidemark dismiss 3f2a        that of this session`;

export function register(program: Command): void {
  program
    .command("dismiss")
    .argument(
      "[session]",
      "a session's id, or the start of it (default: the newest that was interrupted here)",
    )
    .description("do not tell of an interrupted session any more")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
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
