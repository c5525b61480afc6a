import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lastWords, readLastWords } from "../../../src/agent/claude/agent.js";

const row = (type: string, content: unknown, more: object = {}) =>
  JSON.stringify({
    parentUuid: "u",
    isSidechain: false,
    type,
    message: { role: type, content },
    uuid: "v",
    ...more,
  });
const said = (text: string, more: object = {}) => row("assistant", [{ type: "text", text }], more);

describe("the agent's last words", () => {
  test("are what it said since the last prompt", () => {
    const text = [
      row("user", "first question"),
      said("first answer"),
      row("user", "second question"),
      said("Let me look."),
      row("assistant", [{ type: "tool_use", name: "Read", input: {} }]),
      row("user", [{ type: "tool_result", content: "file text" }]),
      said("Done: it works."),
    ].join("\n");
    expect(lastWords(text)).toEqual(["Let me look.", "Done: it works."]);
  });

  test("pass over subagents, hooks' contexts, broken rows and what is not a message", () => {
    const text = [
      row("user", "question"),
      said("hidden", { isSidechain: true }),
      JSON.stringify({
        type: "attachment",
        attachment: { type: "hook_additional_context", content: ["Tidemark · …"] },
      }),
      row("user", "Tidemark · context", { isMeta: true }),
      '{"type":"assistant","message":{"content":[{"type":"text","te',
      "",
      said("Answer."),
    ].join("\n");
    expect(lastWords(text)).toEqual(["Answer."]);
  });
});

describe("a transcript", () => {
  const config = mkdtempSync(join(tmpdir(), "tidemark-config-"));
  const projects = join(config, "projects", "-home-ada");
  mkdirSync(projects, { recursive: true });
  const env = { CLAUDE_CONFIG_DIR: config };
  const inside = join(projects, "s.jsonl");
  const outside = join(config, "outside.jsonl");
  writeFileSync(inside, said("from inside"));
  writeFileSync(outside, said("from outside"));

  test("is read from Claude's own folder", () => {
    expect(readLastWords(inside, env)).toEqual(["from inside"]);
  });

  test("is read by its end when it is long", () => {
    const long = join(projects, "long.jsonl");
    writeFileSync(
      long,
      `${`${said("old words")}\n`.repeat(20_000)}${row("user", "q")}\n${said("the end")}\n`,
    );
    expect(readLastWords(long, env)).toEqual(["the end"]);
  });

  test("is never read from elsewhere, whatever leads there", () => {
    const link = join(projects, "link.jsonl");
    symlinkSync(outside, link);
    for (const path of [
      outside,
      link,
      join(projects, "..", "..", "outside.jsonl"),
      "/dev/zero",
      "/proc/self/environ",
      "relative.jsonl",
      "\0.jsonl",
      projects,
    ]) {
      expect(readLastWords(path, env)).toEqual([]);
    }
  });
});
