/** A sum of small decision trees, in flat arrays. A leaf has the feature -1. */
export interface Forest {
  readonly bias: number;
  /** Where each tree begins. */
  readonly roots: readonly number[];
  readonly feature: readonly number[];
  /** Up to this value a node goes on with the next one, above it with `above`. */
  readonly limit: readonly number[];
  readonly above: readonly number[];
  readonly value: readonly number[];
}

/** The probability that the trees give to these features. */
export function chanceOf(forest: Forest, x: Float64Array): number {
  let score = forest.bias;
  for (const root of forest.roots) {
    let node = root;
    for (let feature = at(forest.feature, node); feature >= 0; feature = at(forest.feature, node))
      node = (x[feature] ?? 0) <= at(forest.limit, node) ? node + 1 : at(forest.above, node);
    score += at(forest.value, node);
  }
  return 1 / (1 + Math.exp(-score));
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}
