import { TidemarkError } from "../../error.js";
import { type Env, hostEnv } from "../../host/env.js";
import { anthropic } from "./anthropic.js";
import type { Maker, ModelOptions } from "./model-server.js";
import { ollama } from "./ollama.js";
import { openai } from "./openai.js";
import type { LanguageModel } from "./port.js";

const MAKERS: { readonly [maker in Maker]: (options: ModelOptions, env: Env) => LanguageModel } = {
  anthropic,
  openai,
  ollama,
};
const FORM = /^(anthropic|openai|ollama):(.+?)(?:@(https?:\/\/.*))?$/;
const HINT =
  "Use anthropic:MODEL, openai:MODEL, ollama:MODEL or none. A server may follow: openai:MODEL@http://HOST:PORT/v1";

/** Parses the choice of a model; undefined for `none`. */
export function readModelChoice(text: string): { maker: Maker; model: string; url?: string } | undefined {
  const said = text.trim();
  if (said === "" || said === "none") return undefined;
  const [, maker, model = "", url] = FORM.exec(said) ?? [];
  if (maker !== "anthropic" && maker !== "openai" && maker !== "ollama")
    throw new TidemarkError("bad-argument", `"${said.slice(0, 100)}" names no model.`, { hint: HINT });
  // Only a name before a server's address may contain @.
  const [, address] = url === undefined ? (/.@(.*)$/.exec(model) ?? []) : [];
  if (address !== undefined)
    throw new TidemarkError("bad-argument", `"${address.slice(0, 100)}" is no address of a model's server.`, {
      hint: `Write it with http:// or https://, such as ${maker}:MODEL@http://HOST:PORT${maker === "openai" ? "/v1" : ""}`,
    });
  return { maker, model, url };
}

/**
 * Opens `anthropic:MODEL`, `openai:MODEL` or `ollama:MODEL`, with `@URL` for another server. The key comes from
 * `TIDEMARK_MODEL_KEY`, or from the maker's own variable, which is sent only to the maker's server.
 */
export function languageModel(config: string | ModelOptions, env: Env = hostEnv()): LanguageModel {
  const options = typeof config === "string" ? { model: config } : config;
  const choice = typeof options?.model === "string" ? readModelChoice(options.model) : undefined;
  if (choice === undefined) throw new TidemarkError("bad-argument", "No model is named.", { hint: HINT });
  const { maker, model, url = options.url } = choice;
  return MAKERS[maker]({ ...options, model, url }, env);
}
