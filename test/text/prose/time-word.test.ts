import { expect, test } from "vitest";
import { saysNumber, saysWhen } from "../../../src/text/prose/time-word.js";

test.each([
  ["I fixed it yesterday", true],
  ["we moved last week to pnpm", true],
  ["since June it fails", true],
  ["c'est cassé depuis mardi", true],
  ["la semaine dernière", true],
  ["the parser is slow", false],
  ["may be", false],
  ["use the last argument", false],
])("says when: %s", (text, expected) => {
  expect(saysWhen(text)).toBe(expected);
});

test.each([
  ["three retries", true],
  ["port 8080", true],
  ["deux fois", true],
  ["a few", false],
])("says a number: %s", (text, expected) => {
  expect(saysNumber(text)).toBe(expected);
});
