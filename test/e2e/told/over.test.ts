import { describe, expect, test } from "vitest";
import { Story } from "../scenario/story.js";

/** What somebody said, and what ends it in a later session. */
interface Case {
  readonly name: string;
  readonly before: (story: Story) => void;
  /** How it is told until then. */
  readonly told: RegExp;
  readonly after: (story: Story) => void;
  /** What is still told; by default only the thread. */
  readonly stays?: RegExp;
  /** What is no longer told; by default what was told before. */
  readonly gone?: RegExp;
}

/** A turn that changes a file. */
function work(story: Story, session: string, minute: number, prompt: string, closing: string): void {
  story.ask(session, minute, prompt);
  story.edit(session, minute + 1, "src/tide.ts");
  story.stop(session, minute + 3, closing);
}

const RULES: readonly Case[] = [
  {
    name: "a rule that the person ends",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Add the tide page. Always run the integration tests before you commit. Never touch the vendor folder.",
        "The page is added.",
      ),
    told: /^Rules: .*integration tests/m,
    after: (story) => work(story, "b", 30, "you don't need to run the integration tests anymore", "Ok."),
    stays: /^Rules: .*vendor/m,
  },
  {
    name: "a rule that the person ends in French",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Ajoute la page des marées. Lance toujours les tests d'intégration avant de commiter.",
        "La page est ajoutée.",
      ),
    told: /^Règles: .*tests d'intégration/m,
    after: (story) => work(story, "b", 30, "plus besoin de lancer les tests d'intégration", "Ok."),
  },
];

describe("no longer told is", () => {
  test.each(RULES)("$name", ({ before, told, after, stays = /^(?:Thread|Fil): /m, gone = told }) => {
    const story = new Story();
    before(story);
    expect(story.start("before", 20)).toMatch(told);
    after(story);
    const now = story.start("now", 60);
    expect(now).toMatch(stays);
    expect(now).not.toMatch(gone);
  });
});
