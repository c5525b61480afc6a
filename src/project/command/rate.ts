import type { Command } from "commander";
import { readItemId } from "../../model/fold/session/said-draft.js";
import { idStart } from "../../model/fold/stamp.js";
import { examples } from "../../terminal/help.js";
import { parseChoice, quote } from "../../terminal/option.js";
import { print, printJson, style } from "../../terminal/print.js";
import { rate } from "../rate.js";
import { withMemory } from "./open.js";

const EXAMPLES = `
Examples:
  $ tidemark @ 0mi1zq8k2 up       it helped: say it sooner
  $ tidemark @ 0mi1zq8k2 down     it was of no use: say it later, or not at all
  $ tidemark @ 0mi1zq8k2abc.fix up   as recall and memory show it
  $ tidemark @ file:src/upload.ts up
  $ tidemark @ 'run:npm test' down
  $ tidemark @ name:parseHeader down`;

export function rateCommand(command: Command): void {
  command
    .argument(
      "<id>",
      "the id of a pin, a fact, a rule, a thread or anything recall found, or file:…, run:…, name:…; or the start of it",
    )
    .argument("<rating>", "up or down")
    .description("say whether a memory was of use")
    .option("--json", "print as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(id: string, text: string, options: { readonly json?: boolean }): Promise<void> {
  const rating = parseChoice(text, "A rating", ["up", "down"]);
  await withMemory((opened) => {
    const rated = rate(opened, id, rating);
    if (options.json) return printJson({ ...rated, rating });
    print(`Rated ${rating} (${rated.up} up, ${rated.down} down): ${rated.text}`);
    const again = readItemId(rated.id) === undefined ? idStart(rated.id) : quote(rated.id);
    print(style.dim(`Undo: tidemark rate ${again} ${rating === "up" ? "down" : "up"}`));
  });
}
