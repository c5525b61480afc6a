import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dotPacked, packVector, sketchOf, unpackVector } from "../../../src/recall/embedder/packed-vector.js";
import { dot } from "../../../src/recall/embedder/vector.js";
import { nearest } from "../../../src/store/sketch.js";

const vectors = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 200 })
  .map((values) => Float32Array.from(values));

describe("a kept vector", () => {
  test("comes back within half a step of its scale", () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const step = Math.max(...vector.map(Math.abs)) / 127;
        const back = unpackVector(packVector(vector).v);
        expect(back.length).toBe(vector.length);
        back.forEach((value, n) => {
          expect(Math.abs(value - (vector[n] ?? 0))).toBeLessThanOrEqual(step / 2 + 1e-6);
        });
      }),
    );
  });

  test("is multiplied as it would be unpacked, wherever it lies", () => {
    fc.assert(
      fc.property(vectors, fc.nat(9), (vector, offset) => {
        const { v } = packVector(vector);
        const larger = new Uint8Array(v.length + offset);
        larger.set(v, offset);
        const product = dotPacked(vector, larger.subarray(offset));
        expect(product).toBeCloseTo(dot(vector, unpackVector(v)), 3);
      }),
    );
  });

  test("of zeros stays one", () => {
    expect(unpackVector(packVector(new Float32Array(3)).v)).toEqual(new Float32Array(3));
  });
});

describe("a sketch", () => {
  test("has a bit for each number, and is as long as stores want it", () => {
    expect(sketchOf(Float32Array.of(1, -1, 0, 2)).slice(0, 2)).toEqual(Uint8Array.of(0b1001, 0));
    expect([1, 100, 128, 129, 768].map((size) => sketchOf(new Float32Array(size)).length)).toEqual([
      16, 16, 16, 32, 96,
    ]);
  });

  test("differs in as many bits as numbers differ in sign", () => {
    const signs = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 200 });
    const sketch = (bits: readonly boolean[]) =>
      sketchOf(Float32Array.from(bits, (bit) => (bit ? 0.5 : -0.5)));
    fc.assert(
      fc.property(signs, (pairs) => {
        const one = sketch(pairs.map(([a]) => a));
        const other = sketch(pairs.map(([, b]) => b));
        const [near] = nearest([other], one, 1);
        expect(near?.distance).toBe(pairs.filter(([a, b]) => a !== b).length);
      }),
    );
  });
});
