import { type Env, hostEnv } from "../../host/env.js";
import { bearer } from "../../host/http.js";
import { at, countAt, errorWords, textAt } from "../../host/json-path.js";
import { servedModel } from "./ask.js";
import { type ModelOptions, serverFor } from "./model-server.js";
import type { LanguageModel, Question } from "./port.js";
import { type Piece, withSystem } from "./protocol.js";
import { readJson, readLines } from "./stream.js";

/** A model served by Ollama, on this machine by default. */
export function ollama(options: ModelOptions, env: Env = hostEnv()): LanguageModel {
  const server = serverFor("ollama", options, env);
  return servedModel(server, {
    path: "/api/chat",
    headers: bearer,
    body: (question) => ({
      model: server.model,
      stream: true,
      // Otherwise Ollama silently drops the beginning of a long conversation.
      truncate: false,
      options: { num_predict: question.most, num_ctx: windowFor(question) },
      messages: withSystem(question),
    }),
    read,
  });
}

async function* read(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  for await (const line of readLines(chunks)) {
    if (line.trim() === "") continue;
    const value = readJson(line);
    if (at(value, "error") !== undefined) {
      yield { is: "error", kind: "", words: errorWords(value) };
      return;
    }
    const text = textAt(value, "message", "content");
    if (text !== "") yield { is: "text", text };
    if (at(value, "done") !== true) continue;
    const usage = { asked: countAt(value, "prompt_eval_count"), answered: countAt(value, "eval_count") };
    yield { is: "usage", usage };
    yield { is: "end", end: textAt(value, "done_reason") === "length" ? "full" : "done" };
    return;
  }
}

const BYTES_PER_TOKEN = 3;

/** The context window in tokens. Ollama's default is a few thousand, whatever the question needs. */
function windowFor({ system = "", messages, most }: Question): number {
  const texts = [system, ...messages.map(({ content }) => content)];
  const needed = Buffer.byteLength(texts.join("")) / BYTES_PER_TOKEN + most;
  let size = 8_192;
  // Only powers of two: Ollama reloads the model for each other size.
  while (size < needed && size < 131_072) size *= 2;
  return size;
}
