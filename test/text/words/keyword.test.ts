import fc from "fast-check";
import { expect, test } from "vitest";
import { holdsAny, keywordsOf } from "../../../src/text/words/wording.js";

const letters = fc.string({ unit: fc.constantFrom("a", "b", "é", " ", "'", "日"), maxLength: 30 });

test("keywords are found exactly where the letters are", () => {
  fc.assert(
    fc.property(letters, fc.array(letters, { minLength: 1, maxLength: 4 }), (text, words) => {
      const expected = words.some((word) => text.includes(word));
      const keywords = keywordsOf(words.join("|"));
      // Again and again: after a few texts they are looked for in another way.
      for (let n = 0; n < 12; n++) expect(holdsAny(text, keywords)).toBe(expected);
    }),
  );
});

test("one text's letters are not taken for another's", () => {
  const keywords = keywordsOf("retry|upload");
  for (let n = 0; n < 12; n++) {
    expect(holdsAny("add retry", keywords)).toBe(true);
    expect(holdsAny("add tests", keywords)).toBe(false);
  }
});

test("a keyword shorter than three letters, or empty, is looked for as well", () => {
  const [si, none] = [keywordsOf("si"), keywordsOf("")];
  for (let n = 0; n < 12; n++) {
    expect(holdsAny("si on veut", si)).toBe(true);
    expect(holdsAny("ok", si)).toBe(false);
    expect(holdsAny("ok", none)).toBe(true);
  }
});
