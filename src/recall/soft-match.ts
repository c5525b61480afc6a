import type { Passage } from "./passage.js";
import type { Question } from "./question.js";

/** Which words are alike in meaning. */
export interface LikeWords {
  /** A vector of length 1, undefined for an unknown word. */
  unitVector(word: string): Float32Array | undefined;
  /** What some words are about, less what any words are about: length 1. */
  gistOf(words: readonly string[]): Float32Array;
  /** How much a word says of what a text is about, from 0 to 1: the rarer the more. */
  weightOf(word: string): number;
}

/** What the passages mean, against the question. */
export interface SoftMatches {
  /** How much of the question each says, in its own words or in like ones: 1 where it says all. */
  readonly like: readonly number[];
  /** How near each is to what the question is about: by its words, the rarer the heavier. */
  readonly near: readonly number[];
}

/** Below, words have no more in common than any two. */
const LEAST = 0.4;
/** What a word that is only alike counts at most against the word itself. */
const ALIKE = 0.8;

export function softMatches(
  { asked }: Question,
  passages: readonly Passage[],
  rarity: readonly number[],
  words: LikeWords,
): SoftMatches {
  const { vectors, weights, texts } = vocabularyOf(passages, words);
  const total = rarity.reduce((sum, weight) => sum + weight, 0) || 1;
  const like: number[] = new Array(passages.length).fill(0);
  asked.forEach(({ word }, n) => {
    const vector = words.unitVector(word);
    const likeness = vector === undefined ? undefined : vectors.map((other) => likenessOf(vector, other));
    passages.forEach(({ times }, at) => {
      const best = (times[n] ?? 0) > 0 ? 1 : likeness === undefined ? 0 : largest(likeness, texts[at]);
      like[at] = (like[at] ?? 0) + ((rarity[n] ?? 0) * best) / total;
    });
  });
  const gist = words.gistOf(asked.map(({ word }) => word));
  const nearness = vectors.map((vector) => (vector === undefined ? 0 : cosine(gist, vector)));
  return { like, near: texts.map((text) => average(nearness, weights, text)) };
}

interface Vocabulary {
  readonly vectors: readonly (Float32Array | undefined)[];
  readonly weights: readonly number[];
  /** The words of each passage, by their place in the vocabulary. */
  readonly texts: readonly Uint32Array[];
}

/** Each word is looked up once, however many passages have it. */
function vocabularyOf(passages: readonly Passage[], words: LikeWords): Vocabulary {
  const places = new Map<string, number>();
  const texts = passages.map(({ tokens }) => {
    const text = new Uint32Array(tokens.length);
    tokens.forEach(({ word }, at) => {
      let place = places.get(word);
      if (place === undefined) {
        place = places.size;
        places.set(word, place);
      }
      text[at] = place;
    });
    return text;
  });
  const all = [...places.keys()];
  const vectors = all.map((word) => words.unitVector(word));
  const weights = all.map((word, at) => (vectors[at] === undefined ? 0 : words.weightOf(word)));
  return { vectors, weights, texts };
}

function largest(likeness: readonly number[], text: Uint32Array | undefined): number {
  let best = 0;
  for (const place of text ?? []) {
    const value = likeness[place] ?? 0;
    if (value > best) best = value;
  }
  return best;
}

function average(values: readonly number[], weights: readonly number[], text: Uint32Array): number {
  let [sum, total] = [0, 0];
  for (const place of text) {
    sum += (values[place] ?? 0) * (weights[place] ?? 0);
    total += weights[place] ?? 0;
  }
  return total === 0 ? 0 : sum / total;
}

function likenessOf(one: Float32Array, other: Float32Array | undefined): number {
  if (other === undefined) return 0;
  const likeness = cosine(one, other);
  return likeness <= LEAST ? 0 : ((Math.min(1, likeness) - LEAST) / (1 - LEAST)) * ALIKE;
}

function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < one.length; n++) sum += (one[n] ?? 0) * (other[n] ?? 0);
  return sum;
}
