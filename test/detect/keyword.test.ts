import fc from "fast-check";
import { expect, test } from "vitest";
import { holdsAny, keywordsOf } from "../../src/detect/keyword.js";

const letters = fc.string({ unit: fc.constantFrom("a", "b", "é", " ", "'", "日"), maxLength: 30 });

test("keywords are found exactly where the letters are", () => {
  fc.assert(
    fc.property(letters, fc.array(letters, { minLength: 1, maxLength: 4 }), (text, words) => {
      const expected = words.some((word) => text.includes(word));
      expect(holdsAny(text, keywordsOf(words.join("|")))).toBe(expected);
    }),
  );
});

test("one text's letters are not taken for another's", () => {
  const keywords = keywordsOf("retry|upload");
  expect(holdsAny("add retry", keywords)).toBe(true);
  expect(holdsAny("add tests", keywords)).toBe(false);
  expect(holdsAny("add retry", keywords)).toBe(true);
});

test("a keyword shorter than three letters, or empty, is looked for as well", () => {
  expect(holdsAny("si on veut", keywordsOf("si"))).toBe(true);
  expect(holdsAny("ok", keywordsOf("si"))).toBe(false);
  expect(holdsAny("ok", keywordsOf(""))).toBe(true);
});
