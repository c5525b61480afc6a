import type { Passage } from "./passage.js";
import type { Question } from "./question.js";

/** Word similarity by their ranks in a table. */
export interface LikeWords {
  /** -1 for an unknown word. */
  rankOf(word: string): number;
  /** The cosine of one word with each of others. */
  likenesses(rank: number, others: Int32Array): Float32Array;
  /** The similarity of each of some words to the subject of others, minus the average subject. */
  nearnesses(words: readonly string[], others: Int32Array): Float32Array;
  /** The weight of each word in the subject of a text, from 0 to 1: rarer is more. */
  weightsOf(ranks: Int32Array): Float32Array;
}

/** The similarity of passages to the question. */
export interface SoftMatches {
  /** The share of the question that each covers, in its own words or similar ones; 1 for all. */
  readonly like: readonly number[];
  /** The similarity of each to the question's subject; rarer words weigh more. */
  readonly near: readonly number[];
}

/** Below this cosine, words have no more in common than any two. */
const MIN_COSINE = 0.4;
/** The maximum weight of a similar word against the word itself. */
const MAX_SIMILAR_WEIGHT = 0.8;

export function softMatches(
  { asked }: Question,
  passages: readonly Passage[],
  rarity: readonly number[],
  words: LikeWords,
): SoftMatches {
  const { ranks, texts } = vocabularyOf(passages, words);
  const total = rarity.reduce((sum, weight) => sum + weight, 0) || 1;
  const like: number[] = new Array(passages.length).fill(0);
  asked.forEach(({ word }, n) => {
    const rank = words.rankOf(word);
    const likeness = rank < 0 ? undefined : words.likenesses(rank, ranks);
    passages.forEach(({ times }, at) => {
      const best = (times[n] ?? 0) > 0 ? 1 : likeness === undefined ? 0 : alike(likeness, texts[at]);
      like[at] = (like[at] ?? 0) + ((rarity[n] ?? 0) * best) / total;
    });
  });
  const nearness = words.nearnesses(
    asked.map(({ word }) => word),
    ranks,
  );
  const weights = words.weightsOf(ranks);
  return { like, near: texts.map((text) => average(nearness, weights, text)) };
}

interface Vocabulary {
  readonly ranks: Int32Array;
  /** The words of each passage, by their index in the vocabulary. */
  readonly texts: readonly Uint32Array[];
}

/** Each word is looked up once for all passages. */
function vocabularyOf(passages: readonly Passage[], words: LikeWords): Vocabulary {
  const places = new Map<string, number>();
  const texts = passages.map(({ tokens }) => {
    const text = new Uint32Array(tokens.length);
    for (let at = 0; at < text.length; at++) {
      const word = tokens[at]?.word ?? "";
      let place = places.get(word);
      if (place === undefined) {
        place = places.size;
        places.set(word, place);
      }
      text[at] = place;
    }
    return text;
  });
  return { ranks: Int32Array.from(places.keys(), (word) => words.rankOf(word)), texts };
}

/** The best similarity in a text, relative to the word itself. */
function alike(likeness: Float32Array, text: Uint32Array | undefined): number {
  let best = MIN_COSINE;
  for (let at = 0; at < (text?.length ?? 0); at++) {
    const value = likeness[text?.[at] ?? 0] ?? 0;
    if (value > best) best = value;
  }
  return ((Math.min(1, best) - MIN_COSINE) / (1 - MIN_COSINE)) * MAX_SIMILAR_WEIGHT;
}

function average(values: Float32Array, weights: Float32Array, text: Uint32Array): number {
  let [sum, total] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const place = text[at] ?? 0;
    sum += (values[place] ?? 0) * (weights[place] ?? 0);
    total += weights[place] ?? 0;
  }
  return total === 0 ? 0 : sum / total;
}
