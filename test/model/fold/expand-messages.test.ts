import { expect, test } from "vitest";
import type { Part } from "../../../src/event/message.js";
import type { TidemarkEvent } from "../../../src/event/registry.js";
import { expandMessages } from "../../../src/model/fold/expand-messages.js";

const call: Part = { type: "tool-call", id: "1", tool: "search", input: { query: "tide" } };
const result: Part = {
  type: "tool-result",
  id: "1",
  tool: "search",
  output: [{ type: "text", text: "high" }],
};
const text: Part = { type: "text", text: "It is high." };

function told(content: Part[]): readonly TidemarkEvent[] {
  const scene = { at: 1, clock: 1, author: "a", project: "p", session: "s", agent: "library" };
  return expandMessages([
    { ...scene, id: "1", type: "message.added", v: 1, data: { role: "assistant", content } },
  ]);
}

function typesOf(events: readonly TidemarkEvent[]): string[] {
  return events.map(({ type }) => type);
}

test("an answer with a call waits for its result", () => {
  expect(typesOf(told([text, call]))).toEqual(["message.added", "message.said", "tool.started"]);
});

test("an answer that has the result in itself ends the turn", () => {
  const events = told([call, result, text]);
  expect(typesOf(events)).toEqual(["message.added", "tool.started", "tool.finished", "turn.ended"]);
  expect(events[2]?.data).toMatchObject({ call: "1", ok: true });
});

test("texts that a tool gave back are told as texts", () => {
  expect(told([call, result])[2]?.data).toMatchObject({ output: "high" });
});
