import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearestSignatures } from "../../../src/model/store/embedding-reader.js";
import { dotPacked, packVector, signatureOf } from "../../../src/recall/embedder/packed-vector.js";
import { dot } from "./dot.js";

const vectors = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 200 })
  .map((values) => Float32Array.from(values));

describe("a kept vector", () => {
  test("holds each number within half a step of its scale", () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const step = Math.max(...vector.map(Math.abs)) / 127;
        const { v } = packVector(vector);
        vector.forEach((value, n) => {
          const alone = new Float32Array(vector.length);
          alone[n] = 1;
          expect(Math.abs((dotPacked(alone, v) ?? 9) - value)).toBeLessThanOrEqual(step / 2 + 1e-6);
        });
      }),
    );
  });

  test("is multiplied without its scale's error adding up, wherever it lies", () => {
    fc.assert(
      fc.property(vectors, fc.nat(9), (vector, offset) => {
        const { v } = packVector(vector);
        const larger = new Uint8Array(v.length + offset);
        larger.set(v, offset);
        const product = dotPacked(vector, larger.subarray(offset));
        expect(product).toBe(dotPacked(vector, v));
        const most = vector.reduce((sum, value) => sum + Math.abs(value), 0) / 127;
        expect(Math.abs((product ?? 9e9) - dot(vector, vector))).toBeLessThanOrEqual(most + 1e-4);
      }),
    );
  });

  test("of zeros stays one", () => {
    expect(dotPacked(Float32Array.of(1, 2, 3), packVector(new Float32Array(3)).v)).toBe(0);
  });

  test("of another length is not compared", () => {
    const { v } = packVector(new Float32Array(8).fill(1));
    for (const length of [0, 7, 9, 800]) expect(dotPacked(new Float32Array(length), v)).toBeUndefined();
  });
});

describe("a signature", () => {
  test("has a bit for each number, and is as long as stores want it", () => {
    expect(signatureOf(Float32Array.of(1, -1, 0, 2)).slice(0, 2)).toEqual(Uint8Array.of(0b1001, 0));
    expect([1, 100, 128, 129, 768].map((size) => signatureOf(new Float32Array(size)).length)).toEqual([
      16, 16, 16, 32, 96,
    ]);
  });

  test("of another length is passed over, also where its bytes could be read as several", () => {
    const narrow = signatureOf(new Float32Array(128).fill(1));
    const wide = signatureOf(new Float32Array(256).fill(1));
    const blocks = [
      { signatures: wide, count: 1 },
      { signatures: narrow, count: 1 },
    ];
    expect(nearestSignatures(blocks, narrow, 9)).toEqual([{ block: 1, slot: 0, distance: 0 }]);
    expect(nearestSignatures(blocks, wide, 9)).toEqual([{ block: 0, slot: 0, distance: 0 }]);
  });

  test("differs in as many bits as numbers differ in sign", () => {
    const signs = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 200 });
    const signature = (bits: readonly boolean[]) =>
      signatureOf(Float32Array.from(bits, (bit) => (bit ? 0.5 : -0.5)));
    fc.assert(
      fc.property(signs, (pairs) => {
        const one = signature(pairs.map(([a]) => a));
        const other = signature(pairs.map(([, b]) => b));
        const [near] = nearestSignatures([{ signatures: other, count: 1 }], one, 1);
        expect(near?.distance).toBe(pairs.filter(([a, b]) => a !== b).length);
      }),
    );
  });
});
