import type { LanguageModelV4StreamPart as StreamPart } from "@ai-sdk/provider";
import { generateText, type ModelMessage, stepCountIs, streamText, wrapLanguageModel } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Session } from "../../../src/index.js";
import { tidemarkMiddleware, toModelMessages } from "../../../src/library/ai-sdk/index.js";
import { call, finish, generated, MiddlewareStage, said, weather } from "./middleware-stage.js";

let stage: MiddlewareStage;
beforeEach(() => {
  stage = new MiddlewareStage();
});
afterEach(() => stage.close());

describe("what is recorded", () => {
  test("each message of a loop of tools once", async () => {
    const model = new MockLanguageModelV4({
      doGenerate: [
        generated([{ type: "reasoning", text: "Hm." }, said("Let me see."), call], "tool-calls"),
        generated([{ ...call, type: "tool-call", toolCallId: "call-2" }], "tool-calls"),
        generated([said("It rains.")]),
      ],
    });
    const { text } = await generateText({
      model: stage.remembering(model),
      system: "Be brief.",
      prompt: "How is the weather?",
      tools: { weather },
      stopWhen: stepCountIs(5),
    });
    expect(text).toBe("It rains.");
    expect(stage.recorded()).toEqual([
      "user: How is the weather?",
      "assistant: reasoning + Let me see. + tool-call",
      "tool: tool-result",
      "assistant: tool-call",
      "tool: tool-result",
      "assistant: It rains.",
    ]);
    const [, asked, answered] = [...stage.session.history()];
    expect(asked?.content).toContainEqual({
      type: "tool-call",
      id: "call-1",
      tool: "weather",
      input: { city: "Oslo" },
    });
    expect(answered?.content).toMatchObject([
      { id: "call-1", tool: "weather", output: { city: "Oslo", rain: true } },
    ]);
  });

  test("what the program adds itself is there once, also where it is the same question again", async () => {
    const model = new MockLanguageModelV4({ doGenerate: async () => generated([said("yes")]) });
    const remembered = stage.remembering(model);
    for (const content of ["one", "two", "two"]) {
      stage.session.add({ role: "user", content });
      await generateText({ model: remembered, prompt: content });
    }
    stage.session.add({ role: "user", content: "three" });
    await generateText({ model: remembered, ...toModelMessages(stage.session.context()) });
    const asked = ["one", "two", "two", "three"];
    expect(stage.recorded()).toEqual(asked.flatMap((text) => [`user: ${text}`, "assistant: yes"]));
  });

  test("a chat that sends all, its last part, or only what is new", async () => {
    const model = new MockLanguageModelV4({ doGenerate: async () => generated([said("yes")]) });
    const ask = (messages: ModelMessage[]) => generateText({ model: remembered, messages });
    const remembered = stage.remembering(model);
    const [one, two, three, four] = ["one", "two", "three", "four"].map(
      (content): ModelMessage => ({ role: "user", content }),
    );
    const yes: ModelMessage = { role: "assistant", content: "yes" };
    if (!one || !two || !three || !four) throw new Error("missing");
    await ask([one]);
    await ask([one, yes, two]);
    await ask([yes, two, yes, three]);
    await ask([four]);
    await ask([four]);
    expect(stage.recorded()).toEqual([
      ...["user: one", "assistant: yes", "user: two", "assistant: yes", "user: three", "assistant: yes"],
      ...["user: four", "assistant: yes", "user: four", "assistant: yes"],
    ]);
  });

  test("nothing anew when the session is resumed, or an answer is asked for again", async () => {
    const model = new MockLanguageModelV4({ doGenerate: async () => generated([said("yes")]) });
    const messages: ModelMessage[] = [
      { role: "user", content: "one" },
      { role: "assistant", content: "yes" },
      { role: "user", content: "two" },
    ];
    await generateText({ model: stage.remembering(model), messages });
    const before = stage.recorded().length;
    const resumed = stage.reopen().sessions.open(stage.session.id);
    await generateText({ model: stage.remembering(model, {}, resumed), messages });
    expect(stage.recorded(resumed).slice(before)).toEqual(["assistant: yes"]);
    await generateText({
      model: stage.remembering(model, {}, resumed),
      messages: [...messages, { role: "assistant", content: "yes" }, { role: "user", content: "three" }],
    });
    expect(stage.recorded(resumed).slice(before + 1)).toEqual(["user: three", "assistant: yes"]);
  });

  test("two conversations at once, each message once", async () => {
    const answers = (id: string) =>
      new MockLanguageModelV4({
        doGenerate: [
          generated([{ ...call, type: "tool-call", toolCallId: id }], "tool-calls"),
          generated([said(`done ${id}`)]),
        ],
      });
    const middleware = tidemarkMiddleware(stage.session);
    const run = (id: string) =>
      generateText({
        model: wrapLanguageModel({ model: answers(id), middleware }),
        prompt: `do ${id}`,
        tools: { weather },
        stopWhen: stepCountIs(3),
      });
    await Promise.all([run("a"), run("b")]);
    expect(stage.recorded().sort()).toEqual(
      [
        ...["user: do a", "user: do b", "assistant: tool-call", "assistant: tool-call"],
        ...["tool: tool-result", "tool: tool-result", "assistant: done a", "assistant: done b"],
      ].sort(),
    );
  });

  test("files, sources, results of the provider's own tools, and an answer cut short", async () => {
    const model = new MockLanguageModelV4({
      doGenerate: generated(
        [
          { type: "source", sourceType: "url", id: "s1", url: "https://example.org", title: "Tides" },
          { ...call, type: "tool-call", toolName: "search", providerExecuted: true },
          { type: "tool-result", toolCallId: "call-1", toolName: "search", result: { hits: 1 } },
          { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([1, 2, 3]) } },
          said("See"),
        ],
        "length",
      ),
    });
    await generateText({ model: stage.remembering(model), prompt: "Draw the tide." });
    expect(stage.recorded()).toEqual([
      "user: Draw the tide.",
      "assistant: foreign + tool-call + tool-result + file + See …",
    ]);
    expect(toModelMessages([...stage.session.history()]).messages[1]?.content).toEqual([
      {
        type: "tool-call",
        toolCallId: "call-1",
        toolName: "search",
        input: { city: "Oslo" },
        providerExecuted: true,
      },
      {
        type: "tool-result",
        toolCallId: "call-1",
        toolName: "search",
        output: { type: "json", value: { hits: 1 } },
      },
      { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([1, 2, 3]) } },
      { type: "text", text: "See" },
    ]);
  });
});

describe("what the model is told", () => {
  test("what the session knows, behind the program's instructions", async () => {
    stage.session.pin("The harbour is in Oslo");
    const model = new MockLanguageModelV4({ doGenerate: async () => generated([said("yes")]) });
    await generateText({ model: stage.remembering(model), system: "Be brief.", prompt: "Where?" });
    const [first, second, third] = model.doGenerateCalls[0]?.prompt ?? [];
    expect(first).toMatchObject({ role: "system", content: "Be brief." });
    expect(second).toMatchObject({
      role: "system",
      content: expect.stringContaining("The harbour is in Oslo"),
    });
    expect(third).toMatchObject({ role: "user", content: [{ type: "text", text: "Where?" }] });
    await generateText({ model: stage.remembering(model, { remember: false }), prompt: "And now?" });
    expect(model.doGenerateCalls[1]?.prompt).toHaveLength(1);
  });

  test("older messages give way once there are too many, and the question stays", async () => {
    const model = new MockLanguageModelV4({ doGenerate: async () => generated([said("fine")]) });
    const remembered = stage.remembering(model, { compact: { threshold: 400, keep: 4 } });
    const messages: ModelMessage[] = [];
    for (let n = 0; n < 30; n++) {
      messages.push({ role: "user", content: `Question ${n}: ${"how high is the tide at noon ".repeat(4)}` });
      await generateText({ model: remembered, messages });
      messages.push({ role: "assistant", content: "fine" });
    }
    const sizes = model.doGenerateCalls.map(
      ({ prompt }) => prompt.filter(({ role }) => role !== "system").length,
    );
    expect(Math.max(...sizes)).toBeLessThan(40);
    expect(sizes.at(-1)).toBeLessThan(30);
    expect(stage.recorded()).toHaveLength(60);
    const last = model.doGenerateCalls.at(-1)?.prompt ?? [];
    expect(last.find(({ role }) => role !== "system")?.role).toBe("user");
    expect(JSON.stringify(last.at(-1))).toContain("Question 29");
  });

  test("in a loop of tools, what gave way is told from then on", async () => {
    let steps = 0;
    const model = new MockLanguageModelV4({
      doGenerate: async () =>
        ++steps < 24
          ? generated([{ ...call, toolCallId: `call-${steps}` }], "tool-calls")
          : generated([said("It will rain everywhere.")]),
    });
    const remembered = stage.remembering(model, { compact: { threshold: 300, keep: 4 } });
    stage.session.pin("The station is in Tromsø");
    await generateText({
      model: remembered,
      messages: [
        { role: "user", content: "We decided to ask the northern station first. Which towns are near?" },
        { role: "assistant", content: "Narvik and Bodø are near." },
        { role: "user", content: "Ask for the weather in all of them." },
      ],
      tools: { weather },
      stopWhen: stepCountIs(30),
    });
    const last = model.doGenerateCalls.at(-1)?.prompt ?? [];
    const spoken = last.filter(({ role }) => role !== "system");
    expect(spoken.length).toBeLessThan(20);
    expect(JSON.stringify(spoken)).not.toContain("northern station");
    expect(JSON.stringify(last)).toContain("northern station");
  });
});

describe("what goes wrong with the memory", () => {
  test("is told, and breaks neither an answer nor a stream", async () => {
    const errors: unknown[] = [];
    const broken: Session = {
      ...stage.session,
      add() {
        throw new Error("disk full");
      },
    };
    const model = new MockLanguageModelV4({
      doGenerate: async () => generated([said("yes")]),
      doStream: async () => ({
        stream: convertArrayToReadableStream<StreamPart>([
          { type: "text-start", id: "t" },
          { type: "text-delta", id: "t", delta: "yes" },
          { type: "text-end", id: "t" },
          finish,
        ]),
      }),
    });
    const onError = (error: unknown) => {
      errors.push(error);
      throw new Error("and so is the log");
    };
    const remembered = stage.remembering(model, { onError }, broken);
    expect((await generateText({ model: remembered, prompt: "Well?" })).text).toBe("yes");
    expect(await streamText({ model: remembered, prompt: "Well?" }).text).toBe("yes");
    expect(errors.map(String)).toEqual(Array.from({ length: 4 }, () => "Error: disk full"));
  });

  test("errors of the model pass through", async () => {
    const model = new MockLanguageModelV4({
      doGenerate: async () => {
        throw new Error("overloaded");
      },
    });
    await expect(
      generateText({ model: stage.remembering(model), prompt: "Well?", maxRetries: 2 }),
    ).rejects.toThrow("overloaded");
    expect(stage.recorded()).toEqual(["user: Well?"]);
  });
});
