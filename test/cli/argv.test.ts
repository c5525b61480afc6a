import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withWords } from "../../src/cli/cli.js";

const taken = (text: string) => withWords(["node", "cli", "pin", "--words", text]).slice(3);

describe("words that come in one", () => {
  test.each([
    ["", []],
    ["  ", []],
    ["retry jitter", ["retry", "jitter"]],
    ['"no refactoring" --expires 5d', ["no refactoring", "--expires", "5d"]],
    ["--because='it is slow' x", ["--because=it is slow", "x"]],
    ["it's flaky, don't ask", ["it's", "flaky,", "don't", "ask"]],
    ['say "hello', ["say", '"hello']],
    ["$(touch x) `id` \\n ; a|b", ["$(touch", "x)", "`id`", "\\n", ";", "a|b"]],
    ["two\nlines", ["two", "lines"]],
    ['""', [""]],
  ])("%j", (text, words) => expect(taken(text)).toEqual(words));

  test("nothing of the text is lost but white space and quotes", () => {
    const letters = (text: string) => text.replace(/[\s"']/g, "");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(letters(taken(text).join(""))).toBe(letters(text));
      }),
    );
  });

  test("an agent that hands nothing over where nothing was typed", () => {
    expect(withWords(["node", "cli", "sessions", "--words"])).toEqual(["node", "cli", "sessions"]);
  });

  test("other arguments stay as they are", () => {
    for (const argv of [
      ["node", "cli"],
      ["node", "cli", "pin", "a  b"],
      ["node", "cli", "pin", "--words", "a b", "c"],
    ])
      expect(withWords(argv)).toEqual(argv);
  });
});
