import { describe, expect, test } from "vitest";
import type { Candidate } from "../../../src/brief/salience/candidate.js";
import { RELATIONS, relationsIn } from "../../../src/brief/salience/relation.js";
import { wordsOf } from "../../../src/text/prose/topic.js";

const place = { session: "a", event: "", isHot: true, sessionsAgo: 0, edits: 0, isClosed: true } as const;

function commit(text: string, turnsAgo: number): Candidate {
  return { ...place, kind: "commit", text, turn: 9 - turnsAgo, turnsAgo };
}

function relate(candidates: readonly Candidate[], subject = "") {
  const words = candidates.map(({ text }) => new Set(wordsOf(text)));
  return relationsIn({ candidates, words, subject: new Set(wordsOf(subject)) });
}

describe("how lines relate to the others", () => {
  const lines = [
    commit("Draw the tide table of the harbour", 0),
    commit("Draw the tide table in colours", 1),
    commit("Bump the linter", 2),
  ];

  test("has as many values as the weights were learned with, all of them numbers", () => {
    for (const values of relate(lines)) {
      expect(values).toHaveLength(RELATIONS);
      expect([...values].every(Number.isFinite)).toBe(true);
    }
    expect(relate([])).toEqual([]);
  });

  test("knows what later turns speak of again", () => {
    const later = relate(lines).map((values) => values[1] ?? 0);
    expect(later[0]).toBe(0);
    expect(later[1]).toBeGreaterThan(later[2] ?? 0);
  });

  test("knows what the work is about", () => {
    const [tide, , linter] = relate(lines, "tide table").map((values) => values[5] ?? 0);
    expect(tide).toBeGreaterThan(0);
    expect(linter).toBe(0);
  });
});
