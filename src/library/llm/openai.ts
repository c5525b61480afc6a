import { type Env, hostEnv } from "../../host/env.js";
import { bearer } from "../../host/http.js";
import { at, countAt, errorWords, textAt } from "../../host/json-path.js";
import { servedModel } from "./ask.js";
import { type ModelOptions, SERVERS, serverFor } from "./model-server.js";
import type { LanguageModel } from "./port.js";
import { type Piece, withSystem } from "./protocol.js";
import { readEvents, readJson } from "./stream.js";

/** A model of OpenAI, or of any server with the same protocol. */
export function openai(options: ModelOptions, env: Env = hostEnv()): LanguageModel {
  const server = serverFor("openai", options, env);
  // Servers of this protocol differ, which their refusals show.
  let limit = server.url === SERVERS.openai ? "max_completion_tokens" : "max_tokens";
  let saysUsage = true;
  const tried = new Set<string>();
  return servedModel(server, {
    path: "/chat/completions",
    headers: bearer,
    body: (question) => ({
      model: server.model,
      [limit]: question.most,
      stream: true,
      ...(saysUsage ? { stream_options: { include_usage: true } } : {}),
      messages: withSystem(question),
    }),
    read,
    adapt(words) {
      if (!UNKNOWN.test(words)) return false;
      const what = ["stream_options", limit].find((name) => words.includes(name) && !tried.has(name));
      if (what === undefined) return false;
      tried.add(what);
      if (what === "stream_options") saysUsage = false;
      else limit = what === "max_tokens" ? "max_completion_tokens" : "max_tokens";
      return true;
    },
  });
}

const UNKNOWN = /unsupported|not (?:supported|permitted|allowed)|unknown|unrecogni[sz]ed|unexpected|extra/i;

async function* read(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let hasEnded = false;
  for await (const { data } of readEvents(chunks)) {
    if (data.trim() === "[DONE]") {
      // Some servers give no reason for the end.
      if (!hasEnded) yield { is: "end", end: "done" };
      return;
    }
    const value = readJson(data);
    if (at(value, "error") || textAt(value, "object") === "error") {
      const kind = textAt(value, "error", "code") || textAt(value, "error", "type");
      yield { is: "error", kind, words: errorWords(value) };
      return;
    }
    const asked = countAt(value, "usage", "prompt_tokens");
    yield { is: "usage", usage: { asked, answered: countAt(value, "usage", "completion_tokens") } };
    const refusal = textAt(value, "choices", 0, "delta", "refusal");
    if (refusal !== "") yield { is: "refused", words: refusal };
    const text = textIn(at(value, "choices", 0, "delta", "content"));
    if (text !== "") yield { is: "text", text };
    const reason = textAt(value, "choices", 0, "finish_reason");
    if (reason === "content_filter") yield { is: "refused", words: "" };
    else if (reason !== "") {
      hasEnded = true;
      yield { is: "end", end: reason === "length" ? "full" : "done" };
    }
  }
}

/** Some servers send parts, reasoning among them, instead of text. */
function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => (textAt(part, "type") === "text" ? textAt(part, "text") : ""))
    .join("");
}
