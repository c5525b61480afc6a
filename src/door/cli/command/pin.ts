import type { Command } from "commander";
import { type NewPin, pin, pinnedAlready } from "../../../app/declare/pin.js";
import { here } from "../../../app/place/here.js";
import { TidemarkError } from "../../../error.js";
import type { Pin } from "../../../fold/declared/declared.js";
import { idStart } from "../../../fold/stamp.js";
import { now } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { withMemory } from "../memory.js";
import { parseChoice } from "../option.js";
import { print, printJson, style } from "../print.js";
import { localTime, parseUntil } from "../time.js";

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
  const { kept, isNew } = await pinOnce({ text: words.join(" "), priority, ...expires });
  if (options.json) {
    printJson(kept);
    return;
  }
  const until = kept.expires === undefined ? "" : ` until ${localTime(kept.expires)}`;
  print(
    isNew
      ? `Pinned${until}: ${kept.text}`
      : `Already pinned, with ${kept.priority} priority${until}: ${kept.text}`,
  );
  print(style.dim(`${isNew ? "Undo" : "To change it, first"}: tidemark unpin ${idStart(kept.id)}`));
}

async function pinOnce(wanted: NewPin): Promise<{ readonly kept: Pin; readonly isNew: boolean }> {
  try {
    return await withMemory((opened) => {
      const known = pinnedAlready(opened, wanted.text, now());
      return known === undefined ? { kept: pin(opened, wanted), isNew: true } : { kept: known, isNew: false };
    });
  } catch (error) {
    // Pinning needs the journal alone: to say it twice does less harm than not to pin it.
    if (!(error instanceof TidemarkError) || error.code !== "store-busy") throw error;
    return { kept: pin(here(hostEnv(), process.cwd()), wanted), isNew: true };
  }
}
