import { afterEach, expect, test } from "vitest";
import { ollama } from "../../../src/library/llm/ollama.js";
import { failureOf } from "./failure-of.js";
import { type Act, ScriptedServer } from "./scripted-server.js";

const question = { system: "Be kind.", messages: [{ role: "user", content: "hello" }], most: 100 } as const;
let server: ScriptedServer | undefined;
afterEach(() => server?.stop());

async function model(...acts: Act[]) {
  server = await ScriptedServer.start(() => ({ acts }));
  return ollama({ model: "llama-test:8b", url: server.url, patience: { tries: 1 } });
}

const line = (value: object) => `${JSON.stringify(value)}\n`;
const text = (content: string) => line({ message: { role: "assistant", content }, done: false });
const DONE = line({ done: true, done_reason: "stop", prompt_eval_count: 3, eval_count: 2 });

test("is asked in its own form, costs nothing on this machine, and drops nothing in silence", async () => {
  const asked = await model(text("hi"), "\n\n", DONE);
  expect(await asked.ask(question)).toEqual({ text: "hi", end: "done", usage: { asked: 3, answered: 2 } });
  expect(asked.price).toEqual({ in: 0, out: 0 });
  expect(server?.asked).toMatchObject([
    {
      path: "/api/chat",
      body: {
        model: "llama-test:8b",
        stream: true,
        truncate: false,
        options: { num_predict: 100, num_ctx: 8_192 },
        messages: [{ role: "system", content: "Be kind." }, ...question.messages],
      },
    },
  ]);
});

test("the model is told to hold as much as it is sent", async () => {
  const asked = await model(text("hi"), DONE);
  await asked.ask({ ...question, messages: [{ role: "user", content: "word ".repeat(12_000) }] });
  expect(server?.asked[0]?.body).toMatchObject({ options: { num_ctx: 32_768 } });
});

test("the last line need not end", async () => {
  expect(await (await model(text("hi"), DONE.trimEnd())).ask(question)).toMatchObject({
    text: "hi",
    end: "done",
  });
});

test("thoughts are no part of the answer", async () => {
  const thought = line({ message: { role: "assistant", content: "", thinking: "hm" }, done: false });
  expect((await (await model(thought, text("hi"), DONE)).ask(question)).text).toBe("hi");
});

test("a model that is not there is said in the middle, too", async () => {
  const failure = await failureOf(
    (await model(line({ error: 'model "llama-test:8b" not found' }))).ask(question),
  );
  expect(failure.message).toContain("knows no model llama-test:8b");
  expect(failure.hint).toBe("Fetch it: ollama pull llama-test:8b");
});
