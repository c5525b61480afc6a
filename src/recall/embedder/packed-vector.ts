/** A stored vector: one byte per number, and one bit per number for a quick scan. */
export interface PackedVector {
  /** The scale as float32, little-endian, then an int8 for each number. */
  readonly v: Uint8Array;
  readonly signature: Uint8Array;
}

const SCALE = 4;
const MAX_INT8 = 127;
// Stores compare signatures by this many bits at once.
const STRIDE = 128;

export function packVector(vector: Float32Array): PackedVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / MAX_INT8;
  const v = new Uint8Array(SCALE + vector.length);
  const view = new DataView(v.buffer);
  view.setFloat32(0, scale, true);
  if (scale > 0) vector.forEach((value, n) => void view.setInt8(SCALE + n, Math.round(value / scale)));
  return { v, signature: signatureOf(vector) };
}

/** The dot product with a packed vector, without unpacking it; undefined if they differ in length. */
export function dotPacked(vector: Float32Array, v: Uint8Array): number | undefined {
  if (v.length !== SCALE + vector.length) return undefined;
  const view = new DataView(v.buffer, v.byteOffset, v.byteLength);
  let sum = 0;
  for (let n = 0; n < vector.length; n++) sum += (vector[n] ?? 0) * view.getInt8(SCALE + n);
  return sum * view.getFloat32(0, true);
}

/** One bit for each number, set if it is above zero: similar vectors differ in few. */
export function signatureOf(vector: Float32Array): Uint8Array {
  const signature = new Uint8Array(Math.ceil(vector.length / STRIDE) * (STRIDE / 8));
  vector.forEach((value, n) => {
    if (value > 0) signature[n >> 3] = (signature[n >> 3] ?? 0) | (1 << (n & 7));
  });
  return signature;
}
