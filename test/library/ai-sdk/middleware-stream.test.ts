import type { LanguageModelV4StreamPart as StreamPart } from "@ai-sdk/provider";
import { generateText, type ModelMessage, stepCountIs, streamText } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { call, finish, generated, MiddlewareStage, said, weather } from "./middleware-stage.js";

let stage: MiddlewareStage;
beforeEach(() => {
  stage = new MiddlewareStage();
});
afterEach(() => stage.close());

describe("streams", () => {
  const parts: StreamPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "reasoning-start", id: "r" },
    { type: "reasoning-delta", id: "r", delta: "Hm." },
    { type: "reasoning-end", id: "r", providerMetadata: { anthropic: { signature: "sig" } } },
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "It " },
    { type: "text-delta", id: "t", delta: "rains." },
    { type: "text-end", id: "t" },
    finish,
  ];

  test("are recorded when they end", async () => {
    const model = new MockLanguageModelV4({ doStream: { stream: convertArrayToReadableStream(parts) } });
    const result = streamText({ model: stage.remembering(model), prompt: "How is the weather?" });
    expect(await result.text).toBe("It rains.");
    expect(stage.recorded()).toEqual(["user: How is the weather?", "assistant: reasoning + It rains."]);
    const [, answer] = [...stage.session.history()];
    expect(answer?.content).toContainEqual({
      type: "reasoning",
      text: "Hm.",
      extra: { "ai-sdk": { as: "reasoning", providerOptions: { anthropic: { signature: "sig" } } } },
    });
  });

  test("with calls in them are recorded once in a loop", async () => {
    const streams = [
      [
        { type: "stream-start", warnings: [] },
        call,
        { ...finish, finishReason: { unified: "tool-calls", raw: undefined } },
      ],
      parts,
    ] satisfies StreamPart[][];
    let step = 0;
    const model = new MockLanguageModelV4({
      doStream: async () => ({ stream: convertArrayToReadableStream<StreamPart>(streams[step++] ?? []) }),
    });
    const result = streamText({
      model: stage.remembering(model),
      prompt: "How is the weather?",
      tools: { weather },
      stopWhen: stepCountIs(3),
    });
    expect(await result.text).toBe("It rains.");
    expect(stage.recorded()).toEqual([
      "user: How is the weather?",
      "assistant: tool-call",
      "tool: tool-result",
      "assistant: reasoning + It rains.",
    ]);
  });

  test("that break pass the error on, and what came is kept as incomplete", async () => {
    const stream = new ReadableStream<StreamPart>({
      start(controller) {
        for (const part of parts.slice(0, 6)) controller.enqueue(part);
      },
      pull(controller) {
        controller.error(new Error("line lost"));
      },
    });
    const { stream: watched } = await stage
      .remembering(new MockLanguageModelV4({ doStream: { stream } }))
      .doStream({
        prompt: [{ role: "user", content: [{ type: "text", text: "How is the weather?" }] }],
      });
    const read = async () => {
      const seen: string[] = [];
      for await (const part of watched) seen.push(part.type);
      return seen;
    };
    await expect(read()).rejects.toThrow("line lost");
    expect(stage.recorded()).toEqual(["user: How is the weather?", "assistant: reasoning + It  …"]);
  });

  test("that nobody wants to the end are cancelled, and what came is kept as incomplete", async () => {
    let reason: unknown;
    const stream = new ReadableStream<StreamPart>({
      start(controller) {
        for (const part of parts.slice(0, 6)) controller.enqueue(part);
      },
      cancel(given) {
        reason = given;
      },
    });
    const { stream: watched } = await stage
      .remembering(new MockLanguageModelV4({ doStream: { stream } }))
      .doStream({
        prompt: [{ role: "user", content: [{ type: "text", text: "How is the weather?" }] }],
      });
    const reader = watched.getReader();
    for (let n = 0; n < 6; n++) await reader.read();
    await reader.cancel("enough");
    expect(reason).toBe("enough");
    expect(stage.recorded()).toEqual(["user: How is the weather?", "assistant: reasoning + It  …"]);
  });

  test("whose reader just stops are kept as incomplete when the memory is closed", async () => {
    const stream = new ReadableStream<StreamPart>({
      start(controller) {
        for (const part of parts.slice(0, 6)) controller.enqueue(part);
      },
    });
    const model = stage.remembering(new MockLanguageModelV4({ doStream: { stream } }));
    for await (const piece of streamText({ model, prompt: "How is the weather?" }).textStream)
      if (piece === "It ") break;
    const { sessions } = stage.reopen();
    expect(stage.recorded(sessions.open(stage.session.id))).toEqual([
      "user: How is the weather?",
      "assistant: reasoning + It  …",
    ]);
  });

  test("that are aborted are kept as incomplete, and the next prompt goes on behind them", async () => {
    const abort = new AbortController();
    const stream = new ReadableStream<StreamPart>({
      start(controller) {
        for (const part of parts.slice(0, 6)) controller.enqueue(part);
      },
    });
    const model = new MockLanguageModelV4({
      doStream: { stream },
      doGenerate: async () => generated([said("Yes.")]),
    });
    const remembered = stage.remembering(model);
    const result = streamText({
      model: remembered,
      prompt: "How is the weather?",
      abortSignal: abort.signal,
    });
    for await (const piece of result.textStream) if (piece === "It ") abort.abort();
    const messages: ModelMessage[] = [
      { role: "user", content: "How is the weather?" },
      { role: "user", content: "Still there?" },
    ];
    await generateText({ model: remembered, messages });
    expect(stage.recorded()).toEqual([
      ...["user: How is the weather?", "assistant: reasoning + It  …"],
      ...["user: Still there?", "assistant: Yes."],
    ]);
  });
});
