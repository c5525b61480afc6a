import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lastWords, readLastWords } from "../../../src/agent/qwen/agent.js";

const row = (type: string, parts: unknown) =>
  JSON.stringify({
    uuid: "u",
    sessionId: "s",
    type,
    cwd: "/home/ada/photo-box",
    message: { role: type, parts },
  });
const said = (text: string) => row("assistant", [{ text }]);

describe("Qwen Code's last words", () => {
  test("are what it said since the last prompt, without its thoughts", () => {
    const text = [
      row("user", [{ text: "first question" }]),
      said("first answer"),
      row("user", [{ text: "second question" }]),
      row("assistant", [{ text: "Hm.", thought: true }, { text: "Let me look." }]),
      row("assistant", [{ functionCall: { name: "read_file", args: {} } }]),
      row("tool_result", [
        { functionResponse: { name: "read_file", response: { output: '"type":"user"' } } },
      ]),
      JSON.stringify({ type: "system", subtype: "ui_telemetry", systemPayload: {} }),
      said("Done: it works."),
      '{"half',
    ].join("\n");
    expect(lastWords(text)).toEqual(["Let me look.", "Done: it works."]);
  });

  test("are none in what is no record", () => {
    for (const odd of ["", "\n", row("assistant", 3), '{"type":"assistant"}', '["type":"assistant"]'])
      expect(lastWords(odd)).toEqual([]);
  });

  test("are read below its own folder and nowhere else", () => {
    const home = mkdtempSync(join(tmpdir(), "tidemark-qwen-"));
    const chats = join(home, ".qwen", "projects", "-home-ada-photo-box", "chats");
    mkdirSync(chats, { recursive: true });
    const inside = join(chats, "s.jsonl");
    const outside = join(home, "s.jsonl");
    writeFileSync(inside, said("said here"));
    writeFileSync(outside, said("said here"));
    symlinkSync(outside, join(chats, "link.jsonl"));
    for (const env of [
      { HOME: home },
      { QWEN_HOME: join(home, ".qwen") },
      { HOME: home, QWEN_RUNTIME_DIR: "~/.qwen" },
    ])
      expect(readLastWords(inside, env), JSON.stringify(env)).toEqual(["said here"]);
    for (const path of [outside, join(chats, "link.jsonl"), chats, "/dev/zero"])
      expect(readLastWords(path, { HOME: home }), path).toEqual([]);
  });
});
