import type Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import type OpenAI from "openai";
import { afterAll, describe, expect, test } from "vitest";
import type { NewMessage } from "../../src/index.js";
import { fromModelMessages, toModelMessages } from "../../src/library/ai-sdk/index.js";
import { fromAnthropic, toAnthropic } from "../../src/library/anthropic/index.js";
import { fromOpenAI, fromResponses, toOpenAI, toResponses } from "../../src/library/openai/index.js";
import { modelMessages } from "./ai-sdk/arbitrary.js";
import { anthropicMessages } from "./anthropic/arbitrary.js";
import { openaiMessages } from "./openai/arbitrary.js";
import { responseItems } from "./openai/response-arbitrary.js";
import { Room } from "./room.js";

const room = new Room();
afterAll(() => room[Symbol.dispose]());

const PNG = "iVBORw0KGgo=";

const recorded: Anthropic.MessageParam[] = [
  { role: "user", content: [{ type: "text", text: "What is on it?" }, image()] },
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "A boat?", signature: "c2ln" },
      { type: "text", text: "Let me look closely." },
      { type: "tool_use", id: "toolu_1", name: "zoom", input: { times: 2 } },
      { type: "tool_use", id: "toolu_2", name: "read", input: { path: "log" } },
    ],
  },
  {
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "zoomed" }, image()] },
      { type: "tool_result", tool_use_id: "toolu_2", content: "no such file", is_error: true },
      { type: "text", text: "Hurry." },
    ],
  },
  { role: "assistant", content: "A boat." },
];

function image(): Anthropic.ImageBlockParam {
  return { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } };
}

describe("recorded with Anthropic", () => {
  const kept = room.kept(fromAnthropic(recorded));
  const url = `data:image/png;base64,${PNG}`;

  test("goes on with chat completions", () => {
    expect(toOpenAI(kept)).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "What is on it?" },
          { type: "image_url", image_url: { url } },
        ],
      },
      {
        role: "assistant",
        content: "Let me look closely.",
        tool_calls: [
          { id: "toolu_1", type: "function", function: { name: "zoom", arguments: '{"times":2}' } },
          { id: "toolu_2", type: "function", function: { name: "read", arguments: '{"path":"log"}' } },
        ],
      },
      {
        role: "tool",
        tool_call_id: "toolu_1",
        content: [
          { type: "text", text: "zoomed" },
          { type: "text", text: "[image (image/png)]" },
        ],
      },
      { role: "tool", tool_call_id: "toolu_2", content: "no such file" },
      {
        role: "user",
        content: [
          { type: "text", text: "Of toolu_1:" },
          { type: "image_url", image_url: { url } },
        ],
      },
      { role: "user", content: [{ type: "text", text: "Hurry." }] },
      { role: "assistant", content: "A boat." },
    ]);
  });

  test("goes on with responses", () => {
    expect(toResponses(kept)).toEqual([
      {
        role: "user",
        content: [
          { type: "input_text", text: "What is on it?" },
          { type: "input_image", detail: "auto", image_url: url },
        ],
      },
      { role: "assistant", content: "Let me look closely." },
      { type: "function_call", call_id: "toolu_1", name: "zoom", arguments: '{"times":2}' },
      { type: "function_call", call_id: "toolu_2", name: "read", arguments: '{"path":"log"}' },
      {
        type: "function_call_output",
        call_id: "toolu_1",
        output: [
          { type: "input_text", text: "zoomed" },
          { type: "input_image", detail: "auto", image_url: url },
        ],
      },
      { type: "function_call_output", call_id: "toolu_2", output: "no such file" },
      { role: "user", content: [{ type: "input_text", text: "Hurry." }] },
      { role: "assistant", content: "A boat." },
    ]);
  });

  test("goes on with the AI SDK", () => {
    const file = { type: "file", mediaType: "image/png", data: { type: "data", data: PNG } };
    expect(toModelMessages(kept).messages).toEqual([
      { role: "user", content: [{ type: "text", text: "What is on it?" }, file] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me look closely." },
          { type: "tool-call", toolCallId: "toolu_1", toolName: "zoom", input: { times: 2 } },
          { type: "tool-call", toolCallId: "toolu_2", toolName: "read", input: { path: "log" } },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "toolu_1",
            toolName: "zoom",
            output: { type: "content", value: [{ type: "text", text: "zoomed" }, file] },
          },
          {
            type: "tool-result",
            toolCallId: "toolu_2",
            toolName: "read",
            output: { type: "error-text", value: "no such file" },
          },
        ],
      },
      { role: "user", content: [{ type: "text", text: "Hurry." }] },
      { role: "assistant", content: "A boat." },
    ]);
  });
});

describe("recorded with OpenAI", () => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "developer", content: "Be brief." },
    { role: "user", content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } }] },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "call.1", type: "function", function: { name: "zoom", arguments: '{ "times": 2 }' } },
        { id: "call_2", type: "custom", custom: { name: "patch", input: "*** Begin" } },
      ],
    },
    { role: "tool", tool_call_id: "call.1", content: "zoomed" },
    { role: "tool", tool_call_id: "call_2", content: "patched" },
    { role: "assistant", refusal: "No." },
  ];

  test("goes on with Anthropic", () => {
    expect(toAnthropic(room.kept(fromOpenAI(messages)))).toEqual({
      system: "Be brief.",
      messages: [
        { role: "user", content: [image()] },
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "call_1", name: "zoom", input: { times: 2 } },
            { type: "tool_use", id: "call_2", name: "patch", input: { input: "*** Begin" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1", content: "zoomed" },
            { type: "tool_result", tool_use_id: "call_2", content: "patched" },
          ],
        },
        { role: "assistant", content: [{ type: "text", text: "No." }] },
      ],
    });
  });
});

describe("what another maker has no form for", () => {
  test("is said as a text or left out, and nothing is refused", () => {
    const any = fc.oneof(
      anthropicMessages.map((messages) => fromAnthropic(messages)),
      openaiMessages.map((messages) => fromOpenAI(messages)),
      responseItems.map((items) => fromResponses(items)),
      modelMessages.map((messages) => fromModelMessages(messages)),
    );
    fc.assert(
      fc.property(any, (messages) => {
        const anthropic = toAnthropic(messages);
        const openai = toOpenAI(messages);
        const responses = toResponses(messages);
        const model = toModelMessages(messages);
        for (const text of textsIn(messages)) {
          const quoted = JSON.stringify(text).slice(1, -1);
          for (const made of [anthropic, openai, responses, model])
            expect(JSON.stringify(made)).toContain(quoted);
        }
        const back = [
          fromAnthropic(anthropic),
          fromOpenAI(openai),
          fromResponses(responses),
          fromModelMessages(model.messages),
        ];
        for (const again of back) {
          expect(idsOf(again, "tool-call")).toEqual(idsOf(messages, "tool-call"));
          expect(idsOf(again, "tool-result")).toEqual(expect.arrayContaining(idsOf(messages, "tool-result")));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("roles alternate for Anthropic, and it begins with the user", () => {
    const messages: NewMessage[] = [
      { role: "assistant", content: "And so on." },
      { role: "user", content: "One" },
      { role: "user", content: [{ type: "text", text: "Two" }] },
      { role: "assistant", content: [{ type: "reasoning", text: "Hm." }] },
    ];
    expect(toAnthropic({ system: "", messages })).toEqual({
      messages: [
        { role: "user", content: "[The conversation before this is left out.]" },
        { role: "assistant", content: "And so on." },
        {
          role: "user",
          content: [
            { type: "text", text: "One" },
            { type: "text", text: "Two" },
          ],
        },
      ],
    });
  });

  test("a call that was never answered is, unless it is the last", () => {
    const call: NewMessage = {
      role: "assistant",
      content: [{ type: "tool-call", id: "call_1", tool: "run", input: {} }],
    };
    const asked: NewMessage = { role: "user", content: "Go on" };
    expect(toOpenAI([asked, call]).map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(toOpenAI([asked, call, asked])).toContainEqual({
      role: "tool",
      tool_call_id: "call_1",
      content: "[no result was recorded]",
    });
    expect(toAnthropic([asked, call, asked]).messages[2]).toEqual({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "call_1", content: "[no result was recorded]", is_error: true },
        { type: "text", text: "Go on" },
      ],
    });
  });
});

function textsIn(messages: readonly NewMessage[]): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === "string"
      ? [content]
      : content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
}

function idsOf(messages: readonly NewMessage[], type: "tool-call" | "tool-result"): string[] {
  const parts = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  return parts.flatMap((part) => (part.type === type && "id" in part ? [part.id] : []));
}
