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
  /** From the key of a feature to its row. */
  readonly rows: ReadonlyMap<number, number>;
  readonly weights: Int8Array;
  readonly scale: number;
  readonly bias: readonly number[];
}

const KEY_BITS = 20;
/** What a cue weighs against all words of a sentence together. */
const CUE_VALUE = 0.35;

/** The keys of all features of a sentence, with their values. */
export function valuesOf({ words, cues }: Features): Map<number, number> {
  const values = new Map<number, number>();
  const share = 1 / Math.sqrt(Math.max(1, words.length));
  for (const word of words) values.set(keyOf(word), share);
  for (const cue of cues) values.set(keyOf(cue), CUE_VALUE);
  return values;
}

/** Few features share a key. */
function keyOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> (32 - KEY_BITS);
}

export function scoresOf({ rows, weights, scale, bias }: Model, features: Features): Float64Array {
  const sums = new Float64Array(LABELS.length);
  for (const [key, value] of valuesOf(features)) {
    const row = rows.get(key);
    if (row === undefined) continue;
    const from = row * LABELS.length;
    for (let i = 0; i < LABELS.length; i++) sums[i] = (sums[i] ?? 0) + value * (weights[from + i] ?? 0);
  }
  return sums.map((sum, i) => sum * scale + (bias[i] ?? 0));
}

export function modelOf({ keys, weights, scale, bias }: PackedModel): Model {
  const rows = new Map<number, number>();
  let key = 0;
  let part = 0;
  for (const byte of bytesOf(keys)) {
    part = part * 128 + (byte & 127);
    if (byte & 128) continue;
    key += part;
    part = 0;
    rows.set(key, rows.size);
  }
  return { rows, weights: new Int8Array(bytesOf(weights).buffer), scale, bias };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
