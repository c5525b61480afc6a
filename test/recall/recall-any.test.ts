import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY, NOW, Story, tellPhotoBox } from "./recall-story.js";

let story: Story;
beforeEach(() => {
  story = new Story();
});
afterEach(() => story.close());

describe("for any question", () => {
  const WORDS = [
    "anchor",
    "buoy",
    "chart",
    "deck",
    "engine",
    "flag",
    "gull",
    "hull",
    "retry.ts",
    "parseHeader",
  ];
  const words = fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
    .map((list) => list.join(" "));

  /** Some projects that speak of the same things. */
  function tellProjects(texts: readonly (readonly string[])[]): void {
    for (const [project, asks] of texts.entries()) {
      for (const [n, text] of asks.entries())
        story.turn({
          project: `p${project}`,
          session: `${project}-${n}`,
          daysAgo: 30 - n,
          ask: text,
          answer: `${text} done`,
        });
      story.write(
        { type: "fact.declared", data: { kind: "fact", text: asks[0] ?? "", by: "user" } },
        { project: `p${project}` },
      );
    }
  }

  test("nothing of another project is in an answer", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(words, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        fc.oneof(words, fc.string({ unit: "grapheme" })),
        (texts, query) => {
          story.close();
          story = new Story();
          tellProjects(texts);
          texts.forEach((_, n) => {
            for (const { project, session } of story.ask(query, { limit: 50 }, `p${n}`).memories) {
              expect(project).toBe(`p${n}`);
              expect(session === "" || session.startsWith(`${n}-`)).toBe(true);
            }
          });
        },
      ),
      { numRuns: 12 },
    );
  });

  test("the same gives the same, no more than asked for, best first, and nothing throws", () => {
    tellPhotoBox(story);
    const conditions = fc.record(
      {
        kind: fc.constantFrom("fix" as const, "prompt" as const, "decision" as const),
        since: fc.integer({ min: NOW - 200 * DAY, max: NOW }),
        file: fc.constantFrom("src", "upload", "no such"),
      },
      { requiredKeys: [] },
    );
    const filter = fc.oneof(fc.constant({}), conditions);
    const query = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.constantFrom(
        "",
        "   ",
        "?".repeat(5_000),
        "upload ".repeat(3_000),
        '" OR NEAR(* ^ -',
        "\ud800",
        "الرفع يفشل",
        "上传测试",
      ),
      words.map((text) => `${text} upload jitter`),
    );
    expect(story.ask("upload jitter", { limit: 30, filter: {} }).memories.length).toBeGreaterThan(2);
    fc.assert(
      fc.property(query, filter, fc.integer({ min: 1, max: 30 }), (text, filter, limit) => {
        const one = story.ask(text, { limit, filter });
        expect(story.ask(text, { limit, filter })).toEqual(one);
        expect(one.memories.length).toBeLessThanOrEqual(limit);
        expect(one.memories.length).toBeLessThanOrEqual(one.matched);
        const scores = one.memories.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        expect(new Set(one.memories.map(({ id }) => id)).size).toBe(one.memories.length);
      }),
      { numRuns: 150 },
    );
  });
});
