import { describe, expect, test } from "vitest";
import { linesIn, lowerOf, sentencesIn } from "../../../src/text/prose/sentence.js";

function sentences(text: string): string[] {
  return sentencesIn(text).map((sentence) => sentence.text);
}

describe("the sentences of a text", () => {
  test.each([
    ["One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]],
    ["Use v1.2 of src/a.ts, e.g. today. Then stop.", ["Use v1.2 of src/a.ts, e.g. today.", "Then stop."]],
    ["It’s **bold** and *slanted*", ["It's bold and slanted"]],
    ["before\n```\ncode. more\n```\nafter", ["before", "after"]],
    ["> quoted\nown", ["own"]],
    ["| a | b |\nown", ["own"]],
    ["own\n    indented code\n\tmore code", ["own"]],
    ["2026-01-01T10:00:00 started\n[12:00:01] ready\nERROR: no\nown", ["own"]],
    ["TypeError: x\n    at f (src/a.ts:1:2)\nsrc/a.ts:1:2 bad", ["TypeError: x"]],
    ["own\nada@box app % npm test\nall the rest", ["own"]],
    ["diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\nown", ["own"]],
    ["<system-reminder>never said</system-reminder>own", ["own"]],
    [
      `${"a long line of words ".repeat(4)}that\ngoes on here`,
      [`${"a long line of words ".repeat(4)}that goes on here`],
    ],
    ["", []],
  ])("%j", (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  test("only the first 8,000 characters are read", () => {
    expect(sentences(`${"a".repeat(8_000)}. Never read.`)).toEqual(["a".repeat(8_000)]);
  });

  test("an item is known as one", () => {
    expect(sentencesIn("- one. two\nthree").map(({ isItem }) => isItem)).toEqual([true, true, false]);
  });
});

describe("the lines of a text", () => {
  test("headings, items and boxes", () => {
    const text = "## Title\n**Also one:**\n\n- item\n  - [ ] open\n  - [x] done\n1. first\nplain";
    expect(linesIn(text)).toEqual([
      { text: "Title", kind: "heading", indent: 0 },
      { text: "Also one:", kind: "heading", indent: 0 },
      { text: "", kind: "blank", indent: 0 },
      { text: "item", kind: "item", indent: 0 },
      { text: "open", kind: "item", indent: 2, box: "open" },
      { text: "done", kind: "item", indent: 2, box: "ticked" },
      { text: "first", kind: "item", indent: 0 },
      { text: "plain", kind: "plain", indent: 0 },
    ]);
  });
});

describe("small letters", () => {
  test.each(["ÉTÉ", "İstanbul", "Straße", "ok"])("%j keeps its length", (text) => {
    expect(lowerOf(text)).toHaveLength(text.length);
  });
});
