import { TidemarkError } from "../../error.js";
import { isLoopback, serverIn } from "../../host/server-address.js";
import { askServer, type Retries } from "./ask-server.js";
import { SERVERS } from "./choice.js";
import type { Embedder } from "./port.js";
import { remoteEmbedder } from "./remote.js";

export interface OpenaiOptions {
  readonly model: string;
  /** Including the version, as in `https://api.openai.com/v1`. */
  readonly url: string;
  readonly key?: string | undefined;
  readonly retries?: Retries;
}

/** A model behind an OpenAI-compatible address. */
export function openaiEmbedder({ model, url, key, retries }: OpenaiOptions): Embedder {
  const address = new URL(url);
  if (key !== undefined && address.protocol === "http:" && !isLoopback(address)) {
    throw new TidemarkError("bad-argument", `The key would go to ${address.host} for all to read.`, {
      hint: "Use an address with https, or unset TIDEMARK_EMBEDDER_KEY where the server wants none.",
    });
  }
  return remoteEmbedder({
    name: `openai:${model}${serverIn(url, SERVERS.openai)}`,
    model,
    async ask(input, signal) {
      const answer = await askServer({
        url,
        path: "/embeddings",
        body: { model, input, encoding_format: "float" },
        key,
        hint: "Is the server running, and its address right? See: tidemark embed --help",
        retries,
        signal,
      });
      return vectorsIn(answer);
    },
  });
}

interface Item {
  readonly index?: unknown;
  readonly embedding?: unknown;
}

/** Each vector has the index of its text; some servers leave that out and keep the order. */
function vectorsIn(answer: unknown): readonly unknown[] {
  const { data }: { data?: unknown } = typeof answer === "object" && answer !== null ? answer : {};
  if (!Array.isArray(data)) return [];
  const items = data.map((item: unknown): Item => (typeof item === "object" && item !== null ? item : {}));
  const vectors: unknown[] = new Array(items.length).fill(undefined);
  items.forEach(({ index, embedding }, n) => {
    vectors[typeof index === "number" && index in vectors ? index : n] = embedding;
  });
  return vectors;
}
