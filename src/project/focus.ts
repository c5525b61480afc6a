import { TidemarkError } from "../error.js";
import { declare, declaredText, type Speaker } from "./declare.js";
import type { Here } from "./here.js";

const MAX_TOPICS = 12;

/** Sets the focus, until a time if one is given. Returns the topics as they are kept. */
export function focus(here: Here, topics: readonly string[], until?: number, speaker?: Speaker): string[] {
  const kept = [
    ...new Set(topics.flatMap((topic) => topic.split(",")).filter((topic) => topic.trim() !== "")),
  ].map((topic) => declaredText(here, topic, "topic"));
  if (kept.length === 0 || kept.length > MAX_TOPICS) {
    throw new TidemarkError("bad-argument", `A focus takes 1 to ${MAX_TOPICS} topics, not ${kept.length}.`);
  }
  declare(here, { type: "focus.set", data: { topics: kept, until } }, speaker);
  return kept;
}

export function clearFocus(here: Here, speaker?: Speaker): void {
  declare(here, { type: "focus.set", data: { topics: [] } }, speaker);
}
