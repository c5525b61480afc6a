import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitDocument } from "../../../src/extra/layout/kept-document.js";

describe("a long document in parts", () => {
  test("is the whole again, in parts within the limit, with no text cut in two", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 30 }), (texts) => {
        const json = JSON.stringify({ texts });
        const parts = splitDocument(json, 160);
        expect(parts?.join("")).toBe(json);
        expect(parts?.every((part) => part.length <= 160)).toBe(true);
        for (const text of texts)
          expect(parts?.some((part) => part.includes(JSON.stringify(text)))).toBe(true);
      }),
    );
  });

  test("is refused where a single text is too long", () => {
    expect(splitDocument(JSON.stringify(["a", "x".repeat(300)]), 160)).toBeUndefined();
  });
});
