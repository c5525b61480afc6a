import { expect, test } from "vitest";
import { CUES } from "../../../src/text/sentence/cue.js";
import { neededBy } from "./needed.js";

test.each(CUES)("the keywords of the cue %s occur wherever its pattern matches", (_, keywords, pattern) => {
  if (keywords === "" || /^\/\[[^\]]+\]\/u$/.test(String(pattern))) return;
  const known = keywords.split("|");
  const needed = neededBy(pattern) ?? [""];
  expect(needed.filter((text) => !known.some((word) => text.includes(word)))).toEqual([]);
});

test("reads what a pattern needs", () => {
  expect(neededBy(/\bdone\b|\b(?:is|are) green\b/)).toEqual(["done", " green"]);
  expect(neededBy(/^(?:fix|feat)ures?\s*:/)).toEqual(["fix", "feat"]);
  expect(neededBy(/a{2}bc?|\(x/)).toEqual(["a", "(x"]);
  expect(neededBy(/done|\d+/)).toBeUndefined();
  expect(neededBy(/(?!no)[a|b]*yes?/)).toEqual(["ye"]);
});
