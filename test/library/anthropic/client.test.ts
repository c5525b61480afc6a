import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { fromAnthropic, toAnthropic } from "../../../src/library/anthropic/index.js";
import { toOpenAI } from "../../../src/library/openai/index.js";
import { Room } from "../room.js";
import { serve } from "../scripted-server.js";

type Param = Anthropic.MessageParam;

function answer(content: object[], stop_reason = "end_turn") {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude",
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

/** The rules of the API that a conversation put together wrongly would break. */
function refuse({ messages }: { messages: Param[] }): string | undefined {
  if (messages[0]?.role !== "user") return "first message must use the user role";
  for (const [n, { role, content }] of messages.entries()) {
    if (role === messages[n - 1]?.role) return "roles must alternate";
    const blocks = typeof content === "string" ? [] : content;
    const uses = blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
    const next = messages[n + 1]?.content ?? [];
    const results = (typeof next === "string" ? [] : next).slice(0, uses.length);
    if (uses.some((id) => !results.some((block) => block.type === "tool_result" && block.tool_use_id === id)))
      return "tool_use ids were found without tool_result blocks immediately after";
    if (blocks.some((block) => block.type === "text" && block.text === "")) return "text must be non-empty";
  }
  return undefined;
}

test("what Anthropic's client sends and gets is recorded, and the next request is made of it", async () => {
  using room = new Room();
  const use = {
    type: "tool_use",
    id: "toolu_1",
    name: "weather",
    input: { city: "Oslo" },
    caller: { type: "direct" },
  };
  const thought = { type: "thinking", thinking: "Rain?", signature: "c2lnbmF0dXJl" };
  await using server = await serve(
    [
      answer([thought, { type: "text", text: "Let me see.", citations: null }, use], "tool_use"),
      answer([{ type: "text", text: "It rains.", citations: null }]),
      answer([{ type: "text", text: "Take a coat.", citations: null }]),
    ],
    refuse,
  );
  const client = new Anthropic({ apiKey: "none", baseURL: server.url, maxRetries: 0 });
  const model = "claude";
  let id = "";
  {
    using tidemark = room.open();
    const session = tidemark.sessions.create();
    id = session.id;
    session.pin("The user lives in Oslo");
    const send = async (message: Param) => {
      for (const one of fromAnthropic(message)) session.add(one);
      const got = await client.messages.create({ model, max_tokens: 100, ...toAnthropic(session.context()) });
      for (const one of fromAnthropic(got)) session.add(one);
      return got;
    };
    const asked = await send({ role: "user", content: "How is the weather?" });
    const called = asked.content.find((block) => block.type === "tool_use");
    expect(called?.input).toEqual({ city: "Oslo" });
    await send({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: called?.id ?? "", content: "rain" }],
    });
  }
  // A program that starts anew goes on where the last one stopped.
  using tidemark = room.open();
  const session = tidemark.sessions.open(id);
  session.add({ role: "user", content: "What shall I wear?" });
  await client.messages.create({ model, max_tokens: 100, ...toAnthropic(session.context()) });
  const [first, , last] = server.requests;
  expect(first.system).toContain("The user lives in Oslo");
  expect(last.messages).toEqual([
    { role: "user", content: "How is the weather?" },
    { role: "assistant", content: [thought, { type: "text", text: "Let me see.", citations: null }, use] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "rain" }] },
    { role: "assistant", content: [{ type: "text", text: "It rains.", citations: null }] },
    { role: "user", content: "What shall I wear?" },
  ]);
  expect(toOpenAI([...session.history()]).map(({ role }) => role)).toEqual([
    ...["user", "assistant", "tool", "assistant", "user"],
  ]);
});

test("an answer that reached its limit is kept as incomplete", () => {
  const cut = answer([{ type: "text", text: "It ra" }], "max_tokens");
  // @ts-expect-error: as it comes over the wire
  expect(fromAnthropic(cut)).toMatchObject([{ role: "assistant", incomplete: true }]);
});

test.each([[null], [7], ["text"], [{}], [{ role: "user" }], [{ role: "robot", content: "x" }], [[null]]])(
  "what is no message is refused: %j",
  (given) => {
    // @ts-expect-error: from plain JavaScript anything may come
    expect(() => fromAnthropic(given)).toThrow("no message of the Anthropic SDK");
    // @ts-expect-error: the same
    expect(() => toAnthropic(given)).toThrow("no messages of a session");
  },
);
