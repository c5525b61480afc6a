import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { dataHome, hostEnv } from "../../host/env.js";
import { USUAL } from "../../library/context/usual.js";
import { chosenTokens } from "../../library/token/chosen-tokens.js";
import { parseCount } from "../../terminal/option.js";
import { chat } from "./chat.js";
import { modelFor } from "./model-for.js";
import { questionFrom } from "./question-from.js";

interface Options {
  readonly newSession?: boolean;
  readonly resume?: string;
  /** False for `--no-model`. */
  readonly model?: string | false;
  readonly print?: string;
  readonly system?: string;
  readonly limit: string;
  readonly compactAt: string;
  readonly compact: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
The model: TIDEMARK_MODEL, or "model" in config.json, or --model:
  ollama:llama3.2              on this machine: nothing leaves it
  anthropic:claude-sonnet-4-5  with the key in ANTHROPIC_API_KEY
  openai:gpt-5-mini            with the key in OPENAI_API_KEY
  openai:MODEL@URL             any server with OpenAI's protocol; its key in TIDEMARK_MODEL_KEY

Each message is kept before the model is asked, without its secrets. Inside, /help lists commands.

Examples:
  $ tidemark chat                                  go on with the last chat in this project
  $ tidemark chat --new-session --model ollama:llama3.2
  $ tidemark chat --resume 0mi1zq8k                a session by the start of its id
  $ tidemark chat --print "What did we decide about retries?"
  $ git diff | tidemark chat --print "Review this." --new-session
  $ tidemark chat --print /sessions --no-model     commands work without a model`;

export function chatCommand(command: Command): void {
  command
    .description("chat with a model that remembers this project")
    .option("--new-session", "begin another session")
    .option("--resume <id>", "go on with this session (the start of its id is enough)")
    .option("--model <name>", "ask this model: anthropic:, openai: or ollama:, and its name")
    .option("--no-model", "without a model: look at sessions and memory")
    .option("--print <text>", "ask one question, also what is piped in, and end")
    .option("--system <text>", "instructions for the model")
    .option("--limit <tokens>", "at most so many tokens of context", String(USUAL.contextLimit))
    .option("--compact-at <tokens>", "compact from so many tokens on", String(USUAL.threshold))
    .option("--no-compact", "never compact by itself")
    .option("--json", "one question: print JSON lines")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const limit = parseCount(options.limit, "--limit");
  const compactAt = parseCount(options.compactAt, "--compact-at");
  const { newSession, resume, system, json: isJson = false } = options;
  if (newSession && resume !== undefined)
    throw new TidemarkError("bad-argument", "--new-session and --resume exclude each other.");
  const env = hostEnv();
  const model = options.model === false ? undefined : modelFor(env, options.model);
  const question = await questionFrom(options.print);
  if (isJson && question === undefined)
    throw new TidemarkError("bad-argument", "--json is for one question.", {
      hint: 'Such as: tidemark chat --json --print "Where were we?"',
    });
  await chat({
    model,
    tokens: await chosenTokens(env, dataHome(env)),
    session: resume !== undefined ? { is: "id", id: resume } : { is: newSession ? "new" : "last" },
    limit,
    isJson,
    question,
    system,
    ...(options.compact ? { compactAt } : {}),
  });
}
