import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCompression } from "../../../src/agent/gemini/agent.js";

/** Resumed, compressed in the middle of a turn, and resumed again a while later. */
const rows = readFileSync(join(import.meta.dirname, "../../fixture/gemini/record.jsonl"), "utf8")
  .trim()
  .split("\n");
const compressed = rows.findIndex((row) => row.includes("<state_snapshot>"));
const last = rows.findIndex((row) => row.includes('"And then"'));
const found = { is: "compaction-finished", trigger: "compress", summary: "the pier was measured" };

const upTo = (end: number) => `${rows.slice(0, end).join("\n")}\n`;
const prompt = (text: string, ...more: string[]) =>
  JSON.stringify({ id: text, type: "user", content: [text, ...more].map((part) => ({ text: part })) });
const said = (text: string) => JSON.stringify({ id: text, type: "gemini", content: text });
const set = (summary: string, at: string, written = at) =>
  JSON.stringify({
    $set: {
      messages: [
        { type: "user", timestamp: at, content: [{ text: `<state_snapshot>${summary}</state_snapshot>` }] },
      ],
      lastUpdated: written,
    },
  });
const NOON = "2026-01-05T12:00:00.000Z";
const text = (...lines: string[]) => `${lines.join("\n")}\n`;

describe("a compression", () => {
  test("is found at the end of the turn in which it took place, and not before it did", () => {
    const closing = rows.findIndex((row) => row.includes('"content":"Compressed and done."'));
    expect(readCompression(upTo(compressed), true)).toBeUndefined();
    expect(readCompression(upTo(closing + 1), true)).toEqual(found);
  });

  test("is not found again by the next prompt, nor by the next turn, nor after a resume", () => {
    const next = rows.findIndex((row, at) => at > compressed && row.includes("<state_snapshot>"));
    expect(next).toBeLessThan(last);
    expect(readCompression(upTo(next), false)).toBeUndefined();
    expect(readCompression(upTo(last), false)).toBeUndefined();
    expect(readCompression(upTo(rows.length), true)).toBeUndefined();
  });

  test("that the person asked for is found by the next prompt, and by no other", () => {
    const asked = text(prompt("one"), said("first"), set("short", NOON));
    expect(readCompression(asked, false)).toMatchObject({ summary: "short" });
    const told = prompt("two", "<hook_context>Tidemark · after a compaction</hook_context>");
    expect(readCompression(asked + text(told, said("second")), true)).toBeUndefined();
    expect(readCompression(asked + text(prompt("two"), said("second")), false)).toBeUndefined();
  });

  test("before the first step of a turn is found when that is over", () => {
    const before = text(prompt("one"), said("first"), set("short", NOON), prompt("two"), said("second"));
    expect(readCompression(before, true)).toMatchObject({ summary: "short" });
  });

  test("is not what a resumed session writes down once more", () => {
    const replay = text(
      set("", NOON).replace(/<state.*snapshot>/, "hello"),
      '{"$set":{"sessionId":"s"}}',
      set("short", NOON),
    );
    expect(readCompression(replay, false)).toBeUndefined();
    const later = text(
      said("first"),
      '{"$set":{"sessionId":"s"}}',
      set("old", NOON, "2026-01-05T13:00:00.000Z"),
    );
    expect(readCompression(later, false)).toBeUndefined();
  });

  test("is not looked for before the process began, nor in a cut line", () => {
    const begun = JSON.stringify({ sessionId: "s", startTime: NOON });
    expect(readCompression(text(set("short", NOON), begun), false)).toBeUndefined();
    expect(readCompression(text(set("short", NOON).slice(3), ""), false)).toBeUndefined();
    for (const odd of ["", "\n", '{"$set":{"messages":3}}<state_snapshot>', '{"$set":{"messages":[3,null]}}'])
      expect(readCompression(odd, false)).toBeUndefined();
  });
});
