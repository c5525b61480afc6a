import OpenAI from "openai";
import { expect, test } from "vitest";
import { toAnthropic } from "../../../src/library/anthropic/index.js";
import { fromOpenAI, fromResponses, toOpenAI, toResponses } from "../../../src/library/openai/index.js";
import { Room } from "../room.js";
import { serve } from "../scripted-server.js";

type Param = OpenAI.ChatCompletionMessageParam;

function completion(message: object, finish_reason = "stop") {
  const choice = {
    index: 0,
    finish_reason,
    logprobs: null,
    message: { role: "assistant", refusal: null, ...message },
  };
  return { id: "chatcmpl-1", object: "chat.completion", created: 1, model: "gpt", choices: [choice] };
}

function response(output: object[], status = "completed") {
  return { id: "resp_1", object: "response", created_at: 1, model: "gpt", status, output };
}

/** Each call has to be followed by its results, and nothing may stand between. */
function refuse({ messages }: { messages: Param[] }): string | undefined {
  for (const [n, message] of messages.entries()) {
    if (message.role !== "assistant") continue;
    const calls = message.tool_calls ?? [];
    const results = messages.slice(n + 1, n + 1 + calls.length);
    const isAnswered = (id: string) => results.some((one) => one.role === "tool" && one.tool_call_id === id);
    if (!calls.every(({ id }) => isAnswered(id))) return "tool_calls must be followed by tool messages";
  }
  return undefined;
}

test("what OpenAI's client sends and gets is recorded, and the next request is made of it", async () => {
  using room = new Room();
  const call = {
    id: "call_1",
    type: "function",
    function: { name: "weather", arguments: '{ "city":"Oslo"}' },
  };
  await using server = await serve(
    [
      completion({ content: null, tool_calls: [call] }, "tool_calls"),
      completion({ content: "It rains.", annotations: [] }),
    ],
    refuse,
  );
  const client = new OpenAI({ apiKey: "none", baseURL: server.url, maxRetries: 0 });
  let id = "";
  {
    using tidemark = room.open();
    const session = tidemark.sessions.create();
    id = session.id;
    for (const message of fromOpenAI({ role: "user", content: "How is the weather?" })) session.add(message);
    const got = await client.chat.completions.create({ model: "gpt", messages: toOpenAI(session.context()) });
    for (const message of fromOpenAI(got)) session.add(message);
    for (const message of fromOpenAI({ role: "tool", tool_call_id: "call_1", content: "rain" }))
      session.add(message);
  }
  using tidemark = room.open();
  const session = tidemark.sessions.open(id);
  const messages = toOpenAI([...session.history()]);
  const got = await client.chat.completions.create({ model: "gpt", messages });
  for (const message of fromOpenAI(got)) session.add(message);
  expect(server.requests[1].messages).toEqual([
    { role: "user", content: "How is the weather?" },
    { role: "assistant", content: null, refusal: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "call_1", content: "rain" },
  ]);
  expect(toAnthropic([...session.history()]).messages.at(-1)).toEqual({
    role: "assistant",
    content: "It rains.",
  });
});

test("items of the Responses API go the same way", async () => {
  using room = new Room();
  const output = [
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "ZW5jcnlwdGVk" },
    {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "weather",
      arguments: "{}",
      status: "completed",
    },
  ];
  const said = { type: "output_text", text: "It rains.", annotations: [] };
  const message = { id: "msg_1", type: "message", role: "assistant", status: "completed", content: [said] };
  await using server = await serve([response(output), response([message])], () => undefined);
  const client = new OpenAI({ apiKey: "none", baseURL: server.url, maxRetries: 0 });
  using tidemark = room.open();
  const session = tidemark.sessions.create();
  for (const one of fromResponses("How is the weather?")) session.add(one);
  const first = await client.responses.create({ model: "gpt", input: toResponses([...session.history()]) });
  const result = { type: "function_call_output" as const, call_id: "call_1", output: "rain" };
  for (const one of [...fromResponses(first), ...fromResponses(result)]) session.add(one);
  const second = await client.responses.create({ model: "gpt", input: toResponses([...session.history()]) });
  for (const one of fromResponses(second)) session.add(one);
  expect(server.requests[1].input).toEqual([
    { role: "user", content: "How is the weather?" },
    ...output,
    result,
  ]);
  expect(toResponses([...session.history()])).toEqual([...server.requests[1].input, message]);
});

test("answers that reached their limit are kept as incomplete", () => {
  const cut = completion({ content: "It ra" }, "length");
  // @ts-expect-error: as it comes over the wire
  expect(fromOpenAI(cut)).toMatchObject([{ role: "assistant", incomplete: true }]);
  const item = { id: "msg_1", type: "message", role: "assistant", status: "incomplete", content: [] };
  const [answer] = fromResponses(response([item], "incomplete"));
  expect(answer).toMatchObject({ role: "assistant", incomplete: true });
});

test.each([[null], [7], [{}], [{ role: "user" }], [{ role: "robot", content: "x" }], [[null]]])(
  "what is no message is refused: %j",
  (given) => {
    // @ts-expect-error: from plain JavaScript anything may come
    expect(() => fromOpenAI(given)).toThrow("no message of OpenAI's chat completions");
    // @ts-expect-error: the same
    expect(() => fromResponses(given)).toThrow("no item of OpenAI's Responses API");
    // @ts-expect-error: the same
    expect(() => toOpenAI(given)).toThrow("no messages of a session");
  },
);
