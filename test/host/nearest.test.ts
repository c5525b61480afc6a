import { expect, test } from "vitest";
import { nearest } from "../../src/host/nearest.js";

const NAMES = ["sessions", "resume", "retry", "recall", "tag", "quit"];

test.each([
  ["session", "sessions"],
  ["sesions", "sessions"],
  ["rety", "retry"],
  ["recal", "recall"],
  ["resmue", "resume"],
  ["qiut", "quit"],
  ["tga", undefined],
  ["frobnicate", undefined],
  ["x", undefined],
])("%s means %s", (typed, meant) => {
  expect(nearest(typed, NAMES)).toBe(meant);
});
