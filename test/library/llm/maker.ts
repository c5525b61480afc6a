import { anthropic } from "../../../src/library/llm/anthropic.js";
import type { ModelOptions } from "../../../src/library/llm/model-server.js";
import { ollama } from "../../../src/library/llm/ollama.js";
import { openai } from "../../../src/library/llm/openai.js";
import type { LanguageModel } from "../../../src/library/llm/port.js";

interface Wire {
  readonly text: readonly string[];
  readonly end?: "done" | "full";
  readonly usage?: { readonly asked: number; readonly answered: number };
}

/** How one maker's server writes what all of them can say. */
export interface MakerWire {
  readonly name: "anthropic" | "openai" | "ollama";
  readonly make: (options: ModelOptions) => LanguageModel;
  readonly path: string;
  readonly type: string;
  /** A whole answer. */
  write(wire: Wire): string;
  /** Only its beginning. */
  begin(text: readonly string[]): string;
  /** An error in the middle. */
  error(words: string): string;
  /** A body of a refusal. */
  refusal(words: string, kind?: string): string;
}

const event = (type: string, value: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const line = (value: object) => `${JSON.stringify(value)}\n`;

const anthropicWire: MakerWire = {
  name: "anthropic",
  make: anthropic,
  path: "/v1/messages",
  type: "text/event-stream; charset=utf-8",
  begin: (text) =>
    event("message_start", { message: { id: "m", usage: { input_tokens: 7, output_tokens: 1 } } }) +
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }) +
    event("ping", {}) +
    text
      .map((piece) => event("content_block_delta", { index: 0, delta: { type: "text_delta", text: piece } }))
      .join(""),
  write: ({ text, end = "done", usage }) =>
    event("message_start", {
      message: usage ? { usage: { input_tokens: usage.asked, output_tokens: 1 } } : {},
    }) +
    text
      .map((piece) => event("content_block_delta", { delta: { type: "text_delta", text: piece } }))
      .join("") +
    event("content_block_stop", { index: 0 }) +
    event("message_delta", {
      delta: { stop_reason: end === "full" ? "max_tokens" : "end_turn" },
      ...(usage ? { usage: { output_tokens: usage.answered } } : {}),
    }) +
    event("message_stop", {}),
  error: (words) => event("error", { error: { type: "overloaded_error", message: words } }),
  refusal: (words, kind = "invalid_request_error") =>
    JSON.stringify({ type: "error", error: { type: kind, message: words } }),
};

const openaiWire: MakerWire = {
  name: "openai",
  make: openai,
  path: "/chat/completions",
  type: "text/event-stream",
  begin: (text) => text.map((content) => data({ choices: [{ index: 0, delta: { content } }] })).join(""),
  write: ({ text, end = "done", usage }) =>
    data({
      choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
      usage: null,
    }) +
    text
      .map((content) => data({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }))
      .join("") +
    data({ choices: [{ index: 0, delta: {}, finish_reason: end === "full" ? "length" : "stop" }] }) +
    (usage
      ? data({ choices: [], usage: { prompt_tokens: usage.asked, completion_tokens: usage.answered } })
      : "") +
    "data: [DONE]\n\n",
  error: (words) => data({ error: { message: words, type: "server_error", code: null } }),
  refusal: (words, kind = "invalid_request_error") =>
    JSON.stringify({ error: { message: words, type: kind } }),
};

const ollamaWire: MakerWire = {
  name: "ollama",
  make: ollama,
  path: "/api/chat",
  type: "application/x-ndjson",
  begin: (text) =>
    text.map((content) => line({ message: { role: "assistant", content }, done: false })).join(""),
  write: ({ text, end = "done", usage }) =>
    text.map((content) => line({ message: { role: "assistant", content }, done: false })).join("") +
    line({
      message: { role: "assistant", content: "" },
      done: true,
      done_reason: end === "full" ? "length" : "stop",
      ...(usage ? { prompt_eval_count: usage.asked, eval_count: usage.answered } : {}),
    }),
  error: (words) => line({ error: words }),
  refusal: (words) => JSON.stringify({ error: words }),
};

export const MAKERS: readonly MakerWire[] = [anthropicWire, openaiWire, ollamaWire];
