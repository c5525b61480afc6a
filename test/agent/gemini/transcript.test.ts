import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lastWords, readLastWords } from "../../../src/agent/gemini/agent.js";

const row = (id: string, type: string, content: unknown) => JSON.stringify({ id, type, content });
const SET = '{"$set":{"lastUpdated":"2026-01-05T10:00:00.000Z"}}';

describe("Gemini CLI's last words", () => {
  test("are what it said since the last prompt, in a record of its own", () => {
    const record = readFileSync(join(import.meta.dirname, "../../fixture/gemini/record.jsonl"), "utf8");
    expect(lastWords(record)).toEqual(["went on"]);
  });

  test("are told once, where a message is written again with what came to it", () => {
    const text = [
      row("1", "user", [{ text: "first question" }]),
      row("2", "gemini", "first answer"),
      row("3", "user", [{ text: "second question" }, { text: "<hook_context>Tidemark · …</hook_context>" }]),
      row("4", "gemini", "Let me"),
      SET,
      row("4", "gemini", "Let me look."),
      row("5", "user", [{ functionResponse: { name: "read_file", response: { output: "file text" } } }]),
      row("6", "gemini", [{ text: "Done: it works." }]),
      SET,
      '{"half',
    ].join("\n");
    expect(lastWords(text)).toEqual(["Let me look.", "Done: it works."]);
  });

  test("pass over broken rows, rows that set all anew, and what is not a message", () => {
    const text = [
      "cut",
      row("1", "gemini", 3),
      "null",
      `{"$set":{"messages":[${row("2", "gemini", "old")}]}}`,
    ];
    expect(lastWords(text.join("\n"))).toEqual([]);
    expect(lastWords("")).toEqual([]);
  });

  test("are read below its own folder and nowhere else", () => {
    const home = mkdtempSync(join(tmpdir(), "tidemark-gemini-"));
    const chats = join(home, ".gemini", "tmp", "photo-box", "chats");
    mkdirSync(chats, { recursive: true });
    const words = row("1", "gemini", "said here");
    const inside = join(chats, "session-1.jsonl");
    const outside = join(home, "session-1.jsonl");
    writeFileSync(inside, words);
    writeFileSync(outside, words);
    symlinkSync(outside, join(chats, "link.jsonl"));
    expect(readLastWords(inside, { HOME: home })).toEqual(["said here"]);
    expect(readLastWords(inside, { HOME: "/nowhere", GEMINI_CLI_HOME: home })).toEqual(["said here"]);
    for (const path of [outside, join(chats, "link.jsonl"), chats, join(chats, "none.jsonl"), "/dev/zero"])
      expect(readLastWords(path, { HOME: home }), path).toEqual([]);
  });
});
