import { featuresOf } from "../../src/text/sentence/feature.js";
import { LABELS } from "../../src/text/sentence/label.js";
import { type PackedModel, valuesOf } from "../../src/text/sentence/model.js";
import type { Example } from "./example.js";

/** A feature of fewer sentences says little about others. */
const MIN_SENTENCES = 3;
const ROUNDS = 100;
const RIDGE = 0.0004;
const RATE = 4;
/** The power of the inverse frequency: rare labels count for more than their number. */
const BALANCE = 0.5;

interface Row {
  readonly features: Int32Array;
  readonly values: Float64Array;
  readonly label: number;
  readonly weight: number;
}

/** Softmax regression with a ridge, by accelerated gradient descent: the same examples give the same bytes. */
export function learn(examples: readonly Example[]): PackedModel {
  const read = examples.map(valuesOnce);
  const seen = new Map<number, number>();
  for (const values of read) for (const key of values.keys()) seen.set(key, (seen.get(key) ?? 0) + 1);
  const keys = [...seen]
    .filter(([, times]) => times >= MIN_SENTENCES)
    .map(([key]) => key)
    .sort((a, b) => a - b);
  const position = new Map(keys.map((key, i) => [key, i] as const));
  const rows = rowsOf(examples, read, position);
  return pack(keys, descend(rows, keys.length));
}

function rowsOf(
  examples: readonly Example[],
  read: readonly ReadonlyMap<number, number>[],
  position: ReadonlyMap<number, number>,
): Row[] {
  const times = LABELS.map((label) => examples.filter((example) => example.label === label).length);
  return examples.map(({ label }, i) => {
    const known = [...(read[i] ?? [])].filter(([key]) => position.has(key));
    const index = LABELS.indexOf(label);
    return {
      features: Int32Array.from(known, ([key]) => position.get(key) ?? 0),
      values: Float64Array.from(known, ([, value]) => value),
      label: index,
      weight: (examples.length / LABELS.length / Math.max(1, times[index] ?? 1)) ** BALANCE,
    };
  });
}

/** The weights of each feature, the last row being the bias. */
function descend(rows: readonly Row[], features: number): Float64Array {
  const k = LABELS.length;
  const size = (features + 1) * k;
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  let w = new Float64Array(size);
  let ahead = new Float64Array(size);
  const scores = new Float64Array(k);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = new Float64Array(size);
    for (const { features: on, values, label, weight } of rows) {
      for (let c = 0; c < k; c++) scores[c] = ahead[features * k + c]!;
      for (let i = 0; i < on.length; i++) {
        const at = on[i]! * k;
        for (let c = 0; c < k; c++) scores[c]! += values[i]! * ahead[at + c]!;
      }
      const highest = Math.max(...scores);
      let sum = 0;
      for (let c = 0; c < k; c++) sum += scores[c] = Math.exp(scores[c]! - highest);
      for (let c = 0; c < k; c++) scores[c] = (weight / total) * (scores[c]! / sum - (c === label ? 1 : 0));
      for (let i = 0; i < on.length; i++) {
        const at = on[i]! * k;
        for (let c = 0; c < k; c++) gradient[at + c]! += values[i]! * scores[c]!;
      }
      for (let c = 0; c < k; c++) gradient[features * k + c]! += scores[c]!;
    }
    const next = new Float64Array(size);
    const moment = round / (round + 3);
    for (let i = 0; i < size; i++) {
      const ridge = i < features * k ? RIDGE * ahead[i]! : 0;
      next[i] = ahead[i]! - RATE * (gradient[i]! + ridge);
    }
    const beyond = new Float64Array(size);
    for (let i = 0; i < size; i++) beyond[i] = next[i]! + moment * (next[i]! - w[i]!);
    w = next;
    ahead = beyond;
  }
  return w;
}

function pack(keys: readonly number[], w: Float64Array): PackedModel {
  const k = LABELS.length;
  const inner = w.subarray(0, keys.length * k);
  let largest = 1e-9;
  for (const value of inner) largest = Math.max(largest, Math.abs(value));
  const scale = largest / 127;
  const bytes: number[] = [];
  let last = 0;
  for (const key of keys) {
    const step = key - last;
    last = key;
    if (step >= 16384) bytes.push(128 | (step >> 14));
    if (step >= 128) bytes.push(128 | ((step >> 7) & 127));
    bytes.push(step & 127);
  }
  return {
    keys: Buffer.from(bytes).toString("base64"),
    weights: Buffer.from(Int8Array.from(inner, (value) => Math.round(value / scale))).toString("base64"),
    scale,
    bias: Array.from(w.subarray(keys.length * k), (value) => Math.round(value * 1e4) / 1e4),
  };
}

const known = new WeakMap<Example, ReadonlyMap<number, number>>();

/** A benchmark learns from the same examples several times. */
function valuesOnce(example: Example): ReadonlyMap<number, number> {
  const values = known.get(example) ?? valuesOf(featuresOf(example.sentence));
  known.set(example, values);
  return values;
}
