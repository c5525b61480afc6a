import { describe, expect, test } from "vitest";
import { readQuestion, withoutNames } from "../../src/recall/question.js";
import { NOW } from "./memory-sample.js";

const read = (text: string) => readQuestion(text, NOW);

describe("a question", () => {
  test("is read as its words, with identifiers in parts and whole", () => {
    expect(read("why does parseHeader fail?").asked).toEqual([
      { word: "parse", terms: ["pars"] },
      { word: "header", terms: ["header"] },
      { word: "fail", terms: ["fail"] },
      { word: "parseheader", terms: ["parseheader"] },
    ]);
  });

  test("in French has the stems of both languages", () => {
    const { language, asked } = read("comment a-t-on corrigé les uploads dans le client ?");
    expect(language).toBe("fr");
    expect(asked.find(({ word }) => word === "uploads")?.terms).toContain("upload");
    expect(asked.find(({ word }) => word === "corrigé")?.terms).toContain("corrig");
  });

  test("without any telling word is still asked", () => {
    expect(read("who are you").asked.map(({ word }) => word)).toEqual(["who", "are", "you"]);
    expect(read("  …  ").asked).toEqual([]);
  });

  test.each([
    ["how did we fix the flaky upload test?", ["fix"]],
    ["why did we choose pnpm?", ["decision"]],
    ["pourquoi a-t-on choisi pnpm ?", ["decision"]],
    ["what is the command for the e2e suite", ["command"]],
    ["what is the naming convention", ["convention"]],
    ["where is the parser", []],
  ])("knows what would answer it: %s", (question, kinds) => {
    expect(read(question).kinds).toEqual(expect.arrayContaining(kinds));
    if (kinds.length === 0) expect(read(question).kinds).toEqual([]);
  });

  test("knows whether a time or a number is wanted", () => {
    expect(read("when did we move to pnpm").wants).toEqual({ when: true, count: false });
    expect(read("combien de tests ?").wants.count).toBe(true);
  });

  test("keeps its words where all of them are names", () => {
    const question = read("Mira Okafor");
    expect(withoutNames(question, new Set(["mira"])).asked.map(({ word }) => word)).toEqual(["okafor"]);
    expect(withoutNames(question, new Set(["mira", "okafor"]))).toBe(question);
  });

  test("that is very long is cut, not refused", () => {
    expect(read("upload retry ".repeat(10_000)).asked).toHaveLength(2);
    const many = Array.from({ length: 300 }, (_, n) => `word${n}`).join(" ");
    expect(read(many).asked.length).toBeLessThanOrEqual(24);
  });
});
