import { generateText, type ModelMessage } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { fromModelMessages, toModelMessages } from "../../../src/library/ai-sdk/index.js";
import { Room } from "../room.js";
import { modelMessages } from "./arbitrary.js";

const room = new Room();
afterAll(() => room[Symbol.dispose]());

describe("model messages of the AI SDK", () => {
  test("come back from the disk as they were", () => {
    fc.assert(
      fc.property(modelMessages, (messages) => {
        expect(sent(room.kept(fromModelMessages(messages)))).toEqual(systemFirst(messages));
      }),
      { numRuns: 30 },
    );
  });

  test("come back as they were, without a session between", () => {
    fc.assert(
      fc.property(modelMessages, (messages) => {
        expect(sent(fromModelMessages(messages))).toEqual(systemFirst(messages));
      }),
      { numRuns: 150 },
    );
  });

  test("the SDK takes them, whatever memory and the system have to say", async () => {
    const model = new MockLanguageModelV4({ doGenerate: answer });
    const system = "The bucket is in Oslo.";
    const cached = { role: "system", content: "Be brief.", ...CACHED } as const;
    const messages = fromModelMessages([{ role: "user", content: "Where?" }, cached]);
    await generateText({ model, ...toModelMessages({ system, messages }) });
    expect(model.doGenerateCalls[0]?.prompt).toMatchObject([
      { role: "system", content: system },
      cached,
      { role: "user" },
    ]);
    expect(toModelMessages({ system, messages: [] })).toEqual({ instructions: system, messages: [] });
    expect(toModelMessages([])).toEqual({ messages: [] });
  });
});

const CACHED = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };

async function answer() {
  return {
    content: [{ type: "text" as const, text: "In Oslo." }],
    finishReason: { unified: "stop" as const, raw: "stop" },
    usage: { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } },
    warnings: [],
  };
}

function sent(kept: Parameters<typeof toModelMessages>[0]): ModelMessage[] {
  const { instructions = [], messages } = toModelMessages(kept);
  const system =
    typeof instructions === "string" ? [{ role: "system" as const, content: instructions }] : instructions;
  return [...system, ...messages];
}

function systemFirst(messages: readonly ModelMessage[]): ModelMessage[] {
  const isSystem = ({ role }: ModelMessage) => role === "system";
  return [...messages.filter(isSystem), ...messages.filter((message) => !isSystem(message))];
}
