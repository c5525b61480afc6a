export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
}

/** The same direction with length 1, in place; a vector of zeros stays one. */
export function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  if (length === 0) return vector;
  for (let n = 0; n < vector.length; n++) vector[n] = (vector[n] ?? 0) / length;
  return vector;
}

/** What some vectors have in common, which tells none of them from the others. */
export function meanOf(vectors: Iterable<Float32Array>): Float32Array | undefined {
  let sum: Float32Array | undefined;
  let count = 0;
  for (const vector of vectors) {
    sum ??= new Float32Array(vector.length);
    for (let n = 0; n < sum.length; n++) sum[n] = (sum[n] ?? 0) + (vector[n] ?? 0);
    count++;
  }
  return sum?.map((value) => value / count);
}
