import type { Command } from "commander";
import { composeRecall } from "../../../compose/recollection.js";
import { now } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { parseCount } from "../option.js";
import { print, printJson } from "../print.js";

interface Options {
  readonly limit?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ tidemark recall "upload retry"            what memory holds about it, best first
  $ tidemark recall src/upload.ts --limit 10  a file, a function, a command, an error
  $ tidemark recall migration --json

An agent asks the same by reading the file .ai/recall/<query>; there need be no such file.`;

export function register(program: Command): void {
  program
    .command("recall")
    .argument("<query...>", "words to look for")
    .description("look for something in this project's memory")
    .option("--limit <n>", "at most so many memories (default: 5)")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(query: string[], options: Options): Promise<void> {
  const limit = options.limit === undefined ? undefined : parseCount(options.limit, "--limit");
  const [{ withMemory }, { recall }, { wishes }] = await Promise.all([
    import("../memory.js"),
    import("../../../app/recall.js"),
    import("../../../app/answer.js"),
  ]);
  await withMemory(({ store, project }) => {
    const time = now();
    const chosen = limit === undefined ? {} : { limit };
    const recalled = recall(store, project, query.join(" "), { now: time, ...chosen });
    if (options.json) printJson(recalled);
    else print(composeRecall(recalled, { now: time, language: "en", ...wishes(hostEnv()) }));
  });
}
