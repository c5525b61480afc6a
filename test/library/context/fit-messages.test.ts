import fc from "fast-check";
import { expect, test } from "vitest";
import { messageCost } from "../../../src/event/message-cost.js";
import { cutMessage, cutText, fitMessages } from "../../../src/library/context/fit-messages.js";
import { counters } from "../summary/counter-arbitrary.js";
import { areWhole, type MessageData, messages } from "./message-arbitrary.js";

const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
const sizeOf = (count: (text: string) => number) => (message: MessageData) =>
  messageCost(message.content, count);
const inTokens = (list: readonly MessageData[], limit: number) =>
  fitMessages(list, limit, sizeOf(words), words);

test("the last ones that fit are kept, in their order", () => {
  const list: MessageData[] = ["one two", "three four", "five six"].map((content) => ({
    role: "user",
    content,
  }));
  expect(inTokens(list, 12)).toEqual({ messages: list.slice(1), tokens: 12 });
  expect(inTokens(list, 100)).toEqual({ messages: list, tokens: 18 });
});

test("one huge message is cut where it can be seen, and the ones before it stay", () => {
  const huge = `begin ${"x ".repeat(5_000)}end`;
  const { messages: kept, tokens } = inTokens(
    [
      { role: "user", content: "what does it say?" },
      { role: "tool", content: huge },
      { role: "user", content: "and now?" },
    ],
    1_000,
  );
  expect(tokens).toBeLessThanOrEqual(1_000);
  expect(kept).toHaveLength(3);
  expect(kept[1]?.content).toMatch(/^begin [\s\S]*\[… \d+ characters cut …\][\s\S]*end$/);
});

test("a huge last message is cut rather than left out", () => {
  const { messages: kept } = inTokens([{ role: "user", content: "word ".repeat(900) }], 100);
  expect(kept).toHaveLength(1);
});

test("of a call and its result only texts are cut", () => {
  const long = "y ".repeat(2_000);
  const message: MessageData = {
    role: "assistant",
    content: [{ type: "tool-call", id: "a", tool: "write", input: { path: "a.ts", lines: [long], mode: 7 } }],
  };
  const cut = cutMessage(message, 200, words);
  expect(cut?.content).toEqual([
    {
      type: "tool-call",
      id: "a",
      tool: "write",
      input: { path: "a.ts", lines: [expect.stringContaining("cut …]")], mode: 7 },
    },
  ]);
});

test("a cut text has its length and says how much is missing", () => {
  const text = "0123456789".repeat(100);
  const cut = cutText(text, 200);
  expect(cut.length).toBeLessThanOrEqual(200);
  const missing = Number(/(\d+) characters cut/.exec(cut)?.[1]);
  expect(cut.replace(/\n\[.*\]\n/, "").length + missing).toBe(text.length);
});

test("whatever the messages, the limit and the counter: the limit holds, and pairs stay whole", () => {
  fc.assert(
    fc.property(messages, fc.nat(2_000), counters, (list, limit, count) => {
      const { messages: kept, tokens } = fitMessages(list, limit, sizeOf(count), count);
      const sum = kept.reduce((all, { content }) => all + messageCost(content, count), 0);
      expect(sum).toBe(tokens);
      expect(tokens).toBeLessThanOrEqual(limit);
      expect(areWhole(kept)).toBe(true);
    }),
  );
});
