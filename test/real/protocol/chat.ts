import * as v from "valibot";
import type { Protocol } from "../protocol.js";
import type { Message } from "../request.js";
import { sending, sendJson } from "./event-stream.js";

/** OpenAI Chat Completions: OpenCode, Copilot, pi, Qwen. */
export const chat: Protocol = {
  address: /\/chat\/completions(\?|$)/,

  read(body) {
    const read = v.safeParse(Body, body);
    if (!read.success) return undefined;
    const { messages, tools } = read.output;
    return {
      messages: messages.map(messageOf),
      tools: tools?.map((tool) => tool.function?.name ?? "") ?? [],
      body,
    };
  },

  answer(response, { number, body }, reply) {
    const said = reply.content.flatMap((block) => (block.type === "text" ? block.text : [])).join("");
    const calls = reply.content
      .filter((block) => block.type !== "text")
      .map(({ name, input }, index) => ({
        index,
        id: `call_${number}_${index}`,
        type: "function",
        function: { name, arguments: JSON.stringify(typeof input === "string" ? { input } : input) },
      }));
    const finish = calls.length > 0 ? "tool_calls" : "stop";
    const input = reply.inputTokens ?? 100;
    const usage = { prompt_tokens: input, completion_tokens: 20, total_tokens: input + 20 };
    const base = { id: `chatcmpl-${number}`, created: 1, model: "scripted" };
    const message = {
      role: "assistant",
      content: said === "" ? null : said,
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    if (!v.is(v.looseObject({ stream: v.literal(true) }), body))
      return sendJson(response, {
        ...base,
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason: finish }],
        usage,
      });

    const send = sending(response, (event: object) => `data: ${JSON.stringify(event)}\n\n`);
    const chunk = { ...base, object: "chat.completion.chunk" };
    send({ ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] });
    send({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }] });
    send({ ...chunk, choices: [], usage });
    response.end("data: [DONE]\n\n");
  },
};

const Content = v.union([v.string(), v.array(v.looseObject({ text: v.optional(v.string()) }))]);
const Said = v.looseObject({ role: v.string(), content: v.optional(v.nullable(Content)) });
const Tool = v.looseObject({ function: v.optional(v.looseObject({ name: v.string() })) });
const Body = v.looseObject({ messages: v.array(Said), tools: v.optional(v.nullable(v.array(Tool))) });

function messageOf({ role, content }: v.InferOutput<typeof Said>): Message {
  const texts = typeof content === "string" ? [content] : (content?.flatMap(({ text }) => text ?? []) ?? []);
  if (role === "tool")
    return { role: "user", texts: [], results: [{ text: texts.join("\n"), isError: false }] };
  const told = role === "system" || role === "developer";
  return { role: told ? "system" : role === "assistant" ? "assistant" : "user", texts, results: [] };
}
