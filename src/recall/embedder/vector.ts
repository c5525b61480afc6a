/** Scales to length 1, in place; a zero vector stays zero. */
export function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (length === 0) return vector;
  for (let n = 0; n < vector.length; n++) vector[n] = (vector[n] ?? 0) / length;
  return vector;
}
