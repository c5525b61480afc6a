import { basename, dirname, isAbsolute, join } from "node:path";
import { TidemarkError } from "../error.js";
import { configPath, configured, readConfig } from "../home/config.js";
import type { Env } from "../host/env.js";
import { replacePrivate, secureFolder } from "../host/file/folder.js";
import { loadOptional } from "../host/own-folder.js";
import { defaultEmbedder } from "./default-embedder.js";
import { type EmbedderChoice, readEmbedderChoice } from "./embedder/choice.js";
import { ollamaEmbedder } from "./embedder/ollama.js";
import { openaiEmbedder } from "./embedder/openai.js";
import type { Embedder } from "./embedder/port.js";
import { transformersEmbedder } from "./embedder/transformers.js";

const PACKAGE = "@huggingface/transformers";

/** The embedder chosen for a command, or undefined for none. */
export function chosenEmbedder(env: Env, home: string): Embedder | undefined {
  const chosen = env["TIDEMARK_EMBEDDER"];
  return embedderOf(chosen ? readEmbedderChoice(chosen) : configuredChoice(home), env, home);
}

/**
 * The same for background work, which only reads the data folder: a repository's settings may set variables, and must
 * not decide where all memories are sent.
 */
export function configuredEmbedder(env: Env, home: string): Embedder | undefined {
  return embedderOf(configuredChoice(home), env, home);
}

export function configuredChoice(home: string): EmbedderChoice {
  return readEmbedderChoice(configured(home, "embedder") ?? "table");
}

/** Tries an embedder, then stores it as the default. */
export async function useEmbedder(env: Env, home: string, choice: string): Promise<Embedder | undefined> {
  const embedder = embedderOf(readEmbedderChoice(choice), env, home);
  await embedder?.embed(["-"], "memory");
  configureEmbedder(home, choice);
  return embedder;
}

/** Stores the default embedder, also for background work. */
export function configureEmbedder(home: string, choice: string): void {
  readEmbedderChoice(choice);
  secureFolder(home);
  const config = { ...readConfig(home), embedder: choice.trim() };
  replacePrivate(configPath(home), `${JSON.stringify(config, null, 2)}\n`);
}

function embedderOf(choice: EmbedderChoice, env: Env, home: string): Embedder | undefined {
  switch (choice.is) {
    case "none":
      return undefined;
    case "table":
      return defaultEmbedder;
    case "ollama":
      return ollamaEmbedder(choice);
    case "openai":
      return openaiEmbedder({ ...choice, key: env["TIDEMARK_EMBEDDER_KEY"] || undefined });
    case "transformers":
      return localModel(choice.model, home);
  }
}

/** A model by the path of its folder, or by its name below `model/` in the data folder. */
function localModel(model: string, home: string): Embedder {
  const place = isAbsolute(model)
    ? { model: basename(model), folder: dirname(model) }
    : { model, folder: join(home, "model") };
  return transformersEmbedder({
    ...place,
    name: model,
    async load() {
      const found = loadOptional(PACKAGE, home);
      if (found !== undefined) return found;
      throw new TidemarkError("embedder-failed", `The package ${PACKAGE} is not installed.`, {
        hint: `Run: npm install --prefix '${home}' ${PACKAGE}`,
      });
    },
  });
}
