import { defaultEmbedder } from "../../src/app/default-embedder.js";
import type { RecallOptions } from "../../src/app/recall.js";

/** With the table of words and the vectors it makes, or by words alone: each has weights of its own. */
export const MODES = ["full", "plain"] as const;
export type Mode = (typeof MODES)[number];

/** What a question is asked with. */
export function aidsFor(question: string, mode: Mode): Pick<RecallOptions, "words" | "vector"> {
  if (mode === "plain") return {};
  const vector = defaultEmbedder.embedNow(question, defaultEmbedder.centre());
  return { words: defaultEmbedder, vector: { model: defaultEmbedder.name, vector, isTable: true } };
}
