import fc from "fast-check";
import { expect, test } from "vitest";
import { Sought, share, wordSet } from "../../../src/brief/choose/words.js";

const name = fc
  .array(fc.constantFrom("retry", "Upload", "HTTP", "queue", "_", "-", "/", ".ts", "éTat", "a", "9"), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

test("a name shares with the words looked for what all of its words share with them", () => {
  fc.assert(
    fc.property(name, name, (sought, other) => {
      const words = wordSet(sought);
      expect(share(new Sought(words).wordsOf(other), words)).toBe(share(wordSet(other), words));
    }),
  );
});

test("where nothing is looked for, no name has words", () => {
  expect(new Sought([]).wordsOf("retryUpload").size).toBe(0);
});
