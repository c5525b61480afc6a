import { afterEach, describe, expect, test } from "vitest";
import { openai } from "../../../src/library/llm/openai.js";
import { failureOf } from "./failure-of.js";
import { type Act, type Asked, type Said, ScriptedServer } from "./scripted-server.js";

const question = { system: "Be kind.", messages: [{ role: "user", content: "hello" }], most: 100 } as const;
let server: ScriptedServer | undefined;
afterEach(() => server?.stop());

async function model(answer: (asked: Asked, n: number) => Said) {
  server = await ScriptedServer.start(answer);
  return openai({
    model: "gpt-test",
    url: `${server.url}/v1`,
    key: "key-123",
    patience: { tries: 3, backoff: 5 },
  });
}

const say = (...acts: Act[]) => model(() => ({ acts }));
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const text = (content: unknown) => data({ choices: [{ delta: { content } }] });
const stop = (finish_reason: string) => data({ choices: [{ delta: {}, finish_reason }] });
const DONE = "data: [DONE]\n\n";

test("is asked in its own form", async () => {
  await (await say(text("hi"), stop("stop"), DONE)).ask(question);
  expect(server?.asked).toMatchObject([
    {
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer key-123" },
      body: {
        model: "gpt-test",
        max_tokens: 100,
        stream: true,
        stream_options: { include_usage: true },
        messages: [{ role: "system", content: "Be kind." }, ...question.messages],
      },
    },
  ]);
});

describe("servers differ", () => {
  test("one wants no key, and gets none", async () => {
    server = await ScriptedServer.start(() => ({ acts: [text("hi"), DONE] }));
    await openai({ model: "local", url: server.url }).ask(question);
    expect(server.asked[0]?.headers.authorization).toBeUndefined();
  });

  test("some say no reason at the end, or nothing after the reason", async () => {
    expect(await (await say(text("hi"), DONE)).ask(question)).toEqual({ text: "hi", end: "done", usage: {} });
    await server?.stop();
    expect(await (await say(text("hi"), stop("length"))).ask(question)).toMatchObject({ end: "full" });
    await server?.stop();
    expect(await (await say(text("hi"), stop("stop"), "data: [DONE]")).ask(question)).toMatchObject({
      end: "done",
    });
  });

  test("one keeps the line open after its end, or tears it", async () => {
    expect(await (await say(text("hi"), stop("stop"), "hang")).ask(question)).toMatchObject({
      text: "hi",
      end: "done",
    });
    await server?.stop();
    expect(await (await say(text("hi"), stop("stop"), { wait: 20 }, "hang up")).ask(question)).toMatchObject({
      text: "hi",
      end: "done",
    });
  });

  test("usage may come with the end, after it, or with every piece", async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 4 };
    const asked = await say(
      data({ choices: [{ delta: { content: "hi" } }], usage: { prompt_tokens: 9, completion_tokens: 1 } }),
      data({ choices: [{ delta: {}, finish_reason: "stop" }], usage }),
      DONE,
    );
    expect((await asked.ask(question)).usage).toEqual({ asked: 9, answered: 4 });
  });

  test("usage stays known if later pieces do not repeat it", async () => {
    const usage = data({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } });
    const answer = await (await say(usage, text("hi"), stop("stop"), DONE)).ask(question);
    expect(answer.usage).toEqual({ asked: 7, answered: 3 });
  });

  test("parts instead of a text; thoughts beside it", async () => {
    const asked = await say(
      data({ choices: [{ delta: { reasoning_content: "hm", content: null } }] }),
      text([
        { type: "thinking", thinking: [] },
        { type: "text", text: "hi" },
      ]),
      DONE,
    );
    expect((await asked.ask(question)).text).toBe("hi");
  });

  test("what one does not take is put otherwise, for later questions too", async () => {
    const asked = await model(({ body }) => {
      const word =
        "max_tokens" in body ? "max_tokens" : "stream_options" in body ? "stream_options" : undefined;
      if (word === undefined) return { acts: [text("hi"), DONE] };
      return {
        status: 400,
        acts: [JSON.stringify({ error: { message: `Unsupported parameter: '${word}'` } })],
      };
    });
    expect((await asked.ask(question)).text).toBe("hi");
    expect(server?.asked.at(-1)?.body).toMatchObject({ max_completion_tokens: 100 });
    expect(server?.asked.length).toBe(3);
    await asked.ask(question);
    expect(server?.asked.length).toBe(4);
  });

  test("one that takes nothing is asked no more than twice otherwise", async () => {
    const asked = await model(() => ({
      status: 400,
      acts: [
        JSON.stringify({
          error: { message: "Unsupported: max_tokens max_completion_tokens stream_options" },
        }),
      ],
    }));
    expect((await failureOf(asked.ask(question))).message).toContain("answered 400");
    expect(server?.asked.length).toBeLessThan(6);
  });
});

test("filtered and refused answers are failures", async () => {
  const filtered = await say(text("I "), stop("content_filter"));
  expect((await failureOf(filtered.ask(question))).message).toContain("declined to answer");
  await server?.stop();
  const refused = await say(data({ choices: [{ delta: { refusal: "I cannot." } }] }), DONE);
  expect((await failureOf(refused.ask(question))).message).toContain("declined to answer: I cannot.");
});

test("a quota that is used up is not tried again", async () => {
  const asked = await model(() => ({
    status: 429,
    acts: [JSON.stringify({ error: { message: "You exceeded it", code: "insufficient_quota" } })],
  }));
  expect((await failureOf(asked.ask(question))).message).toContain("wants to be paid first");
  expect(server?.asked.length).toBe(1);
});

test("an answer that is not streamed, and an error with status 200", async () => {
  const whole = await say(JSON.stringify({ choices: [{ message: { content: "hi" } }] }));
  expect((await failureOf(whole.ask(question))).message).toContain(
    "answered with something that is no stream",
  );
});

test("an error before the first piece that passes is tried again", async () => {
  const asked = await model((_, n) => ({
    acts: n === 1 ? [data({ error: { message: "Overloaded", type: "server_error" } })] : [text("hi"), DONE],
  }));
  expect((await asked.ask(question)).text).toBe("hi");
});

test("an address with a question in it keeps it", async () => {
  server = await ScriptedServer.start(() => ({ acts: [text("hi"), DONE] }));
  await openai({ model: "m", url: `${server.url}/openai/v1?api-version=preview` }).ask(question);
  expect(server.asked[0]?.path).toBe("/openai/v1/chat/completions?api-version=preview");
});
