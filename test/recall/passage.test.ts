import { expect, test } from "vitest";
import { bestPassage } from "../../src/recall/passage.js";

const ASKED = new Map([
  ["upload", [0]],
  ["retri", [1]],
]);
const FILLER = Array.from({ length: 200 }, (_, n) => `filler${n}`).join(" ");

test("a short text is all one passage", () => {
  const { tokens, times } = bestPassage("the upload is tried again: retry, retry", ASKED, [1, 1]);
  expect(tokens.map(({ word }) => word)).toEqual(["upload", "tried", "again", "retry", "retry"]);
  expect(times).toEqual([1, 2]);
});

test("of a long text the stretch counts in which the asked words stand together", () => {
  const text = `upload ${FILLER} upload with retry ${FILLER} retry`;
  const { tokens, times } = bestPassage(text, ASKED, [1, 1]);
  expect(times).toEqual([1, 1]);
  expect(tokens.length).toBeLessThanOrEqual(60);
  expect(tokens.map(({ word }) => word).join(" ")).toContain("upload with retry".replace("with ", ""));
});

test("a long text without any asked word gives its beginning", () => {
  expect(bestPassage(FILLER, ASKED, [1, 1]).tokens[0]?.word).toBe("filler0");
});
