import { expect, test } from "vitest";
import { partInWords } from "../../../src/door/cli/score-part.js";
import { FEATURES } from "../../../src/recall/feature.js";

test("every part of a score is explained", () => {
  const standing = ["recent", "kind", "focus", "rating", "branch", "superseded"];
  expect([...FEATURES, ...standing].filter((name) => partInWords(name) === "")).toEqual([]);
});
