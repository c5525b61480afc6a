import type { Command } from "commander";
import { now } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { parseChoice } from "../option.js";
import { print, printJson, style } from "../print.js";
import { localTime, parseUntil } from "../time.js";
import { idStart } from "../word.js";

interface Options {
  readonly priority: string;
  readonly expires?: string;
  readonly json?: boolean;
}

const PRIORITIES = ["high", "normal", "low"] as const;

const EXAMPLES = `
Examples:
  $ tidemark pin "Answer in British English"
  $ tidemark pin "The demo is on Friday: no refactoring" --priority high --expires 5d`;

export function register(program: Command): void {
  program
    .command("pin")
    .argument("<text...>", "what every session here is to be told")
    .description("have something said in every session of this project")
    .option("--priority <priority>", `${PRIORITIES.join(", ")}: high ones are said first`, "normal")
    .option("--expires <when>", "say it only so long: 30m, 2h, 7d, 2w or a date")
    .option("--json", "print the pin as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(words: readonly string[], options: Options): Promise<void> {
  const priority = parseChoice(options.priority, "--priority", PRIORITIES);
  const expires =
    options.expires === undefined ? {} : { expires: parseUntil(options.expires, "--expires", now()) };
  const [{ here }, { pin }] = await Promise.all([
    import("../../../app/here.js"),
    import("../../../app/pin.js"),
  ]);
  const added = pin(here(hostEnv(), process.cwd()), { text: words.join(" "), priority, ...expires });
  if (options.json) {
    printJson(added);
    return;
  }
  const until = added.expires === undefined ? "" : ` until ${localTime(added.expires)}`;
  print(`Pinned${until}: ${added.text}`);
  print(style.dim(`Undo: tidemark unpin ${idStart(added.id)}`));
}
