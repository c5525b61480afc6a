import type { Command } from "commander";
import type { EmbeddingStatus } from "../../../app/embed.js";
import { TidemarkError } from "../../../error.js";
import { hostEnv } from "../../../host/env.js";
import { withMemory } from "../memory.js";
import { print, printJson, style } from "../print.js";
import { progress } from "../progress.js";

interface Options {
  readonly status?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Recall finds memories by their words, and by vectors that hold what they mean. Those are made in the background; this
makes them now, and goes on where it was stopped. TIDEMARK_EMBEDDER, or "embedder" in the data folder's config.json,
says by what: table (the default; it comes with Tidemark), ollama:MODEL, openai:MODEL, transformers:MODEL or none.
Another server may be named: ollama:MODEL@http://HOST:PORT. Only that, and openai, sends memories to another machine;
a key is taken from TIDEMARK_EMBEDDER_KEY.

Examples:
  $ tidemark embed
  $ tidemark embed --status
  $ TIDEMARK_EMBEDDER=ollama:nomic-embed-text tidemark embed`;

export function register(program: Command): void {
  program
    .command("embed")
    .description("make the vectors that recall compares meanings by")
    .option("--status", "only say how far they are")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const [{ embed, embeddingStatus }, { chosenEmbedder }] = await Promise.all([
    import("../../../app/embed.js"),
    import("../../../app/embedder.js"),
  ]);
  await withMemory(async ({ home, store }) => {
    const embedder = chosenEmbedder(hostEnv(), home);
    if (embedder === undefined) {
      if (options.json) printJson({ model: null });
      else print("No embedder is wanted: recall goes by words alone.");
      return;
    }
    if (!options.status) {
      const bar = progress(`Embedding with ${embedder.name}`, "memories");
      const result = await embed(home, store, embedder, { onProgress: bar.report }).finally(bar.end);
      if (result === undefined) throw busy();
    }
    const status = embeddingStatus(store, embedder);
    if (options.json) printJson(status);
    else printStatus(status);
  });
}

function busy(): TidemarkError {
  return new TidemarkError("store-busy", "Another process is embedding.", {
    hint: "See how far it is: tidemark embed --status",
  });
}

function printStatus({ model, dimensions, embedded, memories, others }: EmbeddingStatus): void {
  const size = dimensions === undefined ? "" : `, ${dimensions} numbers each`;
  const things = memories === 1 ? "memory" : "memories";
  const done =
    embedded >= memories ? style.green(`${memories} ${things}`) : `${embedded} of ${memories} ${things}`;
  print(`${done} embedded with ${style.bold(model)}${size}`);
  for (const other of others)
    print(style.dim(`${other.count} still with ${other.model}, replaced one by one`));
}
