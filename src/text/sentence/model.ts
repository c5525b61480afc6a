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
  /** The first row of the keys with the same high bits, and of those after them. */
  readonly starts: Uint16Array;
  /** The low bits of the key of each row, in order. */
  readonly lows: Uint8Array;
  readonly weights: Int8Array;
  readonly scale: number;
  readonly bias: readonly number[];
}

const KEY_BITS = 20;
const LOW_BITS = 8;
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
  seen.fill(0, 0, model.lows.length);
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
const seen = new Uint8Array(MAX_ROWS);
const LABEL_COUNT = LABELS.length;

/** Adds the weights of features whose rows were not seen. */
function sumOf(model: Model, hashes: readonly number[]): Int32Array {
  const { weights } = model;
  const sums = new Int32Array(LABEL_COUNT);
  for (const hash of hashes) {
    const row = rowOf(model, keyOf(hash));
    if (row === -1 || seen[row] === 1) continue;
    seen[row] = 1;
    const from = row * LABEL_COUNT;
    for (let i = 0; i < LABEL_COUNT; i++) sums[i] = (sums[i] ?? 0) + (weights[from + i] ?? 0);
  }
  return sums;
}

/** The row of a key; -1 if it has none. */
function rowOf({ starts, lows }: Model, key: number): number {
  const high = key >>> LOW_BITS;
  const low = key & (2 ** LOW_BITS - 1);
  const end = starts[high + 1] ?? 0;
  for (let row = starts[high] ?? 0; row < end; row++) if (lows[row] === low) return row;
  return -1;
}

export function modelOf({ keys, weights, scale, bias }: PackedModel): Model {
  const bytes = Buffer.from(keys, "base64");
  const lows = new Uint8Array(bytes.length);
  const starts = new Uint16Array(2 ** (KEY_BITS - LOW_BITS) + 1);
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
    lows[count++] = key;
    starts[(key >>> LOW_BITS) + 1] = count;
  }
  if (count > MAX_ROWS) throw new RangeError(`${count} features are too many`);
  for (let i = 1; i < starts.length; i++) starts[i] ||= starts[i - 1] ?? 0;
  const signed = new Int8Array(Buffer.from(weights, "base64"));
  return { starts, lows: lows.subarray(0, count), weights: signed, scale, bias };
}
