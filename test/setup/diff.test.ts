import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff } from "../../src/setup/diff.js";
import { redact } from "../redact.js";

test("only what changes is shown, with three lines around it", () => {
  const before = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const after = before.toSpliced(10, 1, "new").toSpliced(25, 0, "more");
  expect(unifiedDiff("/f", `${before.join("\n")}\n`, `${after.join("\n")}\n`, redact)).toBe(`--- /f
+++ /f
@@ -8,7 +8,7 @@
 line 7
 line 8
 line 9
-line 10
+new
 line 11
 line 12
 line 13
@@ -23,6 +23,7 @@
 line 22
 line 23
 line 24
+more
 line 25
 line 26
 line 27
`);
});

test("a file made or deleted, and a newline that is missing", () => {
  expect(unifiedDiff("/f", undefined, "a\n", redact)).toBe("--- /dev/null\n+++ /f\n@@ -0,0 +1,1 @@\n+a\n");
  expect(unifiedDiff("/f", "a", undefined, redact)).toBe(
    "--- /f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n\\ No newline at end of file\n",
  );
  expect(unifiedDiff("/f", "a\n", "a\n", redact)).toBe("");
});

test("secrets in the lines around are masked", () => {
  const token = `sk-ant-api03-${"Ab1xYz9Q".repeat(11)}`;
  const before = `{\n  "env": {\n    "ANTHROPIC_AUTH_TOKEN": "${token}"\n  }\n}\n`;
  const diff = unifiedDiff("/f", before, before.replace("\n}\n", ',\n  "a": 1\n}\n'), redact);
  expect(diff).toContain("ANTHROPIC_AUTH_TOKEN");
  expect(diff).not.toContain(token);
});

test("git makes the second text of the first", () => {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-diff-"));
  const file = join(folder, "f");
  const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(text, text, fc.boolean(), (a, b, newline) => {
      const [before, after] = [a, b].map((lines) => lines.join("\n") + (newline ? "\n" : ""));
      const diff = unifiedDiff("f", before, after, redact);
      writeFileSync(file, before!);
      if (diff !== "") execFileSync("git", ["apply", "-p0"], { cwd: folder, input: diff });
      expect(readFileSync(file, "utf8")).toBe(after);
    }),
    { numRuns: 60 },
  );
});
