import { TidemarkError } from "../../error.js";
import type { Answer, LanguageModel, Usage } from "./port.js";

/** An answer with its optional fields filled in. */
export type WholeAnswer = Required<Answer>;

/** Checks the answer of a program's own model. Throws `model-failed` if it is not one. */
export function wholeAnswer({ name }: Pick<LanguageModel, "name">, given: unknown): WholeAnswer {
  const { text, end = "done", usage }: Given = typeof given === "object" && given !== null ? given : {};
  if (typeof text !== "string") throw noAnswer(`${name} gave back no text.`);
  if (end !== "done" && end !== "full" && end !== "stopped")
    throw noAnswer(`${name} gave back an end that is none: ${String(end).slice(0, 40)}.`);
  return { text, end, usage: usageIn(usage) };
}

type Given = { readonly [name in keyof Answer]?: unknown };

function usageIn(given: unknown): Usage {
  const { asked, answered }: { asked?: unknown; answered?: unknown } =
    typeof given === "object" && given !== null ? given : {};
  return { asked: isCount(asked) ? asked : undefined, answered: isCount(answered) ? answered : undefined };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function noAnswer(message: string): TidemarkError {
  return new TidemarkError("model-failed", message, {
    hint: 'ask(question, onText) gives back { text }, and may say end ("done", "full" or "stopped") and usage.',
  });
}
