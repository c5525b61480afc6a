import { expect, test } from "vitest";
import { scoreHits } from "../../../bench/recall/score.js";

test("all found at once is the best there is", () => {
  const score = scoreHits(["a", "b", "c"], new Set(["a", "b"]));
  expect(score).toEqual({ recall5: 1, recall10: 1, recall20: 1, ndcg10: 1, mrr: 1 });
});

test("what stands further down counts less, and below the twentieth nothing", () => {
  const hits = Array.from({ length: 30 }, (_, n) => `${n + 1}`);
  expect(scoreHits(hits, new Set(["7", "15", "25", "none"]))).toMatchObject({
    recall5: 0,
    recall10: 0.25,
    recall20: 0.5,
    mrr: 1 / 7,
  });
  expect(scoreHits(hits, new Set(["3"])).ndcg10).toBeCloseTo(0.5);
  expect(scoreHits(hits, new Set(["25"]))).toMatchObject({ recall20: 0, ndcg10: 0, mrr: 0 });
});
