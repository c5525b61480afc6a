import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MEMBER_BYTES, pack, unpack } from "../../src/journal/pack.js";

/** Lines that cannot be mistaken for each other, about as compressible as a journal. */
function lines(bytes: number): Buffer {
  const parts: string[] = [];
  for (let n = 0, size = 0; size < bytes; n++) {
    const line = `{"n":${n},"text":"${"the parser returned ".repeat(n % 5)}${(n * 2_654_435_761).toString(36)}"}\n`;
    parts.push(line);
    size += line.length;
  }
  return Buffer.from(parts.join(""));
}

const PLAIN = lines(5 * MEMBER_BYTES);
const PACKED = pack(PLAIN);

/** The lines that stand where they stood. */
function kept(found: Buffer): number {
  let at = 0;
  let count = 0;
  for (const line of PLAIN.toString().split("\n").slice(0, -1)) {
    if (found.subarray(at, at + line.length + 1).equals(Buffer.from(`${line}\n`))) count++;
    at += line.length + 1;
  }
  return count;
}

const ALL = PLAIN.toString().split("\n").length - 1;
const IN_MEMBER = Math.ceil(ALL / 5) + 60;

describe("a packed part of the journal", () => {
  test("is what any tool unpacks, in members", () => {
    expect(gunzipSync(PACKED).equals(PLAIN)).toBe(true);
    expect(unpack(PACKED).equals(PLAIN)).toBe(true);
    expect(unpack(pack(Buffer.alloc(0))).length).toBe(0);
    expect(unpack(gzipSync(PLAIN)).equals(PLAIN)).toBe(true);
  });

  test("loses no more than one member's lines by a flipped byte, wherever it is", () => {
    fc.assert(
      fc.property(fc.nat(PACKED.length - 1), fc.integer({ min: 1, max: 255 }), (place, flip) => {
        const damaged = Buffer.from(PACKED);
        damaged[place] = (damaged[place] ?? 0) ^ flip;
        expect(ALL - kept(unpack(damaged))).toBeLessThan(IN_MEMBER);
      }),
      { numRuns: 150 },
    );
  });

  test("keeps all members when a header or a sum is damaged", () => {
    const second = PACKED.indexOf(Buffer.from([0x1f, 0x8b, 8]), 1);
    for (const place of [0, 1, 2, second - 3, second - 7, second, second + 1, second + 2, second + 9]) {
      const damaged = Buffer.from(PACKED);
      damaged[place] = (damaged[place] ?? 0) ^ 0xff;
      expect(kept(unpack(damaged)), `byte ${place}`).toBe(ALL);
    }
  });

  test("gives what stands before a cut, and a broken line after it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: PACKED.length - 1 }), (end) => {
        const found = unpack(PACKED.subarray(0, end));
        const share = kept(found) / ALL;
        expect(share).toBeGreaterThan(end / PACKED.length - 0.05);
        expect(found.length).toBeLessThanOrEqual(PLAIN.length + 1);
      }),
      { numRuns: 40 },
    );
  });

  test("is refused where nothing can be read", () => {
    expect(() => unpack(Buffer.alloc(0))).toThrow();
    expect(() => unpack(Buffer.from("not packed at all"))).toThrow();
  });
});
