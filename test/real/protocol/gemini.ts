import * as v from "valibot";
import type { Protocol } from "../protocol.js";
import type { Message } from "../request.js";
import { sending, sendJson } from "./event-stream.js";

/** Google's generateContent: Gemini CLI. */
export const gemini: Protocol = {
  address: /:(streamG|g)enerateContent(\?|$)/,

  read(body) {
    const read = v.safeParse(Body, body);
    if (!read.success) return undefined;
    const { systemInstruction, contents, tools = [] } = read.output;
    const before = systemInstruction ? [messageOf({ ...systemInstruction, role: "system" })] : [];
    return {
      messages: [...before, ...contents.map(messageOf)],
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
      body,
    };
  },

  answer(response, { number, url }, reply) {
    const parts = reply.content.map((block) =>
      block.type === "text"
        ? { text: block.text }
        : { functionCall: { name: block.name, args: block.input } },
    );
    const input = reply.inputTokens ?? 100;
    const whole = {
      candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: input, candidatesTokenCount: 20, totalTokenCount: input + 20 },
      modelVersion: "scripted",
      responseId: `response_${number}`,
    };
    if (!url.includes(":stream")) return sendJson(response, whole);
    sending(response, (event: object) => `data: ${JSON.stringify(event)}\r\n\r\n`)(whole);
    response.end();
  },
};

const Part = v.looseObject({
  text: v.optional(v.string()),
  functionResponse: v.optional(v.looseObject({ response: v.optional(v.unknown()) })),
});
const Content = v.looseObject({ role: v.optional(v.string()), parts: v.optional(v.array(Part), []) });
const Body = v.looseObject({
  systemInstruction: v.optional(Content),
  contents: v.array(Content),
  tools: v.optional(
    v.array(
      v.looseObject({ functionDeclarations: v.optional(v.array(v.looseObject({ name: v.string() }))) }),
    ),
  ),
});

function messageOf({ role, parts }: v.InferOutput<typeof Content>): Message {
  return {
    role: role === "system" ? "system" : role === "model" ? "assistant" : "user",
    texts: parts.flatMap(({ text }) => text ?? []),
    results: parts.flatMap(({ functionResponse }) =>
      functionResponse ? { text: resultText(functionResponse.response), isError: false } : [],
    ),
  };
}

/** The text where it is one, so that it can be searched as it was written. */
function resultText(result: unknown): string {
  const read = v.safeParse(v.object({ output: v.string() }), result);
  return read.success ? read.output.output : JSON.stringify(result ?? "");
}
