/** How well an answer finds what was to be found, each from 0 to 1. */
export interface Score {
  readonly recall5: number;
  readonly recall10: number;
  readonly recall20: number;
  readonly ndcg10: number;
  /** One divided by the place of the first right one. */
  readonly mrr: number;
}

const MOST = 20;

export function scoreHits(hits: readonly string[], evidence: ReadonlySet<string>): Score {
  const places = hits.slice(0, MOST).flatMap((hit, place) => (evidence.has(hit) ? [place] : []));
  const within = (most: number) => places.filter((place) => place < most);
  const recall = (most: number) => within(most).length / evidence.size;
  const best = Array.from({ length: Math.min(10, evidence.size) }, (_, place) => place);
  return {
    recall5: recall(5),
    recall10: recall(10),
    recall20: recall(20),
    ndcg10: gain(within(10)) / gain(best),
    mrr: places[0] === undefined ? 0 : 1 / (places[0] + 1),
  };
}

function gain(places: readonly number[]): number {
  return places.reduce((sum, place) => sum + 1 / Math.log2(place + 2), 0);
}
