import type { Features } from "./feature.js";
import { LABELS } from "./label.js";

/** The weights as they are shipped: 8 bits each, in base64. */
export interface PackedModel {
  /** The distances between the sorted keys of the features. */
  readonly keys: string;
  /** One byte for each label of each feature. */
  readonly weights: string;
  readonly scale: number;
  readonly bias: readonly number[];
}

export interface Model {
  /** For each key the number of its row, from 1 on; 0 if it has none. */
  readonly rows: Uint16Array;
  readonly weights: Int8Array;
  readonly scale: number;
  readonly bias: readonly number[];
}

const KEY_BITS = 20;
const MAX_ROWS = 2 ** 16 - 1;
/** What a cue weighs against all words of a sentence together. */
const CUE_VALUE = 0.35;

/** The keys of all features of a sentence, with their values. A key of words and cues counts as a cue. */
export function valuesOf({ words, cues }: Features): Map<number, number> {
  const values = new Map<number, number>();
  const share = shareOf(words);
  for (const word of words) values.set(keyOf(word), share);
  for (const cue of cues) values.set(keyOf(cue), CUE_VALUE);
  return values;
}

/** What each word counts: the more of them, the less. */
function shareOf(words: readonly number[]): number {
  return 1 / Math.sqrt(Math.max(1, words.length));
}

/** Few features share a key. */
function keyOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> (32 - KEY_BITS);
}

/** The sum of `valuesOf` times weights, for each label. Whole numbers are added first: that is fast, in any order. */
export function scoresOf(model: Model, { words, cues }: Features): Float64Array {
  seen.fill(0, 0, model.weights.length / LABEL_COUNT + 1);
  const cueSums = sumOf(model, cues);
  const wordSums = sumOf(model, words);
  const share = shareOf(words);
  const scores = new Float64Array(LABEL_COUNT);
  for (let i = 0; i < LABEL_COUNT; i++) {
    const sum = share * (wordSums[i] ?? 0) + CUE_VALUE * (cueSums[i] ?? 0);
    scores[i] = sum * model.scale + (model.bias[i] ?? 0);
  }
  return scores;
}

/** The rows that were added for the sentence at hand. */
const seen = new Uint8Array(MAX_ROWS + 1);
const LABEL_COUNT = LABELS.length;

/** Adds the weights of features whose rows were not seen. */
function sumOf(model: Model, hashes: readonly number[]): Int32Array {
  const { rows, weights } = model;
  const sums = new Int32Array(LABEL_COUNT);
  for (const hash of hashes) {
    const row = rows[keyOf(hash)] ?? 0;
    if (row === 0 || seen[row] === 1) continue;
    seen[row] = 1;
    const from = (row - 1) * LABEL_COUNT;
    for (let i = 0; i < LABEL_COUNT; i++) sums[i] = (sums[i] ?? 0) + (weights[from + i] ?? 0);
  }
  return sums;
}

export function modelOf({ keys, weights, scale, bias }: PackedModel): Model {
  const bytes = Buffer.from(keys, "base64");
  const rows = new Uint16Array(2 ** KEY_BITS);
  let count = 0;
  let key = 0;
  let part = 0;
  // An index, because a cold process takes milliseconds longer through the iterator.
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    part = part * 128 + (byte & 127);
    if (byte & 128) continue;
    key += part;
    part = 0;
    rows[key] = ++count;
  }
  if (count > MAX_ROWS) throw new RangeError(`${count} features are too many`);
  const signed = new Int8Array(Buffer.from(weights, "base64"));
  return { rows, weights: signed, scale, bias };
}
