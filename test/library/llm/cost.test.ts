import { expect, test } from "vitest";
import { addUsage, costLine } from "../../../src/library/llm/cost.js";

const price = { in: 3, out: 15 };

test.each([
  [{ asked: 1_204, answered: 310 }, price, "1,204 tokens read, 310 written, about $0.008 (claude-x)"],
  [{ asked: 1_204_567, answered: 310 }, price, "1,204,567 tokens read, 310 written, about $3.62 (claude-x)"],
  [{ asked: 1, answered: 1 }, price, "1 token read, 1 written, less than $0.001 (claude-x)"],
  [{ asked: 5, answered: 1 }, { in: 0, out: 0 }, "5 tokens read, 1 written, nothing to pay (claude-x)"],
  [{ asked: 5, answered: 1 }, undefined, "5 tokens read, 1 written (claude-x)"],
  [{ asked: 5 }, price, "5 tokens read (claude-x)"],
  [{ answered: 5 }, price, "5 tokens written (claude-x)"],
  [{}, price, "the server did not say how many tokens (claude-x)"],
])("%j", (usage, given, line) => {
  expect(costLine(usage, given, "anthropic:claude-x@host:1/path")).toBe(line);
});

test("two answers cost their sum, and what one does not say is unknown", () => {
  expect(addUsage({ asked: 1, answered: 2 }, { asked: 10, answered: 20 })).toEqual({
    asked: 11,
    answered: 22,
  });
  expect(addUsage({ asked: 1 }, { asked: 10, answered: 20 })).toEqual({ asked: 11 });
});
