import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/event/json.js";
import type { Part } from "../../../src/event/message.js";
import type { NewMessage } from "../../../src/library/message/message.js";
import { redactMessage } from "../../../src/library/message/redact-message.js";
import { redact } from "../../redact.js";

/** Made up, and put together so that no scanner takes this file for a leak. */
const KEY = ["sk", "ant", "api03", `${"Zq7".repeat(31)}AA`].join("-");
const BYTES = Buffer.from("a picture, byte by byte ".repeat(8)).toString("base64");

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** With what stands in it in base64. */
function decoded(text: string): string {
  return (
    text +
    (text.match(/[A-Za-z0-9+/]{24,}/g) ?? []).map((bytes) => Buffer.from(bytes, "base64").toString()).join()
  );
}

function redacted(part: Part): string {
  return JSON.stringify(redactMessage({ role: "assistant", content: [part] }, redact));
}

describe("a message without secrets", () => {
  test.each<[string, Part]>([
    ["text", { type: "text", text: `use ${KEY} for it` }],
    ["reasoning", { type: "reasoning", text: `the key is ${KEY}` }],
    ["the name of a file", { type: "file", mediaType: "text/plain", name: `${KEY}.txt` }],
    ["the address of a file", { type: "file", mediaType: "image/png", url: `https://x.example/?key=${KEY}` }],
    ["a file of text", { type: "file", mediaType: "text/plain", data: base64(`KEY=${KEY}`) }],
    [
      "a file of text in its address",
      { type: "file", mediaType: "*/*", url: `data:application/json;base64,${base64(`{"k":"${KEY}"}`)}` },
    ],
    ["an input", { type: "tool-call", id: "c", tool: "run", input: { deep: [{ command: `login ${KEY}` }] } }],
    ["an output", { type: "tool-result", id: "c", output: `KEY=${KEY}` }],
    ["an output of parts", { type: "tool-result", id: "c", output: [{ type: "text", text: KEY }] }],
    [
      "what a result is about",
      {
        type: "tool-result",
        id: "c",
        output: "",
        about: { action: "shell", command: `echo ${KEY}`, paths: [KEY], target: KEY },
      },
    ],
    ["a foreign part", { type: "foreign", from: "x", value: { citations: [KEY] } }],
    ["extra", { type: "text", text: "", extra: { x: { note: KEY } } }],
    ["a name of a tool", { type: "tool-call", id: KEY, tool: KEY, input: null }],
  ])("in %s", (_, part) => {
    const text = decoded(redacted(part));
    expect(text).not.toContain(KEY);
    expect(text).toContain("[redacted:");
  });

  test("in a plain text, and in the message's own extra", () => {
    const message: NewMessage = { role: "user", content: `here: ${KEY}`, extra: { x: { key: KEY } } };
    expect(JSON.stringify(redactMessage(message, redact))).not.toContain(KEY);
  });

  test("where only the name beside a value tells", () => {
    const input: Json = {
      user: "ann",
      password: "Tr0ub4dor&3x",
      env: [{ name: "DB_PASSWORD", value: "c0rrect-h0rse7" }],
    };
    const text = redacted({ type: "tool-call", id: "c", tool: "connect", input });
    expect(text).not.toMatch(/Tr0ub4dor|c0rrect/);
    expect(text).toContain('"user":"ann"');
    expect(text).toContain('"password":"[redacted:');
  });

  test("in names of fields, whose values are all kept", () => {
    const input: Json = { [KEY]: 1, [`${KEY} `]: 2, path: "a.ts" };
    const text = redacted({ type: "tool-call", id: "c", tool: "x", input });
    expect(text).not.toContain(KEY);
    expect(text).toMatch(/:1,.*:2,"path":"a.ts"/);
  });

  test("where what is fenced off begins in one part and ends in another", () => {
    const content: Part[] = [
      { type: "text", text: "before <private>first" },
      { type: "reasoning", text: "second" },
      { type: "file", mediaType: "image/png", data: BYTES },
      { type: "tool-result", id: "c", output: "third" },
      { type: "text", text: "fourth</private> after" },
    ];
    const text = JSON.stringify(redactMessage({ role: "user", content }, redact));
    expect(text).not.toMatch(/first|second|third|fourth/);
    expect(text).toMatch(/before \[private\].* after/);
    expect(text).toContain(BYTES);
  });

  test("in a cookie, and in a password that is spoken of", () => {
    const headers: Json = { Cookie: `sid=${"q8Zr2Lm4".repeat(3)}` };
    expect(redacted({ type: "tool-call", id: "c", tool: "fetch", input: { headers } })).not.toContain("q8Zr");
    expect(redacted({ type: "text", text: "my password is Sommer-Regen77 ok?" })).not.toContain("Regen77");
    expect(redacted({ type: "text", text: "the password is Case-sensitive" })).not.toContain("[redacted:");
  });

  test.each<[string, Part]>([
    ["bytes of a file", { type: "file", mediaType: "image/png", data: BYTES }],
    [
      "an address with its bytes",
      { type: "file", mediaType: "image/png", url: `data:image/png;base64,${BYTES}` },
    ],
    [
      "a maker's signature",
      { type: "reasoning", text: "hm", extra: { anthropic: { signature: `${KEY}==` } } },
    ],
    [
      "sealed thoughts",
      { type: "foreign", from: "anthropic", value: { type: "redacted_thinking", data: KEY } },
    ],
    [
      "sealed reasoning",
      { type: "foreign", from: "openai", value: { type: "reasoning", encrypted_content: KEY } },
    ],
    [
      "a thought's signature",
      { type: "tool-call", id: "c", tool: "x", input: {}, extra: { google: { thoughtSignature: KEY } } },
    ],
    [
      "a picture in an output",
      {
        type: "tool-result",
        id: "c",
        output: [{ type: "image", source: { type: "base64", media_type: "image/png", data: BYTES } }],
      },
    ],
    ["usual ids of calls", { type: "tool-call", id: "toolu_01A09q90qw90lq917835lq9", tool: "x", input: {} }],
    ["usual ids of calls", { type: "tool-call", id: "call_abc123DEF456ghi789JKL012", tool: "x", input: {} }],
  ])("leaves %s as they are", (_, part) => {
    const message: NewMessage = { role: "assistant", content: [part] };
    expect(redactMessage(message, redact)).toBe(message);
  });

  test("does not take a tool's word for a seal or for bytes", () => {
    const output: Json = { signature: KEY, type: "base64", data: KEY };
    expect(redacted({ type: "tool-result", id: "c", output })).not.toContain(KEY);
  });

  test("is the very same message where there is none", () => {
    const message: NewMessage = {
      role: "assistant",
      content: [
        { type: "text", text: "fine" },
        { type: "tool-call", id: "c", tool: "read", input: { path: "a.ts", lines: [1, 2, null] } },
      ],
      extra: { x: { model: "m" } },
    };
    expect(redactMessage(message, redact)).toBe(message);
  });
});
