import { TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { isLoopback } from "../../host/server-address.js";
import { MAKER_KEY, type Maker, MODEL_KEY, SERVERS } from "../maker.js";

/**
 * A maker's key goes to that maker alone; for another address there is `TIDEMARK_MODEL_KEY`. Ollama wants none, so one
 * that is meant for others is not sent there in the open.
 */
export function keyFor(maker: Maker, url: string, given: string | undefined, env: Env): string | undefined {
  const isSafe = isLoopback(new URL(url)) || url.startsWith("https:");
  const own = MAKER_KEY[maker];
  const general = maker === "ollama" && !url.startsWith("https:") ? undefined : env[MODEL_KEY];
  const key =
    (given || general || (own && url === SERVERS[maker] ? env[own] : undefined))?.trim() || undefined;
  if (key === undefined) {
    if (own === undefined || url !== SERVERS[maker]) return undefined;
    throw new TidemarkError("model-failed", `There is no key for ${new URL(url).host}.`, {
      hint: `Set ${own}, or ${MODEL_KEY}.`,
    });
  }
  // A header with anything else in it is refused by an error that repeats it.
  if (!/^[!-~]+$/.test(key)) {
    throw new TidemarkError("bad-argument", "The key of the model has characters in it that no key has.", {
      hint: `Look at ${given ? "the key you gave" : MODEL_KEY}${given || !own ? "" : ` or ${own}`}.`,
    });
  }
  if (!isSafe) {
    throw new TidemarkError("bad-argument", `The key would go to ${new URL(url).host} for all to read.`, {
      hint: `Use an address with https, or unset ${MODEL_KEY} where the server wants none.`,
    });
  }
  return key;
}
