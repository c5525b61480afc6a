import { createHash } from "node:crypto";
import type Anthropic from "@anthropic-ai/sdk";
import type { ModelMessage } from "ai";
import type OpenAI from "openai";
import { afterAll, describe, expect, test } from "vitest";
import type { NewMessage } from "../../src/index.js";
import { fromModelMessages, toModelMessages } from "../../src/library/ai-sdk/index.js";
import { fromAnthropic, toAnthropic } from "../../src/library/anthropic/index.js";
import { fromResponses, toResponses } from "../../src/library/openai/index.js";
import { Room } from "./room.js";

const room = new Room();
afterAll(() => room[Symbol.dispose]());

/** As dense as what makers seal, and as files are: any stretch of it could be a key. */
function sealed(name: string): string {
  const lines = Array.from({ length: 40 }, (_, n) => createHash("sha256").update(`${name} ${n}`).digest());
  return Buffer.concat(lines).toString("base64");
}

describe("what a maker has sealed, and bytes, come back from the disk to the letter", () => {
  test("Anthropic's", () => {
    const image: Anthropic.ImageBlockParam = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: sealed("image") },
    };
    const messages: Anthropic.MessageParam[] = [
      { role: "user", content: [image] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: sealed("signature") },
          { type: "redacted_thinking", data: sealed("thought") },
          { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "tide" } },
          {
            type: "web_search_tool_result",
            tool_use_id: "srvtoolu_1",
            content: [
              {
                type: "web_search_result",
                title: "Tides",
                url: "https://example.org",
                encrypted_content: sealed("page"),
              },
            ],
          },
          { type: "tool_use", id: "toolu_1", name: "look", input: {} },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [image] }] },
    ];
    expect(toAnthropic(room.kept(fromAnthropic(messages)))).toEqual({ messages });
  });

  test("OpenAI's", () => {
    const items: OpenAI.Responses.ResponseInputItem[] = [
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: sealed("thought") },
      { type: "function_call", call_id: "call_1", name: "look", arguments: "{}" },
      {
        type: "function_call_output",
        call_id: "call_1",
        output: [
          { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${sealed("image")}` },
        ],
      },
    ];
    expect(toResponses(room.kept(fromResponses(items)))).toEqual(items);
  });

  test("the AI SDK's", () => {
    const thought = (anthropic: { [name: string]: string }) => ({
      type: "reasoning" as const,
      text: "",
      providerOptions: { anthropic },
    });
    const messages: ModelMessage[] = [
      {
        role: "user",
        content: [
          {
            type: "file",
            mediaType: "image/png",
            data: { type: "data", data: Buffer.from(sealed("file"), "base64") },
          },
          { type: "image", image: sealed("image"), mediaType: "image/png" },
        ],
      },
      {
        role: "assistant",
        content: [
          thought({ signature: sealed("signature") }),
          thought({ redactedData: sealed("thought") }),
          {
            type: "reasoning",
            text: "",
            providerOptions: { openai: { itemId: "rs_1", reasoningEncryptedContent: sealed("openai") } },
          },
        ],
      },
    ];
    expect(toModelMessages(room.kept(fromModelMessages(messages))).messages).toEqual(messages);
  });

  test("bytes keep their kind", () => {
    const kinds = [new Uint8Array([1, 2]), Buffer.from([1, 2]), new Uint8Array([1, 2]).buffer];
    const content = kinds.map((data) => ({ type: "file" as const, mediaType: "image/png", data }));
    const { messages } = toModelMessages(room.kept(fromModelMessages([{ role: "user", content }])));
    const [message] = messages;
    const back = Array.isArray(message?.content) ? message.content : [];
    expect(back.map((part) => ("data" in part ? part.data?.constructor.name : ""))).toEqual([
      ...["Uint8Array", "Buffer", "ArrayBuffer"],
    ]);
  });
});

test("an image in a result costs no more tokens than one in a question, and is never cut", () => {
  const data = sealed("image").replace("=", "").repeat(200);
  const image: Anthropic.ImageBlockParam = {
    type: "image",
    source: { type: "base64", media_type: "image/png", data },
  };
  const messages: NewMessage[] = fromAnthropic([
    { role: "user", content: "Look." },
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "look", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [image] }] },
  ]);
  room.with((session) => {
    for (const message of messages) session.add(message);
    const context = session.context({ limit: 2_000 });
    expect(context.tokens.used).toBeLessThan(1_700);
    expect(toAnthropic(context.messages).messages.at(-1)?.content).toEqual([
      { type: "tool_result", tool_use_id: "toolu_1", content: [image] },
    ]);
  });
});
