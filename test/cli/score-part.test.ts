import { expect, test } from "vitest";
import { MEANING, partInWords } from "../../src/recall/command/recall-print.js";
import { FEATURES, RELATIVE } from "../../src/recall/feature.js";
import { TURN_PART } from "../../src/recall/rank.js";
import { STANDING_PARTS } from "../../src/recall/standing.js";

test("every part of a score is explained, and nothing that is none", () => {
  const parts = [...FEATURES, ...STANDING_PARTS, TURN_PART];
  expect([...MEANING.keys()].sort()).toEqual([...parts].sort());
  expect(parts.filter((name) => partInWords(name) === "")).toEqual([]);
  expect(partInWords("nobody")).toBe("");
});

test("what is measured against the best found is a feature", () => {
  expect([...RELATIVE].filter((name) => !FEATURES.some((feature) => feature === name))).toEqual([]);
});
