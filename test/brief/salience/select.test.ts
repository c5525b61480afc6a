import { describe, expect, test } from "vitest";
import type { Candidate } from "../../../src/brief/salience/candidate.js";
import { poolOf } from "../../../src/brief/salience/feature.js";
import { type Salience, select } from "../../../src/brief/salience/select.js";
import { termFeatures, termsOf } from "../../../src/brief/salience/term.js";
import { TERM_WEIGHTS } from "../../../src/brief/salience/term-weights.js";

const place = { session: "a", event: "", isHot: true, sessionsAgo: 0, edits: 0, isClosed: true } as const;

function line(text: string, turnsAgo = 0, kind: Candidate["kind"] = "commit"): Candidate {
  return { ...place, kind, text, turn: 9 - turnsAgo, turnsAgo };
}

/** Every line has the same chance, so the terms decide. */
function evenly(chance: number): Salience {
  const bias = Math.log(chance / (1 - chance));
  return {
    lines: { bias, roots: [], feature: [], limit: [], above: [], value: [] },
    terms: TERM_WEIGHTS,
  };
}

function told(lines: readonly Candidate[], room: number, chance = 0.5): string[] {
  const limits = { room, said: [], lead: () => "" };
  return select(poolOf(lines, ""), evenly(chance), limits).map(({ text }) => text);
}

describe("terms", () => {
  test("are names, whole and by their parts, and words without their endings", () => {
    expect([...termsOf("Dropped the parsers of src/tide.ts")]).toEqual([
      "dropp",
      "parser",
      "src/tide.ts",
      "src",
      "tide",
      "ts",
    ]);
  });

  test("have as many features as there are weights, all of them numbers", () => {
    const candidates = [line("Draw tide.ts in 4 colours"), line("Fix the FTP upload", 2)];
    const texts = candidates.map(({ text }) => text);
    const features = termFeatures({ candidates, texts, chances: [0.2, 0.4], subject: "tides" });
    expect(features.size).toBeGreaterThan(5);
    for (const x of features.values()) {
      expect(x).toHaveLength(TERM_WEIGHTS.w.length);
      expect(x.every(Number.isFinite)).toBe(true);
    }
  });
});

describe("the choice of lines", () => {
  test("prefers a line with new terms to one that says the same in other words", () => {
    const lines = [
      line("Draw the tide table of the harbour wall"),
      line("Redraw the tide table at the harbour wall"),
      line("Retry uploads to the ferry office twice", 3),
    ];
    const [first, second] = told(lines, 90);
    expect([first, second]).toContain(lines[2]?.text);
  });

  test("begins with the work tree if it is probable, and keeps to the room", () => {
    const tree = line("Not committed: tide.ts, ferry.ts · tests pass since the last edit", 0, "tree");
    const lines = [line("Draw the tide table"), tree, line("Retry uploads")];
    expect(told(lines, 300)[0]).toBe(tree.text);
    expect(told(lines, 20)).toEqual(["Retry uploads"]);
  });

  test("tells nothing that is improbable", () => {
    expect(told([line("Draw the tide table")], 300, 0.1)).toEqual([]);
    expect(told([], 300)).toEqual([]);
  });
});
