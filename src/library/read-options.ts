import { optional, requireCount, requireOptions, typeName, wrong } from "./check.js";
import type { CompactRequest } from "./context/compact.js";
import type { ContextRequest } from "./context/context.js";
import { DEFAULTS, MIN_CONTEXT_TOKENS } from "./context/defaults.js";
import type { LanguageModel } from "./llm/port.js";
import type { CompactOptions, ContextOptions } from "./tidemark.js";
import { estimate } from "./token/estimate.js";
import type { TokenCounter } from "./token/port.js";

/** Checks a program's counter, and each count it gives. */
export function readCounter(counter: TokenCounter | undefined): TokenCounter {
  if (counter === undefined) return estimate;
  const { name, count } = requireOptions(counter, "The counter of tokens");
  if (typeof name !== "string" || typeof count !== "function")
    throw wrong("A counter of tokens has a name and a function count(text).");
  return {
    name,
    count(text) {
      const tokens: unknown = counter.count(text);
      if (typeof tokens === "number" && tokens >= 0 && Number.isFinite(tokens)) return tokens;
      throw wrong(`The counter "${name}" gave ${typeName(tokens)} that is no number of tokens.`);
    },
  };
}

export function requireModel(model: LanguageModel): void {
  const { name, ask } = requireOptions(model, "A model");
  if (typeof ask === "function" && typeof name === "string") return;
  throw wrong(
    "A model has a name and a function ask(question).",
    'For example ollama({ model: "llama3.2" }), or languageModel("openai:NAME@URL").',
  );
}

export function readContextOptions(options: ContextOptions | undefined): ContextRequest {
  const read = requireOptions(options, "The options of context", ["limit", "last"]);
  const { limit = DEFAULTS.contextLimit, last = DEFAULTS.lastMessages } = read;
  if (requireCount(limit, "limit") < MIN_CONTEXT_TOKENS)
    throw wrong(`The limit of a context is at least ${MIN_CONTEXT_TOKENS} tokens, and not ${limit}.`);
  return { limit, last: requireCount(last, "last") };
}

export function readLast(options: { readonly last?: number } | undefined): number | undefined {
  const { last } = requireOptions(options, "The options of history", ["last"]);
  return optional(requireCount, last, "last");
}

export function readCompactOptions(
  options: CompactOptions | undefined,
  defaultModel: LanguageModel | undefined,
): CompactRequest {
  const known = ["limit", "keep", "model", "onText", "signal"] as const;
  const read = requireOptions(options, "The options of compact", known);
  const { limit = DEFAULTS.summaryLimit, keep, model = defaultModel, onText, signal } = read;
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 0))
    throw wrong("keep must be a whole number of messages.");
  if (model !== undefined) requireModel(model);
  if (onText !== undefined && typeof onText !== "function")
    throw wrong(`onText must be a function, and is ${typeName(onText)}.`);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw wrong(`signal must be an AbortSignal, and is ${typeName(signal)}.`);
  return { limit: requireCount(limit, "limit"), keep, model, onText, signal };
}
