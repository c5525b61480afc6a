import { basename, dirname, isAbsolute, join } from "node:path";
import { TidemarkError } from "../error.js";
import type { Env } from "../host/env.js";
import { importOptional } from "../host/optional-package.js";
import { readPrivate } from "../host/private-file.js";
import { type EmbedderChoice, readEmbedderChoice } from "../recall/embedder/choice.js";
import { ollamaEmbedder } from "../recall/embedder/ollama.js";
import { openaiEmbedder } from "../recall/embedder/openai.js";
import type { Embedder } from "../recall/embedder/port.js";
import { transformersEmbedder } from "../recall/embedder/transformers.js";
import { defaultEmbedder } from "./default-embedder.js";

const PACKAGE = "@huggingface/transformers";

/** The embedder that was chosen, or undefined where none is wanted. */
export function chosenEmbedder(env: Env, home: string): Embedder | undefined {
  const choice = embedderChoice(env, home);
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

/** `TIDEMARK_EMBEDDER`, else `embedder` in the data folder's `config.json`: agents do not pass on every variable. */
export function embedderChoice(env: Env, home: string): EmbedderChoice {
  return readEmbedderChoice(env["TIDEMARK_EMBEDDER"] || configured(home) || "table");
}

function configured(home: string): string | undefined {
  const path = join(home, "config.json");
  const text = readPrivate(path);
  if (text === undefined) return undefined;
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (cause) {
    throw malformed(path, cause);
  }
  if (typeof config !== "object" || config === null) throw malformed(path);
  const { embedder }: { embedder?: unknown } = config;
  if (embedder === undefined) return undefined;
  if (typeof embedder !== "string") throw malformed(path);
  return embedder;
}

function malformed(path: string, cause?: unknown): TidemarkError {
  return new TidemarkError("settings-malformed", `${path} is not what it should be.`, {
    hint: 'Write it like {"embedder": "ollama:nomic-embed-text"}, or remove it.',
    cause,
  });
}

/** A model by the path of its folder, or by its name below `model/` in the data folder. */
function localModel(model: string, home: string): Embedder {
  const place = isAbsolute(model)
    ? { model: basename(model), folder: dirname(model) }
    : { model, folder: join(home, "model") };
  return transformersEmbedder({
    ...place,
    async load() {
      const found = await importOptional(PACKAGE, home);
      if (found !== undefined) return found;
      throw new TidemarkError("embedder-failed", `The package ${PACKAGE} is not installed.`, {
        hint: `Run: npm install --prefix '${home}' ${PACKAGE}`,
      });
    },
  });
}
