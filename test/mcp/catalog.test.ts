import { expect, test } from "vitest";
import { INSTRUCTIONS, PROMPTS, RESOURCES, TOOLS } from "../../src/mcp/catalog.js";

const MOST_TOKENS = 1_500;
/** Fewer than a token of English or JSON has on average, so that the count is on the safe side. */
const CHARACTERS = 3.5;

test("all tools together cost less than 1,500 tokens", () => {
  expect(JSON.stringify({ tools: TOOLS }).length / CHARACTERS).toBeLessThan(MOST_TOKENS);
  expect(INSTRUCTIONS.length / CHARACTERS).toBeLessThan(100);
});

test("the tools, resources and prompts have the names that agents are told of", () => {
  expect(TOOLS.map(({ name }) => name)).toEqual([
    "recall",
    "remember",
    "pin",
    "focus",
    "rate",
    "profile",
    "session",
    "checkpoint",
  ]);
  expect(RESOURCES.map(({ uri }) => uri)).toEqual([
    "tidemark://state",
    "tidemark://sessions",
    "tidemark://decisions",
    "tidemark://pins",
    "tidemark://profile",
  ]);
  expect(PROMPTS.map(({ name }) => name)).toEqual(["resume", "recall", "handover"]);
});

test("what only reads and what may destroy is said, and none reaches out of the machine", () => {
  const hints = TOOLS.map(({ name, annotations }) => [name, annotations] as const);
  expect(Object.fromEntries(hints)).toMatchObject({
    recall: { readOnlyHint: true },
    session: { readOnlyHint: true },
    remember: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    pin: { destructiveHint: false, idempotentHint: true },
    focus: { destructiveHint: false, idempotentHint: true },
    rate: { destructiveHint: false, idempotentHint: false },
    profile: { destructiveHint: false, idempotentHint: true },
    checkpoint: { readOnlyHint: false, destructiveHint: true },
  });
  for (const [, annotations] of hints) expect(annotations).toMatchObject({ openWorldHint: false });
});
