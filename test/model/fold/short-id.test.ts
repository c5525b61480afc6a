import { expect, test } from "vitest";
import { shortId } from "../../../src/model/fold/stamp.js";

test("short ids are eight letters and digits, and differ where ids differ little", () => {
  const ids = Array.from({ length: 20_000 }, (_, n) => shortId(`0mi1zq8k2abcdef${n}`));
  expect(ids.every((id) => /^[0-9a-z]{8}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the same id has the same short id for ever", () => {
  expect(shortId("0mi1zq8k2abcdefghijklmno")).toBe(shortId("0mi1zq8k2abcdefghijklmno"));
  expect(shortId("e1")).toMatchInlineSnapshot(`"ot9w1iai"`);
});
