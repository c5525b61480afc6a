import * as v from "valibot";
import type { Reply } from "../message.js";
import type { Protocol } from "../protocol.js";
import type { Message } from "../request.js";
import { type Named, sending } from "./event-stream.js";

/** OpenAI Responses: Codex. */
export const responses: Protocol = {
  address: /\/responses(\?|$)/,

  read(body) {
    const read = v.safeParse(Body, body);
    if (!read.success) return undefined;
    const { instructions, input, tools = [] } = read.output;
    const before: Message[] = instructions ? [{ role: "system", texts: [instructions], results: [] }] : [];
    const items = typeof input === "string" ? [{ role: "user", content: input }] : input;
    return {
      messages: [...before, ...items.map(messageOf)],
      tools: tools.map(({ name, type }) => name ?? type ?? ""),
      body,
    };
  },

  answer(response, { number }, reply) {
    const id = `resp_${number}`;
    const send = sending(
      response,
      (event: Named) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
    send({ type: "response.created", response: { id, object: "response", status: "in_progress" } });
    reply.content.forEach((block, index) => {
      const item = itemOf(block, `${number}_${index}`);
      send({ type: "response.output_item.added", output_index: index, item });
      send({ type: "response.output_item.done", output_index: index, item });
    });
    const input = reply.inputTokens ?? 100;
    const usage = {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + 20,
    };
    send({
      type: "response.completed",
      response: { id, object: "response", status: "completed", output: [], usage },
    });
    response.end();
  },
};

function itemOf(block: Reply["content"][number], id: string) {
  const called = { id: `item_${id}`, call_id: `call_${id}` };
  switch (block.type) {
    case "text":
      return {
        type: "message",
        role: "assistant",
        id: `msg_${id}`,
        content: [{ type: "output_text", text: block.text }],
      };
    case "tool_use": {
      const { name, namespace, input } = block;
      return {
        type: "function_call",
        ...called,
        name,
        ...(namespace !== undefined && { namespace }),
        arguments: JSON.stringify(input),
      };
    }
    case "free_use":
      return { type: "custom_tool_call", ...called, name: block.name, input: block.input };
  }
}

const Part = v.looseObject({ text: v.optional(v.string()) });
const Content = v.union([v.string(), v.array(Part)]);
const Item = v.looseObject({
  type: v.optional(v.string()),
  role: v.optional(v.string()),
  content: v.optional(v.nullable(Content)),
  output: v.optional(v.unknown()),
});
const Body = v.looseObject({
  instructions: v.optional(v.nullable(v.string())),
  input: v.union([v.string(), v.array(Item)]),
  tools: v.optional(v.array(v.looseObject({ name: v.optional(v.string()), type: v.optional(v.string()) }))),
});

function messageOf({ role, content, output }: v.InferOutput<typeof Item>): Message {
  return {
    role:
      role === "system" || role === "developer" ? "system" : role === "user" || output ? "user" : "assistant",
    texts: texts(content ?? []),
    results: output === undefined ? [] : [{ text: outputText(output), isError: false }],
  };
}

function outputText(output: unknown): string {
  const read = v.safeParse(Content, output);
  return read.success ? texts(read.output).join("\n") : JSON.stringify(output);
}

function texts(content: v.InferOutput<typeof Content>): string[] {
  return typeof content === "string" ? [content] : content.flatMap(({ text }) => text ?? []);
}
