import { TidemarkError } from "../error.js";
import { declare, declaredText, type Speaker } from "./declare.js";
import type { Here } from "./here.js";

const MOST_TOPICS = 12;

/** Prefers some topics from now on, until a time where one is given. Returns them as they are kept. */
export function focus(here: Here, topics: readonly string[], until?: number, speaker?: Speaker): string[] {
  const kept = [
    ...new Set(topics.flatMap((topic) => topic.split(",")).filter((topic) => topic.trim() !== "")),
  ].map((topic) => declaredText(here, topic, "topic"));
  if (kept.length === 0 || kept.length > MOST_TOPICS) {
    throw new TidemarkError("bad-argument", `A focus takes 1 to ${MOST_TOPICS} topics, not ${kept.length}.`);
  }
  const data = { topics: kept, until };
  declare(here, { type: "focus.set", data }, speaker);
  return kept;
}

export function clearFocus(here: Here, speaker?: Speaker): void {
  declare(here, { type: "focus.set", data: { topics: [] } }, speaker);
}
