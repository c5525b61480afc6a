import fc from "fast-check";
import { expect, test } from "vitest";
import type { Part } from "../../../src/event/message.js";
import { cutBefore, paired } from "../../../src/library/context/paired.js";
import { areWhole, halvesOf, type MessageData, messages } from "./message-arbitrary.js";

const call = (id: string): Part => ({ type: "tool-call", id, tool: "run", input: {} });
const result = (id: string): Part => ({ type: "tool-result", id, output: "ok" });
const ask: MessageData = { role: "user", content: "go on" };
const asking = (...ids: string[]): MessageData => ({ role: "assistant", content: ids.map(call) });
const answering = (...ids: string[]): MessageData => ({ role: "tool", content: ids.map(result) });

test("what is whole stays as it is", () => {
  const list = [ask, asking("a", "b"), answering("a"), answering("b"), ask];
  expect(paired(list)).toEqual(list);
  expect(paired(list).every((message, at) => message === list[at])).toBe(true);
});

test("a result without its call goes", () => {
  expect(paired([answering("a"), ask])).toEqual([ask]);
});

test("a call of the end that waits gets a result that says so, beside those that others of it have", () => {
  const missing = (id: string) => ({
    role: "tool",
    content: [{ type: "tool-result", id, tool: "run", output: "[no result was recorded]", failed: true }],
  });
  expect(paired([ask, asking("a", "b"), answering("a")])).toEqual([
    ask,
    asking("a", "b"),
    missing("b"),
    answering("a"),
  ]);
  const cut: MessageData = { ...asking("a"), incomplete: true, extra: { maker: { rest: 1 } } };
  expect(paired([ask, cut])).toEqual([ask, cut, missing("a")]);
});

test("a call that was left behind is told in words", () => {
  const [, told] = paired([ask, asking("a"), ask]);
  expect(told?.content).toEqual([{ type: "text", text: "(run was called and never answered)" }]);
});

test("an id may be used again", () => {
  const list = [asking("a"), answering("a"), asking("a"), answering("a")];
  expect(paired(list)).toEqual(list);
  expect(paired([...list, asking("a")]).slice(0, 5)).toEqual([...list, asking("a")]);
});

test("messages are parted between pairs, never inside one", () => {
  const list = [ask, asking("a", "b"), answering("a"), answering("b"), ask];
  expect([0, 1, 2, 3, 4, 5, 9].map((wanted) => cutBefore(list, wanted))).toEqual([0, 1, 1, 1, 4, 5, 5]);
});

test("whatever the messages, each half has its other half", () => {
  fc.assert(
    fc.property(messages, (list) => {
      expect(areWhole(paired(list))).toBe(true);
    }),
  );
});

test("wherever messages are parted, no result loses its call", () => {
  fc.assert(
    fc.property(messages, fc.nat(30), (list, wanted) => {
      const cut = cutBefore(list, wanted);
      expect(cut).toBeLessThanOrEqual(wanted);
      const answered = (some: readonly MessageData[]) =>
        halvesOf(paired(some)).filter((half) => half.startsWith("result")).length;
      // The end may still wait for results: it is closed for the count.
      const closed = [...list, ask];
      expect(answered([...closed.slice(0, cut), ask]) + answered(closed.slice(cut))).toBe(answered(closed));
    }),
  );
});
