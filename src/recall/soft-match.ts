import type { Passage } from "./passage.js";
import type { Question } from "./question.js";

/** Which words are alike in meaning. */
export interface LikeWords {
  /** A vector of length 1, undefined for an unknown word. */
  unitVector(word: string): Float32Array | undefined;
  /** What some words are about: their average, the rarer the heavier. */
  averageOf(words: readonly string[]): Float32Array;
}

/** Below, words have no more in common than any two. */
const LEAST = 0.4;
/** What a word that is only alike counts at most against the word itself. */
const ALIKE = 0.8;

/** How much of the question each passage says, in its own words or in like ones: 1 where it says all. */
export function softMatches(
  { asked }: Question,
  passages: readonly Passage[],
  rarity: readonly number[],
  words: LikeWords,
): number[] {
  const total = rarity.reduce((sum, weight) => sum + weight, 0) || 1;
  const sums: number[] = new Array(passages.length).fill(0);
  asked.forEach(({ word }, n) => {
    const vector = words.unitVector(word);
    const met = new Map<string, number>();
    passages.forEach(({ tokens, times }, at) => {
      let best = (times[n] ?? 0) > 0 ? 1 : 0;
      if (best === 0 && vector !== undefined)
        for (const token of tokens) {
          let likeness = met.get(token.word);
          if (likeness === undefined) {
            likeness = likenessOf(vector, words.unitVector(token.word));
            met.set(token.word, likeness);
          }
          if (likeness > best) best = likeness;
        }
      sums[at] = (sums[at] ?? 0) + (rarity[n] ?? 0) * best;
    });
  });
  return sums.map((sum) => sum / total);
}

function likenessOf(one: Float32Array, other: Float32Array | undefined): number {
  if (other === undefined) return 0;
  let cosine = 0;
  for (let n = 0; n < one.length; n++) cosine += (one[n] ?? 0) * (other[n] ?? 0);
  return cosine <= LEAST ? 0 : ((Math.min(1, cosine) - LEAST) / (1 - LEAST)) * ALIKE;
}
