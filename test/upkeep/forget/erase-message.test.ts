import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Part } from "../../../src/event/message.js";
import { readEvent } from "../../../src/event/registry.js";
import { writeLine } from "../../../src/journal/line.js";
import {
  eraseLine,
  eventEraser,
  pathEraser,
  sessionEraser,
  textEraser,
} from "../../../src/upkeep/forget/eraser.js";
import { readPattern } from "../../../src/upkeep/forget/forget-pattern.js";
import { pathWording } from "../../../src/upkeep/forget/forget-target.js";
import { envelop } from "../../model/fold/envelop.js";

const encode = (text: string) => Buffer.from(text).toString("base64");

const added = (content: string | Part[], n = 1) =>
  envelop({ type: "message.added", data: { role: "assistant", content } }, n);

const PARTS: Part[] = [
  { type: "text", text: "The acme key opens the door." },
  { type: "reasoning", text: "acme, they said", extra: { anthropic: { signature: "acme" } } },
  { type: "tool-call", id: "c1", tool: "read_file", input: { path: "src/a.ts", acme: ["x", { acme: 1 }] } },
  {
    type: "tool-result",
    id: "c1",
    output: { text: "acme = 1" },
    about: { action: "read", paths: ["src/a.ts"] },
  },
  { type: "file", mediaType: "application/pdf", data: encode("dear acme"), name: "acme.pdf" },
  { type: "file", mediaType: "text/plain", url: `data:text/plain;base64,${encode("acme again")}` },
  { type: "foreign", from: "acme", value: [{ acme: "acme" }] },
];

/** What is left of a message; undefined where all of it went. */
function left(event: ReturnType<typeof added>, eraser: Parameters<typeof eraseLine>[1]) {
  const erased = eraseLine(writeLine(event), eraser);
  return erased === undefined ? event : erased.after;
}

describe("of a message", () => {
  test("a text goes out of every part, out of encoded files and names of fields, and it stays a message", () => {
    const after = left(added(PARTS), textEraser(readPattern("acme")));
    const said = JSON.stringify(after);
    expect(said).not.toContain("acme");
    for (const [, encoded = ""] of said.matchAll(/(?:data":"|base64,)([A-Za-z0-9+/=]+)/g))
      expect(Buffer.from(encoded, "base64").toString()).toBe("[forgotten]");
    expect(said.match(/\[forgotten\]/g)?.length).toBeGreaterThan(7);
    expect(readEvent(after).is).toBe("event");
  });

  test("words of our own vocabulary, and bytes that only look like it, stay", () => {
    for (const word of [
      "text",
      "tool",
      "file",
      "tool-call",
      "assistant",
      "type",
      encode("dear acme").slice(2, 7),
    ]) {
      const before = added([{ type: "text", text: "hello" }, ...PARTS.slice(4, 5)]);
      const after = left(before, textEraser(readPattern(word)));
      expect(readEvent(after).is, word).toBe("event");
      expect(after?.data, word).toEqual(before.data);
    }
  });

  test("what tools did with a file goes, calls and results alike, and the others stay", () => {
    const other: Part[] = [
      { type: "tool-call", id: "c2", tool: "read_file", input: { path: "src/b.ts" } },
      { type: "tool-result", id: "c2", output: "b = 2", about: { action: "read", paths: ["src/b.ts"] } },
    ];
    const own: Part[] = [
      { type: "text", text: "I read src/a.ts now." },
      { type: "tool-call", id: "c1", tool: "write", input: { path: "src/a.ts", content: "secret recipe" } },
      {
        type: "tool-result",
        id: "c1",
        output: "secret recipe",
        about: { action: "read", paths: ["src/a.ts"] },
      },
    ];
    const eraser = pathEraser(pathWording("src/a.ts", ["/work"]));
    expect(left(added([...own, ...other]), eraser)?.data).toEqual({
      role: "assistant",
      content: [
        { type: "text", text: "I read [forgotten] now." },
        { type: "tool-call", id: "c1", tool: "write", input: {} },
        { type: "tool-result", id: "c1", output: "[forgotten]", about: { action: "read" } },
        ...other,
      ],
    });
  });

  test("one goes by its id, and a fork goes with the session it came from", () => {
    const event = added("hello");
    expect(left(event, eventEraser(event.id))).toBeUndefined();
    const forked = envelop({ type: "session.forked", data: { from: "parent" } }, 2);
    expect(eraseLine(writeLine(forked), sessionEraser("parent", new Set()))).toEqual({ before: forked });
    expect(eraseLine(writeLine(forked), sessionEraser("other", new Set()))).toBeUndefined();
  });

  test("whatever is in it, no text that was forgotten is left in any part", () => {
    const word = "qzxv";
    const text = fc
      .array(fc.constantFrom(word, "plain", " ", '"', "\n"), { maxLength: 5 })
      .map((all) => all.join(""));
    const json = fc.oneof(text, fc.array(text), fc.dictionary(text, text));
    const part: fc.Arbitrary<Part> = fc.oneof(
      fc.record({ type: fc.constant("text" as const), text }),
      fc.record({ type: fc.constant("tool-call" as const), id: text, tool: text, input: json }),
      fc.record({ type: fc.constant("tool-result" as const), id: text, output: json }),
      fc.record({ type: fc.constant("file" as const), mediaType: text, data: text.map(encode) }),
      fc.record({ type: fc.constant("foreign" as const), from: text, value: json }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const after = left(added(parts), textEraser(readPattern(word)));
        expect(JSON.stringify(after)).not.toContain(word);
        expect(JSON.stringify(after)).not.toContain(encode(word).replaceAll("=", "").slice(0, 5));
        expect(readEvent(after).is).toBe("event");
      }),
    );
  });
});
