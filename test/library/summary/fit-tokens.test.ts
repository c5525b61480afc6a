import fc from "fast-check";
import { expect, test } from "vitest";
import { fitTokens } from "../../../src/library/summary/fit-tokens.js";
import { counters } from "./counter-arbitrary.js";

test("nothing is made longer than there is something to say", () => {
  expect(
    fitTokens(
      1_000,
      (text) => text.length,
      () => "all",
    ),
  ).toBe("all");
});

test("nothing is said where nothing fits", () => {
  expect(
    fitTokens(
      10,
      () => 11,
      () => "x",
    ),
  ).toBe("");
  expect(
    fitTokens(
      0,
      (text) => text.length,
      (room) => "x".repeat(room),
    ),
  ).toBe("");
});

test("the limit holds for every counter, and most of it is used by one that counts evenly", () => {
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 3_000 }), counters, (limit, count) => {
      const text = fitTokens(limit, count, (room) => "some words ".repeat(room / 11));
      if (text !== "") expect(count(text)).toBeLessThanOrEqual(limit);
    }),
  );
  for (const per of [1, 2, 4, 10]) {
    const text = fitTokens(
      1_000,
      (some) => some.length / per,
      (room) => "x".repeat(room),
    );
    expect(text.length / per).toBeGreaterThan(950);
  }
});
