import { expect, test } from "vitest";
import { ruleLine } from "../../../src/brief/source/facts.js";
import type { Source } from "../../../src/brief/source.js";
import { phrasesFor } from "../../../src/render/phrase.js";

const ruled = (...rules: readonly string[]) => rules.map((text, id) => ({ id: String(id), text, at: 0 }));
const three = ruled("Prefer simple solutions", "Consider alternatives before a quick fix", "No mocks");
const lineOf = (rules: typeof three, room = 700) => ruleLine(rules, phrasesFor("en"), room)[0];
const textOf = (source: Source | undefined, room: number) => {
  const rendered = source?.render(room);
  return typeof rendered === "object" ? rendered.text : rendered;
};

test("no rules, no line", () => {
  expect(ruleLine([], phrasesFor("en"), 700)).toEqual([]);
});

test("rules are said in their order", () => {
  expect(textOf(lineOf(three), 400)).toBe(
    "Rules: Prefer simple solutions; Consider alternatives before a quick fix; No mocks",
  );
  expect(textOf(ruleLine(three, phrasesFor("fr"), 700)[0], 40)).toBe("Règles: Prefer simple solutions");
});

test("rules stand whole or not at all", () => {
  expect(textOf(lineOf(three), 42)).toBe("Rules: Prefer simple solutions; No mocks");
  expect(textOf(lineOf(three), 16)).toBe("Rules: No mocks");
  expect(textOf(lineOf(three), 12)).toBe("");
});

test("they want a small part of the room, unless one alone needs more", () => {
  expect(lineOf(three, 400)?.ideal).toBe("Rules: ".length + 60);
  expect(lineOf(ruled("x".repeat(150)), 400)?.ideal).toBe("Rules: ".length + 150);
  expect(lineOf(ruled("x".repeat(250)), 400)).toBeUndefined();
});
