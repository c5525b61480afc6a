import { serverIn } from "../../host/server-address.js";
import { askServer, type Retries } from "./ask-server.js";
import { SERVERS } from "./choice.js";
import type { Embedder } from "./port.js";
import { remoteEmbedder } from "./remote.js";

export interface OllamaOptions {
  readonly model: string;
  readonly url: string;
  readonly retries?: Retries;
}

/** A model served by Ollama, on this machine unless an address is given. */
export function ollamaEmbedder({ model, url, retries }: OllamaOptions): Embedder {
  return remoteEmbedder({
    name: `ollama:${model}${serverIn(url, SERVERS.ollama)}`,
    model,
    async ask(input, signal) {
      const answer = await askServer({
        url,
        path: "/api/embed",
        body: { model, input, truncate: true },
        hint: `Start Ollama (ollama serve) and fetch the model: ollama pull ${model}`,
        retries,
        signal,
      });
      return vectorsIn(answer);
    },
  });
}

function vectorsIn(answer: unknown): readonly unknown[] {
  const { embeddings }: { embeddings?: unknown } =
    typeof answer === "object" && answer !== null ? answer : {};
  return Array.isArray(embeddings) ? embeddings : [];
}
