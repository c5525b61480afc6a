import { configured } from "../../home/config.js";
import type { Env } from "../../host/env.js";
import { languageModel, readModelChoice } from "./language-model.js";
import { readPrice } from "./model-server.js";
import type { LanguageModel, Price } from "./port.js";

/** Says which model is asked; counts before `"model"` in `config.json`. */
const MODEL = "TIDEMARK_MODEL";

export interface ConfiguredModel {
  readonly model: string;
  readonly price?: Price;
}

/** The model a person chose, or undefined where none is wanted. Throws where the choice cannot be kept: no key, no such form. */
export function chosenModel(env: Env, home: string): LanguageModel | undefined {
  const configured = configuredModel(home);
  const model = env[MODEL]?.trim() || configured.model;
  if (readModelChoice(model) === undefined) return undefined;
  // The price is that of the model it stands beside.
  const isPriced = configured.model === model || configured.model === "none";
  return languageModel(isPriced ? { ...configured, model } : model, env);
}

/** What `config.json` says of the model. */
export function configuredModel(home: string): ConfiguredModel {
  const model = configured(home, "model") ?? "none";
  const price = configured(home, "price");
  readModelChoice(model);
  return { model: model.trim() || "none", price: price === undefined ? undefined : readPrice(price) };
}
