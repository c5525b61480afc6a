import { configured } from "../../home/config.js";
import type { Env } from "../../host/env.js";
import { languageModel, readModelChoice } from "./language-model.js";
import { readPrice } from "./model-server.js";
import type { LanguageModel, Price } from "./port.js";

export interface ConfiguredModel {
  readonly model: string;
  readonly price?: Price;
}

/** The model that the user chose, if any. Throws if the choice is invalid or has no key. */
export function chosenModel(env: Env, home: string): LanguageModel | undefined {
  const configured = configuredModel(home);
  // The environment takes precedence over `config.json`.
  const model = env["TIDEMARK_MODEL"]?.trim() || configured.model;
  if (readModelChoice(model) === undefined) return undefined;
  // The configured price applies only to the configured model.
  const isPriced = configured.model === model || configured.model === "none";
  return languageModel(isPriced ? { ...configured, model } : model, env);
}

/** The model in `config.json`. */
export function configuredModel(home: string): ConfiguredModel {
  const model = configured(home, "model") ?? "none";
  const price = configured(home, "price");
  readModelChoice(model);
  return { model: model.trim() || "none", price: price === undefined ? undefined : readPrice(price) };
}
