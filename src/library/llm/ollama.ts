import { type Env, hostEnv } from "../../host/env.js";
import { bearer } from "../../host/http.js";
import { at, countAt, errorWords, textAt } from "../../host/json-path.js";
import { servedModel } from "./ask.js";
import { type ModelOptions, serverFor } from "./model-server.js";
import type { LanguageModel, Question } from "./port.js";
import { type Piece, type Protocol, turnsOf, usageOf } from "./protocol.js";
import { readJson, readLines } from "./stream.js";

/** A model served by Ollama, on this machine unless another address was given. */
export function ollama(options: ModelOptions, env: Env = hostEnv()): LanguageModel {
  const server = serverFor("ollama", options, env);
  return servedModel(server, protocolFor(server.model));
}

function protocolFor(model: string): Protocol {
  return {
    path: "/api/chat",
    headers: bearer,
    body(question) {
      const messages = [
        ...(question.system ? [{ role: "system", content: question.system.toWellFormed() }] : []),
        ...turnsOf(question),
      ];
      return {
        model,
        stream: true,
        // Else it drops the beginning of what is too long for it, without a word.
        truncate: false,
        options: { num_predict: question.most, num_ctx: windowFor(question) },
        messages,
      };
    },
    read,
  };
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
    yield {
      is: "usage",
      usage: usageOf(countAt(value, "prompt_eval_count"), countAt(value, "eval_count")),
    };
    yield { is: "end", end: textAt(value, "done_reason") === "length" ? "full" : "done" };
    return;
  }
}

// Few steps: with each other size the model is loaded anew.
const SMALLEST = 8_192;
const LARGEST = 131_072;
const BYTES_A_TOKEN = 3;

/** How many tokens the model has to hold at once. Ollama's own choice is a few thousand, whatever it is sent. */
function windowFor({ system = "", messages, most }: Question): number {
  const bytes = [system, ...messages.map(({ content }) => content)].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
  const needed = bytes / BYTES_A_TOKEN + most;
  let size = SMALLEST;
  while (size < needed && size < LARGEST) size *= 2;
  return size;
}
