import { immediateSimilarity, type Similarity } from "../../src/recall/ask-recall.js";

/** With the table of words and the vectors it makes, or by words alone: each has weights of its own. */
export const MODES = ["full", "plain"] as const;
export type Mode = (typeof MODES)[number];

/** What a question is asked with where a person has chosen so. */
export function meansFor(home: string, question: string, mode: Mode): Similarity {
  return mode === "full" ? immediateSimilarity(home, question) : {};
}
