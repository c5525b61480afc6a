import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileName } from "../../../src/extra/layout/document.js";

describe("a name from outside in a file's name", () => {
  test("leads nowhere", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom("..", ".", "../a", "a/../b", "nul", "COM1.txt", "a.", "")),
        (name) => {
          expect(fileName(name)).toMatch(/^[A-Za-z0-9_][\w.-]*$/);
          expect(fileName(name)).not.toMatch(/\.$|^(?:nul|com\d)(?:\.|$)/i);
        },
      ),
    );
  });

  test("stays as it is where it can, and two names stay two", () => {
    expect(fileName("20260304-120000")).toBe("20260304-120000");
    expect(fileName("a/b")).not.toBe(fileName("a b"));
  });
});
