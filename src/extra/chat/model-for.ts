import { TidemarkError } from "../../error.js";
import { dataHome, type Env } from "../../host/env.js";
import { chosenModel } from "../../library/llm/chosen-model.js";
import { languageModel } from "../../library/llm/language-model.js";
import type { LanguageModel } from "../../library/llm/port.js";

/** The model that was named on the command line, else in the environment or `config.json`. */
export function modelFor(env: Env, named: string | undefined): LanguageModel {
  if (named !== undefined) return languageModel(named, env);
  const home = dataHome(env);
  const chosen = chosenModel(env, home);
  if (chosen !== undefined) return chosen;
  throw new TidemarkError("bad-argument", "No language model is set, so there is nobody to chat with.", {
    hint: waysToSet(home),
  });
}

function waysToSet(home: string): string {
  return [
    "Set one in one of these ways:",
    "  export TIDEMARK_MODEL=ollama:llama3.2              on this machine, by Ollama: nothing leaves it",
    "  tidemark chat --model anthropic:claude-sonnet-4-5  with the key in ANTHROPIC_API_KEY",
    `  {"model": "openai:gpt-5-mini"}                     in ${home}/config.json, with OPENAI_API_KEY`,
    "Another server follows the name, its key is in TIDEMARK_MODEL_KEY: openai:MODEL@http://127.0.0.1:8000/v1",
    "Sessions and memory work without one, too: tidemark chat --no-model",
  ].join("\n");
}
