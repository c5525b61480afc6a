import { expect, test } from "vitest";
import { readQuestion } from "../../src/recall/question.js";
import { type LikeWords, softMatches } from "../../src/recall/soft-match.js";
import { tokensOf } from "../../src/text/words/term.js";

const WORDS = ["job", "work", "cat"];
const COSINES = [
  [1, 0.8, 0],
  [0.8, 1, 0],
  [0, 0, 1],
];
const cosines = (rank: number, others: Int32Array) =>
  Float32Array.from(others, (other) => COSINES[rank]?.[other] ?? 0);
const words: LikeWords = {
  rankOf: (word) => WORDS.indexOf(word),
  likenesses: cosines,
  nearnesses: ([word = ""], others) => cosines(WORDS.indexOf(word), others),
  weightsOf: (ranks) => Float32Array.from(ranks, (rank) => (rank < 0 ? 0 : 1)),
};
const passage = (text: string, times: number[]) => ({ tokens: tokensOf(text), times });

test("the word itself counts most, a like one less, any other nothing", () => {
  const { like, near } = softMatches(
    readQuestion("job", 0),
    [passage("job", [1]), passage("work", [0]), passage("cat", [0]), passage("zzz", [0])],
    [2],
    words,
  );
  expect(like[0]).toBe(1);
  expect(like[1]).toBeGreaterThan(0.3);
  expect(like[1]).toBeLessThan(0.8);
  expect([like[2], like[3]]).toEqual([0, 0]);
  expect(near[0]).toBeGreaterThan(near[1] ?? 0);
  expect(near[3]).toBe(0);
});
