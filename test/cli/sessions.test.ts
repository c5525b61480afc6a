import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shortIds } from "../../src/session/command/sessions.js";

test("ids that begin alike are told apart, others stay short", () => {
  const short = shortIds(["0mi1zq8k2aaaa", "0mi1zq8k2aabb", "3f2a9c1d77"]);
  expect(["0mi1zq8k2aaaa", "0mi1zq8k2aabb", "3f2a9c1d77"].map(short)).toEqual([
    "0mi1zq8k2aaa",
    "0mi1zq8k2aab",
    "3f2a9c1d",
  ]);
});

test("what is shown of an id is the start of no other, unless the whole of it is", () => {
  const ids = fc.uniqueArray(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 14 }));
  fc.assert(
    fc.property(ids, (all) => {
      const short = shortIds(all);
      for (const id of all)
        for (const other of all) if (other !== id && other.startsWith(short(id))) expect(short(id)).toBe(id);
    }),
  );
});
