import { describe, expect, test } from "vitest";
import { readPatch } from "../../../src/agent/payload/patch.js";

const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");

describe("a patch", () => {
  test("that adds a file writes it", () => {
    expect(readPatch(patch("*** Add File: src/tide.ts", "+export const high = 3;"))).toEqual({
      action: "write",
      paths: ["src/tide.ts"],
      change: { lines: ["+export const high = 3;"] },
      created: true,
    });
  });

  test("that changes a file and moves it edits both names", () => {
    const text = patch("*** Update File: a.ts", "*** Move to: b.ts", "@@ function low()", "-  1", "+  2");
    expect(readPatch(text)).toEqual({
      action: "edit",
      paths: ["a.ts", "b.ts"],
      change: { lines: ["@@ function low()", "-  1", "+  2"] },
      created: false,
    });
  });

  test("that only deletes has no change to speak of", () => {
    expect(readPatch(patch("*** Delete File: old.ts"))).toEqual({ action: "delete", paths: ["old.ts"] });
  });

  test("of several kinds is an edit of all its files", () => {
    const text = patch("*** Delete File: old.ts", "*** Add File: new.ts", "+x");
    expect(readPatch(text)).toEqual({
      action: "edit",
      paths: ["old.ts", "new.ts"],
      change: { lines: ["+x"] },
    });
  });

  test("is none without a file, whatever else it says", () => {
    for (const text of ["", "hello", "*** Begin Patch\n*** End Patch", "--- a\n+++ b\n@@\n-x\n+y"])
      expect(readPatch(text)).toBeUndefined();
  });
});
