import { describe, expect, test } from "vitest";
import { failureIn, isAborted } from "../../../../src/model/fold/session/tool-outcome.js";

describe("what went wrong", () => {
  test.each([
    [
      "a failing test, its message and its place",
      "FAIL  test/upload.test.ts > upload > retries\nTypeError: retryDelay is not a function\n ❯ src/upload.ts:17:9\n      Tests  1 failed | 141 passed (142)",
      true,
      "test/upload.test.ts > upload > retries · TypeError: retryDelay is not a function · src/upload.ts:17",
    ],
    [
      "a compiler's first line, without its place twice",
      "src/queue.ts(12,5): error TS2304: Cannot find name 'openQueue'.\nFound 1 error.",
      false,
      "src/queue.ts(12,5): error TS2304: Cannot find name 'openQueue'.",
    ],
    [
      "a linter's finding, not the source it shows",
      "[lint] func Get(name string) (Strategy, error) {\n[lint] cmd/setup.go:17:2: Get returns interface (ireturn)\n[lint] ERROR task failed",
      false,
      "cmd/setup.go:17:2: Get returns interface (ireturn)",
    ],
    ["the last line where none tells more", "one\ntwo", false, "two"],
    ["nothing of a run that only counts", "Found 3 errors.\nFAIL\nTime: 2.075 s", false, ""],
    ["nothing of nothing", "", true, ""],
  ])("%s", (_, output, isTest, failure) => {
    expect(failureIn(output, isTest)).toBe(failure);
  });

  test("stays short", () => {
    expect(failureIn(`Error: ${"x ".repeat(500)}`, false).length).toBeLessThanOrEqual(320);
  });

  test("a command that was stopped has not failed", () => {
    expect(isAborted("Command aborted")).toBe(true);
    expect(isAborted("Error: the request was refused")).toBe(false);
  });
});
