import { FEATURES, type Feature, type FeatureRow } from "../../src/recall/feature.js";
import type { Weights } from "../../src/recall/rank.js";

/** What was found for a question, and which of it answers. */
export interface Example {
  readonly rows: readonly FeatureRow[];
  readonly isRight: readonly boolean[];
}

export interface Learning {
  readonly ridge: number;
  readonly epochs: number;
  readonly rate: number;
}

const DEFAULTS: Learning = { ridge: 1e-3, epochs: 120, rate: 0.05 };
const [MOMENT, SQUARE] = [0.9, 0.99] as const;
const WIDTH = FEATURES.length;
/** All others speak for a memory. What the data make of two that go together must not turn one of them against it. */
const AGAINST: ReadonlySet<Feature> = new Set(["otherAuthor", "isQuestion"]);

/**
 * The weights under which, of all that was found for a question, what answers it is the likeliest to be drawn (a softmax
 * over the list). All examples at every step and no chance anywhere: the same examples give the same weights.
 */
export function learn(examples: readonly Example[], { ridge, epochs, rate }: Learning = DEFAULTS): Weights {
  const lists = examples.filter(({ isRight }) => isRight.includes(true));
  const scale = deviations(lists);
  const flat = lists.map((example) => flatten(example, scale));
  const w = new Float64Array(WIDTH);
  const moment = new Float64Array(WIDTH);
  const square = new Float64Array(WIDTH);
  for (let step = 1; step <= epochs; step++) {
    const gradient = new Float64Array(WIDTH);
    for (const list of flat) addGradient(list, w, gradient);
    for (let k = 0; k < WIDTH; k++) {
      const slope = at(gradient, k) / Math.max(1, flat.length) + ridge * at(w, k);
      moment[k] = MOMENT * at(moment, k) + (1 - MOMENT) * slope;
      square[k] = SQUARE * at(square, k) + (1 - SQUARE) * slope * slope;
      const size = Math.sqrt(at(square, k) / (1 - SQUARE ** step)) + 1e-8;
      const next = at(w, k) - (rate * at(moment, k)) / (1 - MOMENT ** step) / size;
      w[k] = AGAINST.has(FEATURES[k] ?? "length") ? Math.min(0, next) : Math.max(0, next);
    }
  }
  return weightsOf(w.map((value, k) => value / at(scale, k)));
}

interface List {
  readonly x: Float64Array;
  /** How much of the whole each should have. */
  readonly share: Float64Array;
}

/** Features differ in how far they reach; a ridge is fair only where they do not. */
function deviations(lists: readonly Example[]): Float64Array {
  const sums = new Float64Array(WIDTH);
  let count = 0;
  for (const row of lists.flatMap(({ rows }) => rows)) {
    FEATURES.forEach((name, k) => {
      sums[k] = at(sums, k) + row[name] ** 2;
    });
    count++;
  }
  return sums.map((sum) => Math.sqrt(sum / count) || 1);
}

function flatten({ rows, isRight }: Example, scale: Float64Array): List {
  const x = new Float64Array(rows.length * WIDTH);
  rows.forEach((row, i) => {
    FEATURES.forEach((name, k) => {
      x[i * WIDTH + k] = row[name] / at(scale, k);
    });
  });
  const right = isRight.filter(Boolean).length;
  return { x, share: Float64Array.from(isRight, (is) => (is ? 1 / right : 0)) };
}

function addGradient({ x, share }: List, w: Float64Array, gradient: Float64Array): void {
  const chances = share.map((_, i) => {
    let score = 0;
    for (let k = 0; k < WIDTH; k++) score += at(x, i * WIDTH + k) * at(w, k);
    return score;
  });
  const best = chances.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  let total = 0;
  for (let i = 0; i < chances.length; i++) {
    chances[i] = Math.exp(at(chances, i) - best);
    total += at(chances, i);
  }
  for (let i = 0; i < chances.length; i++) {
    const error = at(chances, i) / total - at(share, i);
    if (Math.abs(error) < 1e-7) continue;
    for (let k = 0; k < WIDTH; k++) gradient[k] = at(gradient, k) + error * at(x, i * WIDTH + k);
  }
}

function weightsOf(values: Float64Array): Weights {
  const weights: { [name: string]: number } = {};
  FEATURES.forEach((name, k) => {
    // Never -0, which would be written as another number than it is.
    weights[name] = Math.round(at(values, k) * 1_000) / 1_000 + 0;
  });
  return complete(weights);
}

function complete(weights: { readonly [name: string]: number }): Weights {
  if (hasAll(weights)) return weights;
  throw new Error("a feature was left without a weight");
}

function hasAll(weights: { readonly [name: string]: number }): weights is Weights {
  return FEATURES.every((name) => name in weights);
}

function at(values: Float64Array, n: number): number {
  return values[n] ?? 0;
}
