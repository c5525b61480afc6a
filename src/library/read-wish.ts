import { kindOf, requireCount, requireOptions, wrong } from "./check.js";
import type { CompactWish } from "./context/compact.js";
import type { ContextWish } from "./context/context.js";
import { LEAST_CONTEXT, USUAL } from "./context/usual.js";
import type { LanguageModel } from "./llm/port.js";
import type { CompactOptions, ContextOptions } from "./tidemark.js";
import { estimate } from "./token/estimate.js";
import type { TokenCounter } from "./token/port.js";

/** A counter that is known to count: what it gives is added up and compared. */
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
      throw wrong(`The counter "${name}" gave ${kindOf(tokens)} that is no number of tokens.`);
    },
  };
}

/** One's own model may be any object that can be asked. */
export function requireModel(model: LanguageModel): void {
  const { name, ask } = requireOptions(model, "A model");
  if (typeof ask === "function" && typeof name === "string") return;
  throw wrong(
    "A model has a name and a function ask(question).",
    'For example ollama({ model: "llama3.2" }), or languageModel("openai:NAME@URL").',
  );
}

export function readContextWish(options: ContextOptions | undefined): ContextWish {
  const { limit, last } = requireOptions(options, "The options of context", ["limit", "last"]);
  return {
    limit: limit === undefined ? USUAL.contextLimit : requireLimit(limit),
    last: last === undefined ? USUAL.lastMessages : requireCount(last, "last"),
  };
}

function requireLimit(limit: number): number {
  if (requireCount(limit, "limit") >= LEAST_CONTEXT) return limit;
  throw wrong(`The limit of a context is at least ${LEAST_CONTEXT} tokens, and not ${limit}.`);
}

export function readLast(options: { readonly last?: number } | undefined): number | undefined {
  const { last } = requireOptions(options, "The options of history", ["last"]);
  return last === undefined ? undefined : requireCount(last, "last");
}

export function readThreshold(threshold: number | undefined): number {
  return threshold === undefined ? USUAL.threshold : requireCount(threshold, "The threshold");
}

export function readCompactWish(
  options: CompactOptions | undefined,
  usual: LanguageModel | undefined,
): CompactWish {
  const {
    limit,
    keep,
    model = usual,
    onText,
    signal,
  } = requireOptions(options, "The options of compact", ["limit", "keep", "model", "onText", "signal"]);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 0))
    throw wrong("keep must be a whole number of messages.");
  if (model !== undefined) requireModel(model);
  if (onText !== undefined && typeof onText !== "function")
    throw wrong(`onText must be a function, and is ${kindOf(onText)}.`);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw wrong(`signal must be an AbortSignal, and is ${kindOf(signal)}.`);
  return {
    limit: limit === undefined ? USUAL.summaryLimit : requireCount(limit, "limit"),
    keep,
    model,
    onText,
    signal,
  };
}
