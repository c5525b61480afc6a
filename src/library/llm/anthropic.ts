import { type Env, hostEnv } from "../../host/env.js";
import { at, countAt, textAt } from "../../host/json-path.js";
import { servedModel } from "./ask.js";
import { type ModelOptions, serverFor } from "./model-server.js";
import type { LanguageModel } from "./port.js";
import { type Piece, turnsOf } from "./protocol.js";
import { readEvents, readJson } from "./stream.js";

/** A model of Anthropic, or of a server with the same protocol. */
export function anthropic(options: ModelOptions, env: Env = hostEnv()): LanguageModel {
  const server = serverFor("anthropic", options, env);
  return servedModel(server, {
    path: "/v1/messages",
    headers: (key) => ({
      "anthropic-version": "2023-06-01",
      ...(key === undefined ? {} : { "x-api-key": key }),
    }),
    body: (question) => ({
      model: server.model,
      max_tokens: question.most,
      stream: true,
      system: question.system?.toWellFormed() || undefined,
      messages: turnsOf(question),
    }),
    read,
  });
}

async function* read(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let asked: number | undefined;
  for await (const { event, data } of readEvents(chunks)) {
    if (event === "ping") continue;
    const value = readJson(data);
    switch (textAt(value, "type") || event) {
      case "message_start":
        asked = askedIn(at(value, "message", "usage"));
        yield {
          is: "usage",
          usage: { asked, answered: countAt(value, "message", "usage", "output_tokens") },
        };
        break;
      case "content_block_delta":
        if (textAt(value, "delta", "type") === "text_delta")
          yield { is: "text", text: textAt(value, "delta", "text") };
        break;
      case "message_delta":
        // Some servers count only now, others say zero here.
        asked = askedIn(at(value, "usage")) || asked;
        yield { is: "usage", usage: { asked, answered: countAt(value, "usage", "output_tokens") } };
        yield* ending(textAt(value, "delta", "stop_reason"));
        break;
      case "message_stop":
        return;
      case "error":
        yield { is: "error", kind: textAt(value, "error", "type"), words: textAt(value, "error", "message") };
        return;
    }
  }
}

function* ending(reason: string): Generator<Piece> {
  if (reason === "") return;
  if (reason === "refusal") yield { is: "refused", words: "" };
  else yield { is: "end", end: FULL.includes(reason) ? "full" : "done" };
}

const FULL: readonly string[] = ["max_tokens", "model_context_window_exceeded"];

/** Includes cached tokens, which Anthropic counts separately. */
function askedIn(usage: unknown): number | undefined {
  const names = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
  const [fresh, created = 0, cached = 0] = names.map((name) => countAt(usage, name));
  return fresh === undefined ? undefined : fresh + created + cached;
}
