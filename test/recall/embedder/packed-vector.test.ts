import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dotPacked,
  hamming,
  packVector,
  sketchOf,
  sketchWords,
  unpackVector,
} from "../../../src/recall/embedder/packed-vector.js";
import { dot } from "../../../src/recall/embedder/vector.js";

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
  test("has a bit for each number, in whole words", () => {
    expect(sketchOf(Float32Array.of(1, -1, 0, 2))).toEqual(Uint8Array.of(0b1001, 0, 0, 0));
    expect(sketchOf(new Float32Array(100)).length).toBe(16);
    expect(sketchOf(new Float32Array(768)).length).toBe(96);
  });

  test("differs in as many bits as numbers differ in sign", () => {
    const pairs = fc
      .array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 200 })
      .map((bits) => [bits.map(([a]) => a), bits.map(([, b]) => b)] as const);
    fc.assert(
      fc.property(pairs, fc.nat(9), ([a, b], offset) => {
        const [one, other] = [a, b].map((bits) => sketchOf(Float32Array.from(bits, (bit) => (bit ? 1 : -1))));
        const larger = new Uint8Array(offset + other!.length);
        larger.set(other!, offset);
        const differing = a.filter((bit, n) => bit !== b[n]).length;
        expect(hamming(sketchWords(one!), sketchWords(larger.subarray(offset)))).toBe(differing);
      }),
    );
  });
});
