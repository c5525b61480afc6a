import { afterEach, expect, test } from "vitest";
import { anthropic } from "../../../src/library/llm/anthropic.js";
import { failureOf } from "./failure-of.js";
import { ScriptedServer } from "./scripted-server.js";

const question = { system: "Be kind.", messages: [{ role: "user", content: "hello" }], most: 100 } as const;
let server: ScriptedServer | undefined;
afterEach(() => server?.stop());

async function model(stream: string, status = 200) {
  server = await ScriptedServer.start(() => ({ status, acts: [stream] }));
  return anthropic({
    model: "claude-test",
    url: `${server.url}/v1/`,
    key: "key-123",
    patience: { tries: 1 },
  });
}

const event = (type: string, value: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
const text = (piece: string) => event("content_block_delta", { delta: { type: "text_delta", text: piece } });
const stop = (stop_reason: string) =>
  event("message_delta", { delta: { stop_reason }, usage: { output_tokens: 5 } });

test("is asked in its own form, the version in the address or not", async () => {
  await (await model(text("hi") + stop("end_turn"))).ask(question);
  expect(server?.asked).toMatchObject([
    {
      path: "/v1/messages",
      headers: { "x-api-key": "key-123", "anthropic-version": "2023-06-01" },
      body: {
        model: "claude-test",
        max_tokens: 100,
        stream: true,
        system: "Be kind.",
        messages: [...question.messages],
      },
    },
  ]);
  expect(server?.asked[0]?.headers.authorization).toBeUndefined();
});

test("what was read from a cache was read", async () => {
  const usage = {
    input_tokens: 5,
    cache_creation_input_tokens: 100,
    cache_read_input_tokens: 1_000,
    output_tokens: 1,
  };
  const asked = await model(event("message_start", { message: { usage } }) + text("hi") + stop("end_turn"));
  expect((await asked.ask(question)).usage).toEqual({ asked: 1_105, answered: 5 });
});

test("what was read may be known only at the end, or said to be nothing there", async () => {
  const start = (input_tokens: number) => event("message_start", { message: { usage: { input_tokens } } });
  const end = (input_tokens: number) =>
    event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { input_tokens, output_tokens: 5 } });
  expect((await (await model(start(0) + text("hi") + end(9))).ask(question)).usage).toEqual({
    asked: 9,
    answered: 5,
  });
  await server?.stop();
  expect((await (await model(start(9) + text("hi") + end(0))).ask(question)).usage).toEqual({
    asked: 9,
    answered: 5,
  });
});

test("thoughts, calls of tools, comments and events nobody knows are passed over", async () => {
  const asked = await model(
    ": a comment\n\n" +
      event("content_block_delta", { delta: { type: "thinking_delta", thinking: "hm" } }) +
      event("content_block_delta", { delta: { type: "input_json_delta", partial_json: "{" } }) +
      event("of_tomorrow", { delta: { type: "text_delta", text: "no" } }) +
      "retry: 5\nid\nevent: ping\ndata: no JSON\n\n" +
      text("hi") +
      stop("stop_sequence") +
      event("message_stop", {}),
  );
  expect(await asked.ask(question)).toMatchObject({ text: "hi", end: "done" });
});

test("data over several lines is one event", async () => {
  const asked = await model(
    `event: content_block_delta\ndata: {"type":"content_block_delta",\ndata:"delta":{"type":"text_delta","text":"hi"}}\n\n${stop("max_tokens")}`,
  );
  expect(await asked.ask(question)).toMatchObject({ text: "hi", end: "full" });
});

test("a refusal is a failure", async () => {
  const failure = await failureOf((await model(text("I ") + stop("refusal"))).ask(question));
  expect(failure).toMatchObject({
    code: "model-failed",
    message: expect.stringContaining("declined to answer"),
  });
});

test("an account without money is said as such, and not tried again", async () => {
  const said = {
    type: "error",
    error: { type: "invalid_request_error", message: "Your credit balance is too low" },
  };
  const failure = await failureOf((await model(JSON.stringify(said), 400)).ask(question));
  expect(failure.message).toContain("wants to be paid first: Your credit balance is too low");
});
