import type { Forest } from "../../src/brief/salience/forest.js";

/** A row to learn from. */
export interface Weighed {
  readonly x: Float64Array;
  readonly y: boolean;
  readonly weight: number;
}

const ROUNDS = 300;
const DEPTH = 5;
const RATE = 0.05;
const RIDGE = 10;
const MIN_LEAF = 15;
const MAX_BINS = 40;
/** Each tree sees a part of the rows and features, so that no single one decides. */
const ROWS_SEEN = 0.7;
const FEATURES_SEEN = 0.2;

/** Gradient boosting for a yes or no: each tree corrects the sum of those before it. Deterministic. */
export function boost(rows: readonly Weighed[]): Forest {
  const limits = binLimits(rows);
  const bins = rows.map(({ x }) => Uint8Array.from(limits, (own, f) => binOf(own, x[f] ?? 0)));
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const worthy = rows.reduce((sum, { y, weight }) => sum + (y ? weight : 0), 0);
  const forest = {
    bias: round(Math.log(worthy / (total - worthy))),
    roots: [] as number[],
    feature: [] as number[],
    limit: [] as number[],
    above: [] as number[],
    value: [] as number[],
  };
  const scores = new Float64Array(rows.length).fill(forest.bias);
  const slope = new Float64Array(rows.length);
  const bend = new Float64Array(rows.length);
  const random = generator(7);
  for (let tree = 0; tree < ROUNDS; tree++) {
    rows.forEach(({ y, weight }, i) => {
      const p = 1 / (1 + Math.exp(-(scores[i] ?? 0)));
      slope[i] = weight * (Number(y) - p);
      bend[i] = weight * p * (1 - p);
    });
    const features = limits.map((_, f) => f).filter(() => random() < FEATURES_SEEN);
    const seen = rows.map((_, i) => i).filter(() => random() < ROWS_SEEN);
    const root = forest.feature.length;
    forest.roots.push(root);
    grow({ forest, bins, limits, slope, bend, features }, seen, 0);
    bins.forEach((_, i) => {
      scores[i] = (scores[i] ?? 0) + valueAt(forest, rows[i]?.x ?? new Float64Array(), root);
    });
  }
  return forest;
}

interface Growing {
  readonly forest: { feature: number[]; limit: number[]; above: number[]; value: number[] };
  readonly bins: readonly Uint8Array[];
  readonly limits: readonly number[][];
  readonly slope: Float64Array;
  readonly bend: Float64Array;
  readonly features: readonly number[];
}

function grow(growing: Growing, seen: readonly number[], depth: number): void {
  const { forest, bins, limits, slope, bend } = growing;
  const node = forest.feature.length;
  let g = 0;
  let h = 0;
  for (const i of seen) {
    g += slope[i] ?? 0;
    h += bend[i] ?? 0;
  }
  forest.feature.push(-1);
  forest.limit.push(0);
  forest.above.push(0);
  forest.value.push(round((RATE * g) / (h + RIDGE)));
  const split = depth >= DEPTH || h < 2 * MIN_LEAF ? undefined : bestSplit(growing, seen, g, h);
  if (split === undefined) return;
  forest.feature[node] = split.feature;
  forest.limit[node] = limits[split.feature]?.[split.bin] ?? 0;
  forest.value[node] = 0;
  const isBelow = (i: number) => (bins[i]?.[split.feature] ?? 0) <= split.bin;
  grow(growing, seen.filter(isBelow), depth + 1);
  forest.above[node] = forest.feature.length;
  grow(
    growing,
    seen.filter((i) => !isBelow(i)),
    depth + 1,
  );
}

function bestSplit({ bins, slope, bend, features }: Growing, seen: readonly number[], g: number, h: number) {
  let most = 1e-3;
  let best: { feature: number; bin: number } | undefined;
  const gs = new Float64Array(MAX_BINS);
  const hs = new Float64Array(MAX_BINS);
  for (const feature of features) {
    gs.fill(0);
    hs.fill(0);
    for (const i of seen) {
      const bin = bins[i]?.[feature] ?? 0;
      gs[bin] = (gs[bin] ?? 0) + (slope[i] ?? 0);
      hs[bin] = (hs[bin] ?? 0) + (bend[i] ?? 0);
    }
    let below = 0;
    let weight = 0;
    for (let bin = 0; bin < MAX_BINS - 1; bin++) {
      below += gs[bin] ?? 0;
      weight += hs[bin] ?? 0;
      if (weight < MIN_LEAF) continue;
      if (h - weight < MIN_LEAF) break;
      const gain =
        below ** 2 / (weight + RIDGE) + (g - below) ** 2 / (h - weight + RIDGE) - g ** 2 / (h + RIDGE);
      if (gain <= most) continue;
      most = gain;
      best = { feature, bin };
    }
  }
  return best;
}

/** The values at which each feature may be split: its quantiles. */
function binLimits(rows: readonly Weighed[]): number[][] {
  const features = rows[0]?.x.length ?? 0;
  return Array.from({ length: features }, (_, f) => {
    const values = Float64Array.from(rows, ({ x }) => x[f] ?? 0).sort();
    const limits = Array.from({ length: MAX_BINS - 2 }, (_, i) =>
      round(values[Math.floor(((i + 1) * values.length) / (MAX_BINS - 1))] ?? 0),
    );
    return [...new Set(limits)];
  });
}

function binOf(limits: readonly number[], value: number): number {
  let bin = 0;
  while (bin < limits.length && value > (limits[bin] ?? 0)) bin++;
  return bin;
}

function valueAt(forest: Growing["forest"], x: Float64Array, root: number): number {
  let node = root;
  for (let f = forest.feature[node] ?? -1; f >= 0; f = forest.feature[node] ?? -1)
    node = (x[f] ?? 0) <= (forest.limit[node] ?? 0) ? node + 1 : (forest.above[node] ?? 0);
  return forest.value[node] ?? 0;
}

/** A small linear congruential generator: the same draws everywhere. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
