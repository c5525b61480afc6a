import { expect, test } from "vitest";
import { type Example, learn } from "../../../bench/recall/learn.js";
import { FEATURES, type Feature, type FeatureRow } from "../../../src/recall/feature.js";

const NONE = learn([]);

function row(values: { readonly [F in Feature]?: number }): FeatureRow {
  return { ...NONE, ...values };
}

/** What answers has all the words; every other feature is chance, or speaks for the others. */
function examples(): Example[] {
  return Array.from({ length: 20 }, (_, n) => ({
    rows: [
      row({ share: 0.2, length: (n % 3) / 3, isQuestion: 1 }),
      row({ share: 0.9, length: (n % 2) / 2 }),
      row({ share: 0.1, length: (n % 5) / 5, isQuestion: n % 2 }),
    ],
    isRight: [false, true, false],
  }));
}

test("what tells the right ones gets the weight, what others have speaks against them, the rest gets none", () => {
  const weights = learn(examples());
  expect(weights.share).toBeGreaterThan(1);
  expect(weights.isQuestion).toBeLessThan(-0.5);
  expect(Math.abs(weights.length)).toBeLessThan(weights.share / 2);
  expect(Object.keys(weights)).toEqual([...FEATURES]);
  expect(weights.askedTime).toBe(0);
});

test("the same examples give the same weights, and those that nothing answers give none", () => {
  const unanswered: Example = { rows: [row({ askedTime: 1 }), row({})], isRight: [false, false] };
  expect(learn([...examples(), unanswered])).toEqual(learn(examples()));
  expect(new Set(Object.values(learn([unanswered])))).toEqual(new Set([0]));
});

test("the more a weight costs, the smaller it is", () => {
  const [little, much] = [1e-3, 1].map((ridge) => learn(examples(), { ridge, epochs: 120, rate: 0.05 }));
  expect(much?.share).toBeLessThan(little?.share ?? 0);
});
