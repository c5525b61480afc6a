import fc from "fast-check";
import { expect, test } from "vitest";
import { readEvents, readLines } from "../../../src/library/llm/stream.js";
import { inChunks } from "./scripted-server.js";

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function sentIn(text: string, lengths: readonly number[] = [text.length || 1]) {
  const sent = [];
  for await (const one of readEvents(each(inChunks(text, lengths)))) sent.push(one);
  return sent;
}

test.each(["\n", "\r\n", "\r"])("events with lines that end in %j", async (end) => {
  const text = [
    "\ufeff: hello",
    "event: a",
    "data: one",
    "data:two",
    "data:  three",
    "",
    "",
    "id: 7",
    "retry: 5",
    "data",
    "",
    "event: b",
    "",
  ].join(end);
  expect(await sentIn(text)).toEqual([
    { event: "a", data: "one\ntwo\n three" },
    { event: "", data: "" },
  ]);
  expect(await sentIn(text, [1])).toEqual(await sentIn(text));
});

test("the last event counts without an empty line after it", async () => {
  expect(await sentIn("data: x")).toEqual([{ event: "", data: "x" }]);
});

test("any chunking gives the same lines and events, whatever the bytes", async () => {
  const piece = fc.oneof(
    fc.constantFrom("\r", "\n", "\r\n", "data: ", "🌊", "é", ":", "\u2028"),
    fc.string({ maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("").toWellFormed()),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      async (text, lengths) => {
        const lines = [];
        for await (const line of readLines(each(inChunks(text, lengths)))) lines.push(line);
        const plain = text.replace(/^\ufeff/, "").split("\n");
        expect(lines).toEqual(plain.at(-1) === "" ? plain.slice(0, -1) : plain);
        const outcome = (sizes?: readonly number[]) =>
          sentIn(text, sizes).catch((error: Error) => error.message);
        expect(await outcome(lengths)).toEqual(await outcome());
      },
    ),
    { numRuns: 300 },
  );
});

test("bytes that are no text become signs of that, and nothing is thrown", async () => {
  const lines = [];
  for await (const line of readLines(each([new Uint8Array([0xff, 0x61, 0x0a, 0xf0, 0x9f])])))
    lines.push(line);
  expect(lines).toEqual(["\ufffda", "\ufffd"]);
});

test("a stream without an end is refused", async () => {
  const chunk = new TextEncoder().encode(`: ${"x".repeat(65_534)}\n`);
  async function* endless() {
    while (true) yield chunk;
  }
  const read = async () => {
    for await (const _ of readEvents(endless()));
  };
  await expect(read()).rejects.toThrow("sends without end");
  async function* wide() {
    while (true) yield new TextEncoder().encode("data: 1234567890\n".repeat(1_000));
  }
  const readWide = async () => {
    for await (const _ of readEvents(wide()));
  };
  await expect(readWide()).rejects.toThrow("sent an event without an end");
});
