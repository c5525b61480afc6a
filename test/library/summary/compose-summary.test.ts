import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Situation } from "../../../src/brief/situation.js";
import { composeSummary } from "../../../src/library/summary/compose-summary.js";
import type { Digest } from "../../../src/library/summary/digest.js";
import { readDecision, readSummary } from "../../../src/library/summary/read-summary.js";
import { estimate } from "../../../src/library/token/estimate.js";
import { situations } from "../../brief/situation-arbitrary.js";
import { situation } from "../../brief/situation-sample.js";
import { counters } from "./counter-arbitrary.js";

const digest = (over: Partial<Situation> = {}, rest: Partial<Digest> = {}): Digest => ({
  situation: situation({ kind: "compact", ...over }),
  story: {
    first: "Make uploads survive a bad network",
    turns: [
      { asked: "Add retry with jitter to uploads", came: "Retries work, three at most", edited: 2 },
      { asked: "Why not five?", came: "", edited: 0 },
    ],
    request: "Document the limits",
    left: "The page is begun",
  },
  chosen: ["Uploads go through the queue instead of the socket"],
  inWords: new Set(),
  ...rest,
});
const digests: fc.Arbitrary<Digest> = fc.record({
  situation: situations,
  story: fc.record(
    {
      text: fc.string({ maxLength: 2_000 }),
      first: fc.lorem(),
      turns: fc.array(fc.record({ asked: fc.lorem(), came: fc.string(), edited: fc.nat(3) }), {
        maxLength: 40,
      }),
      request: fc.string(),
      left: fc.lorem({ maxCount: 60 }),
    },
    { requiredKeys: ["turns"] },
  ),
  chosen: fc.array(fc.lorem({ maxCount: 30 }), { maxLength: 40 }),
  inWords: fc.constant(new Set<string>()),
});

describe("a summary", () => {
  test("says how it went, what was decided, what is open and which files", () => {
    const text = composeSummary(digest(), 1_000, estimate.count);
    expect(text).toContain("First request: Make uploads survive a bad network");
    expect(text).toContain("- Add retry with jitter to uploads → Retries work, three at most");
    expect(text).toContain("Last request: Document the limits");
    expect(text).toContain("How it was left: The page is begun");
    expect(text).toContain("\nDecided:\n");
    expect(text).toContain("- Uploads go through the queue instead of the socket");
    expect(text).toContain("Open tasks:\n- test the third failure\n- document the limits");
    expect(text).not.toContain("write the loop");
  });

  test("speaks French where the conversation does", () => {
    const text = composeSummary(digest({ language: "fr" }), 1_000, estimate.count);
    expect(text).toContain("Première demande: Make uploads");
    expect(text).toContain("Tâches ouvertes:\n");
  });

  test("in little room loses how it went before tasks and decisions", () => {
    const plan = Array.from({ length: 8 }, (_, n) => ({
      text: `Task number ${n} of the plan`,
      status: "open" as const,
    }));
    const chosen = Array.from({ length: 8 }, (_, n) => `Table ${n} is kept instead of view ${n}`);
    const turns = Array.from({ length: 60 }, (_, n) => ({
      asked: `Do step ${n}`,
      came: `Step ${n} is done`,
      edited: 1,
    }));
    const text = composeSummary(digest({ plan }, { chosen, story: { turns } }), 400, estimate.count);
    for (const { text: task } of plan) expect(text).toContain(task);
    for (const one of chosen) expect(text).toContain(one);
    expect(text).not.toContain("Do step 0");
  });

  test("keeps all that a model wrote where there is room, and what is known beside it", () => {
    const told = "The uploads were made to survive.\nThree tries, with jitter.";
    const text = composeSummary(digest({}, { story: { text: told, turns: [] } }), 1_000, estimate.count);
    expect(text.startsWith(`${told}\n\n`)).toBe(true);
    expect(text).toContain("Open tasks:");
  });

  test("is the same bytes again, never above its limit, whatever is counted and how", () => {
    fc.assert(
      fc.property(digests, fc.nat(2_500), counters, (any, limit, count) => {
        const text = composeSummary(any, limit, count);
        expect(composeSummary(any, limit, count)).toBe(text);
        if (text !== "") expect(count(text)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 60 },
    );
  });

  test("makes use of its room", () => {
    const turns = Array.from({ length: 200 }, (_, n) => ({
      asked: `Do step ${n} of them`,
      came: `Step ${n} is done`,
      edited: 1,
    }));
    for (const limit of [500, 1_000, 2_000]) {
      const text = composeSummary(digest({}, { story: { turns } }), limit, estimate.count);
      expect(estimate.count(text)).toBeGreaterThan(limit * 0.9);
    }
  });
});

describe("a summary that is read again", () => {
  test.each(["en", "fr"] as const)("gives its story and its decisions (%s)", (language) => {
    const text = composeSummary(digest({ language }), 1_000, estimate.count);
    const read = readSummary(text);
    expect(text.startsWith(read.story)).toBe(true);
    expect(read.story).not.toContain("document the limits\n");
    expect(read.decided).toContain("Uploads go through the queue instead of the socket");
  });

  test("of somebody else is all story", () => {
    expect(readSummary("We did this.\n\nAnd that.")).toEqual({
      story: "We did this.\n\nAnd that.",
      decided: [],
    });
  });

  test("tells what a decision rejected", () => {
    expect(readDecision("SQLite (no server; rejected: PostgreSQL, MySQL)")).toEqual({
      choice: "SQLite",
      rejected: ["PostgreSQL", "MySQL"],
    });
    expect(readDecision("tabs (indentation)").rejected).toEqual([]);
  });
});
