import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TidemarkError } from "../../src/error.js";
import { checkDraft } from "../../src/event/registry.js";
import { readMessage } from "../../src/library/read-message.js";

const circle: { self?: unknown } = {};
circle.self = circle;
const call = (input: unknown) => ({
  role: "assistant",
  content: [{ type: "tool-call", id: "c", tool: "t", input }],
});
const part = (fields: unknown) => ({ role: "user", content: [fields] });
const deep = (depth: number): unknown => (depth === 0 ? 1 : { in: deep(depth - 1) });

describe("a message of a program in plain JavaScript", () => {
  test.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /must be an object/],
    ["a text", "hello", /must be an object, and is a text/],
    ["a list", [], /must be an object, and is a list/],
    ["no role", { content: "x" }, /role is one of system, user, assistant, tool/],
    ["another role", { role: "human", content: "x" }, /"human"/],
    ["no content", { role: "user" }, /content is a text or a list of parts/],
    ["a number as content", { role: "user", content: 4 }, /is a number/],
    ["an object as content", { role: "user", content: { type: "text", text: "x" } }, /plain object/],
    ["a promise as content", { role: "user", content: Promise.resolve("x") }, /Promise/],
    ["a part that is a text", part("x"), /content\[0\] must be an object/],
    ["a part of no type", part({ text: "x" }), /has the type missing/],
    ["a part of another maker's type", part({ type: "image_url", image_url: {} }), /"image_url"/],
    ["a text part without text", part({ type: "text" }), /content\[0\]\.text must be a text/],
    ["a file without its type", part({ type: "file", data: "AA" }), /mediaType must be a text/],
    [
      "bytes as data",
      part({ type: "file", mediaType: "image/png", data: Buffer.from("x") }),
      /data must be a text/,
    ],
    ["a field that would be lost", { role: "user", content: "x", tool_calls: [] }, /no field "tool_calls"/],
    [
      "a field of a part that would be lost",
      part({ type: "text", text: "x", cache_control: {} }),
      /cache_control/,
    ],
    ["a circle", call(circle), /contains itself/],
    ["a BigInt", call({ n: 1n }), /content\[0\]\.input\.n is a BigInt/],
    ["a function", call({ f() {} }), /function/],
    ["NaN", call({ n: Number.NaN }), /NaN, which JSON cannot hold/],
    ["a Map", call(new Map()), /Map/],
    ["bytes in an input", call({ b: new Uint8Array(2) }), /Uint8Array/],
    ["undefined in a list", call([undefined]), /input\[0\] is missing/],
    ["a symbol", call(Symbol("x")), /symbol/],
    ["what is nested without end", call(deep(5_000)), /deep/],
    ["extra that is no object", { role: "user", content: "x", extra: "y" }, /extra must be an object/],
    ["a flag that is none", { role: "user", content: "x", incomplete: "yes" }, /true or false/],
    ["a foreign part without a value", part({ type: "foreign", from: "x" }), /value is missing/],
    [
      "about with no known action",
      part({ type: "tool-result", id: "c", output: "", about: { action: "dance" } }),
      /action is one of/,
    ],
  ])("is refused: %s", (_, message, reason) => {
    const error = thrown(() => readMessage(message));
    expect(error).toBeInstanceOf(TidemarkError);
    expect(error).toMatchObject({ code: "bad-argument", message: expect.stringMatching(reason) });
  });

  test("is copied, as JSON would hold it", () => {
    const when = new Date(0);
    const input = { path: "a.ts", none: undefined, when, list: [1, null] };
    const message = { ...call(input), id: "kept", at: 1, clock: 2, incomplete: false };
    const read = readMessage(message);
    expect(read).toEqual({
      role: "assistant",
      content: [
        {
          type: "tool-call",
          id: "c",
          tool: "t",
          input: { path: "a.ts", when: when.toJSON(), list: [1, null] },
        },
      ],
    });
    input.list.push(2);
    expect(JSON.stringify(read)).toContain("[1,null]");
  });

  test("keeps a name that would change an object", () => {
    const input: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
    const read = readMessage(call(input));
    expect(JSON.stringify(read)).toContain('"__proto__":{"polluted":true}');
    expect("polluted" in {}).toBe(false);
  });

  test("whatever is taken is an event that can be written, and whatever is not says why", () => {
    const field = fc.oneof(fc.string(), fc.constant(undefined), fc.integer(), fc.jsonValue());
    const anyPart = fc.record(
      {
        type: fc.constantFrom("text", "file", "reasoning", "tool-call", "tool-result", "foreign", "x"),
        text: field,
        id: field,
        tool: field,
        input: field,
        output: field,
        from: field,
        value: field,
        mediaType: field,
        data: field,
        failed: field,
        extra: field,
        about: field,
      },
      { requiredKeys: ["type"] },
    );
    const anyMessage = fc.record({
      role: fc.constantFrom("user", "assistant", "tool", "system", "other"),
      content: fc.oneof(fc.string(), fc.array(anyPart, { maxLength: 3 }), fc.anything()),
    });
    fc.assert(
      fc.property(anyMessage, (message) => {
        try {
          const data = readMessage(message);
          expect(() => checkDraft({ type: "message.added", data })).not.toThrow();
          expect(JSON.parse(JSON.stringify(data))).toEqual(data);
        } catch (error) {
          expect(error).toBeInstanceOf(TidemarkError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
