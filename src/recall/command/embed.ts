import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { hostEnv } from "../../host/env.js";
import { withMemory } from "../../project/command/open.js";
import { examples } from "../../terminal/help.js";
import { print, printAside, printJson, style } from "../../terminal/print.js";
import { progress } from "../../terminal/progress.js";
import { type EmbeddingStatus, embed, embeddingStatus } from "../embed.js";
import { chosenEmbedder, configuredEmbedder, useEmbedder } from "../embedder.js";

interface Options {
  readonly status?: boolean;
  readonly use?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Recall finds memories by their words, and by vectors that hold what they mean. Those are made in the
background; this makes them now, and goes on where it was stopped.

--use takes table (the default; it comes with Tidemark), ollama:MODEL, openai:MODEL,
transformers:MODEL or none; another server as ollama:MODEL@http://HOST:PORT. Only that, and openai,
send memories to another machine; the key comes from TIDEMARK_EMBEDDER_KEY. The choice is kept in
the data folder's config.json, which alone counts in the background. TIDEMARK_EMBEDDER takes the
same values, but only for "recall" and "embed" as you run them: a project's settings may set
variables, and must not say where your memories go.

Examples:
  $ tidemark @
  $ tidemark @ --status
  $ tidemark @ --use ollama:nomic-embed-text
  $ tidemark @ --use table           back to the default; nothing is sent any more`;

const FOR_NOW =
  "TIDEMARK_EMBEDDER counts for this command alone. To keep it in the background: tidemark embed --use <embedder>";

export function embedCommand(command: Command): void {
  command
    .description("make the vectors that recall compares meanings by")
    .option("--status", "only say how far they are")
    .option("--use <embedder>", "from now on with this one, in the background too")
    .option("--json", "print the result as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(options: Options): Promise<void> {
  await withMemory(async ({ home, store }) => {
    const env = hostEnv();
    const embedder =
      options.use === undefined ? chosenEmbedder(env, home) : await useEmbedder(env, home, options.use);
    if (options.use !== undefined)
      printAside(style.dim("Used from now on. Undo with: tidemark embed --use table"));
    else if (configuredEmbedder(env, home)?.name !== embedder?.name) printAside(style.dim(FOR_NOW));
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
