import type { Command } from "commander";
import { unpin } from "../../../app/declare/pin.js";
import { now } from "../../../host/clock.js";
import { withMemory } from "../memory.js";
import { print, printJson, style } from "../print.js";
import { quote } from "../quote.js";

const EXAMPLES = `
Examples:
  $ tidemark unpin 0mi1zq8k2     the start of an id is enough; tidemark pins shows them`;

export function register(program: Command): void {
  program
    .command("unpin")
    .argument("<id>", "the pin's id, or the start of it")
    .description("no longer have a pin said")
    .option("--json", "print the pin that went as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(id: string, options: { readonly json?: boolean }): Promise<void> {
  await withMemory((opened) => {
    const removed = unpin(opened, id);
    if (options.json) {
      printJson(removed);
      return;
    }
    const priority = removed.priority === "normal" ? "" : ` --priority ${removed.priority}`;
    const left = removed.expires === undefined ? 0 : Math.ceil((removed.expires - now()) / 60_000);
    print(`No longer pinned: ${removed.text}`);
    print(
      style.dim(
        `Undo: tidemark pin ${quote(removed.text)}${priority}${left > 0 ? ` --expires ${left}m` : ""}`,
      ),
    );
  });
}
