import { situationFor } from "../../src/brief/load-situation.js";
import { NOW, type Story } from "../recall/recall-story.js";

/** The decisions that a new session would be told, the latest first. */
export function toldChoices(story: Story): string[] {
  return situationFor(story.store, {
    project: "p",
    session: "me",
    source: "startup",
    now: NOW,
    isAlive: () => false,
  }).decisions.map(({ choice }) => choice);
}
