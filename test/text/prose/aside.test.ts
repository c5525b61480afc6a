import { describe, expect, test } from "vitest";
import { isAside, namesCode } from "../../../src/text/prose/aside.js";

describe("beside the work is", () => {
  test.each([
    "by the way, what is a semaphore?",
    "quick question: how tall is the Eiffel tower?",
    "What is the difference between a mutex and a semaphore?",
    "au fait, quelle est la différence entre un mutex et un sémaphore ?",
  ])("%j", (text) => {
    expect(isAside(text)).toBe(true);
  });

  test.each([
    "by the way, where do we read the tax rate?",
    "btw, why does src/rate.ts read it twice?",
    "quick question, is this page cached?",
    "Why does the login redirect twice?",
    "by the way, never touch the vendor folder",
    "au fait, où lit-on le taux dans notre projet ?",
  ])("but not %j", (text) => {
    expect(isAside(text)).toBe(false);
  });
});

test.each([
  ["It is read in `config`.", true],
  ["It is read in src/rate.ts.", true],
  ["The readRate function does it.", true],
  ["A semaphore lets several threads in.", false],
])("%j names code: %s", (text, isNamed) => {
  expect(namesCode(text)).toBe(isNamed);
});
