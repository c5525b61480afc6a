import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { estimate } from "../../../src/library/token/estimate.js";
import { chosenTokens, counterFrom, exactTokens } from "../../../src/library/token/exact.js";
import type { TokenCounter } from "../../../src/library/token/port.js";
import { failureOf } from "../llm/failure-of.js";
import { DENSE } from "./dense-sample.js";
import { SAMPLES } from "./sample.js";

let exact: TokenCounter;
beforeAll(async () => {
  exact = await exactTokens();
});

test("counts as the encoding does", () => {
  expect(exact.name).toBe("o200k_base");
  expect(["", "hello world", "Tidemark", "漢字"].map((text) => exact.count(text))).toEqual([0, 2, 3, 2]);
});

test.each(Object.entries(SAMPLES))("the estimate of %s is within a tenth of the exact count", (_, text) => {
  const count = exact.count(text);
  expect(Math.abs(estimate.count(text) - count) / count).toBeLessThanOrEqual(0.1);
});

test.each(Object.entries(DENSE))("the estimate of %s is hardly below the exact count", (_, text) => {
  const ratio = estimate.count(text) / exact.count(text);
  expect(ratio).toBeGreaterThanOrEqual(0.9);
  expect(ratio).toBeLessThanOrEqual(1.35);
});

test("the estimate takes no square of the length", () => {
  const began = performance.now();
  for (const sign of ["a", "1", " ", "a1", "aB", "é", "漢", "🌊", "ś"])
    expect(estimate.count(sign.repeat(100_000))).toBeGreaterThan(0);
  expect(performance.now() - began).toBeLessThan(4_000);
});

test("a model's own signs are text like any other", () => {
  expect(exact.count("<|endoftext|> and <|im_start|>")).toBeGreaterThan(5);
});

test("a long run of one kind of sign takes no square of its length", () => {
  const began = performance.now();
  for (const sign of ["a", " ", "=", "é", "漢", "🌊"])
    expect(exact.count(sign.repeat(50_000))).toBeGreaterThan(100);
  expect(performance.now() - began).toBeLessThan(8_000);
});

test("a text with a long run counts what its parts do", () => {
  const run = "x".repeat(1_000);
  const whole = exact.count(`before ${run} after`);
  expect(whole).toBeGreaterThanOrEqual(exact.count("before ") + 100);
  expect(whole).toBeLessThan(exact.count("before ") + 1_000);
});

test("is chosen by TIDEMARK_TOKENS", async () => {
  const home = mkdtempSync(join(tmpdir(), "tidemark-tokens-"));
  expect((await chosenTokens({}, home)).name).toBe("estimate");
  expect((await chosenTokens({ TIDEMARK_TOKENS: "estimate" }, home)).name).toBe("estimate");
  expect((await chosenTokens({ TIDEMARK_TOKENS: " exact " }, home)).name).toBe("o200k_base");
  expect(await failureOf(chosenTokens({ TIDEMARK_TOKENS: "roughly" }, home))).toMatchObject({
    code: "bad-argument",
    hint: "Set TIDEMARK_TOKENS to exact or estimate.",
  });
});

test("where the package is missing or another, it is said how to install it", async () => {
  const problem = (found: unknown) => failureOf((async () => counterFrom(found, "--prefix '/data' "))());
  expect(await problem(undefined)).toMatchObject({
    code: "not-found",
    message: "The package gpt-tokenizer is not installed.",
    hint: "Run: npm install --prefix '/data' gpt-tokenizer@4",
  });
  expect((await problem({ encode() {} })).message).toBe("This version of gpt-tokenizer is not known.");
});
