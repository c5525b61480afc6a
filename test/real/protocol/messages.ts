import * as v from "valibot";
import type { Protocol } from "../protocol.js";
import type { Message } from "../request.js";
import { type Named, sending } from "./event-stream.js";

/** Anthropic Messages: Claude Code. */
export const messages: Protocol = {
  address: /\/v1\/messages(\?|$)/,

  read(body) {
    const read = v.safeParse(Body, body);
    if (!read.success) return undefined;
    const { system, messages, tools = [] } = read.output;
    const before = system === undefined ? [] : [{ role: "system", content: system }];
    return { messages: [...before, ...messages].map(messageOf), tools: tools.map(({ name }) => name), body };
  },

  answer(response, { number }, reply) {
    const usage = { input_tokens: reply.inputTokens ?? 100, output_tokens: 20 };
    const calls = reply.content.some(({ type }) => type !== "text");
    const send = sending(
      response,
      (event: Named) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );

    send({
      type: "message_start",
      message: {
        id: `msg_${number}`,
        type: "message",
        role: "assistant",
        model: "scripted",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
      },
    });
    reply.content.forEach((block, index) => {
      const [start, delta] =
        block.type === "text"
          ? [
              { type: "text", text: "" },
              { type: "text_delta", text: block.text },
            ]
          : [
              { type: "tool_use", id: `toolu_${number}_${index}`, name: block.name, input: {} },
              { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
            ];
      send({ type: "content_block_start", index, content_block: start });
      send({ type: "content_block_delta", index, delta });
      send({ type: "content_block_stop", index });
    });
    send({
      type: "message_delta",
      delta: { stop_reason: calls ? "tool_use" : "end_turn", stop_sequence: null },
      usage: { output_tokens: usage.output_tokens },
    });
    send({ type: "message_stop" });
    response.end();
  },
};

const Block = v.looseObject({
  type: v.string(),
  text: v.optional(v.string()),
  content: v.optional(v.unknown()),
  is_error: v.optional(v.boolean()),
});
const Content = v.union([v.string(), v.array(Block)]);
const Body = v.looseObject({
  system: v.optional(Content),
  messages: v.array(v.looseObject({ role: v.string(), content: Content })),
  tools: v.optional(v.array(v.looseObject({ name: v.string() }))),
});

function messageOf({ role, content }: { role: string; content: v.InferOutput<typeof Content> }): Message {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return {
    role: role === "system" || role === "assistant" ? role : "user",
    texts: blocks.flatMap(({ text }) => text ?? []),
    results: blocks
      .filter(({ type }) => type === "tool_result")
      .map((block) => ({ text: textOf(block.content), isError: block.is_error === true })),
  };
}

function textOf(content: unknown): string {
  const read = v.safeParse(Content, content);
  if (!read.success) return JSON.stringify(content ?? "");
  return typeof read.output === "string" ? read.output : read.output.map(({ text }) => text ?? "").join("\n");
}
