import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lastWords, readLastWords } from "../../../src/agent/codex/rollout.js";

const lines = readFileSync(join(import.meta.dirname, "../../fixture/codex/rollout.jsonl"), "utf8").split(
  "\n",
);
const ends = lines.flatMap((line, at) => (line.includes('"type":"task_complete"') ? [at] : []));

describe("what Codex said last", () => {
  test("is what it said in this turn", () => {
    expect(lastWords(lines.slice(0, ends[0]))).toEqual([
      "I will look at the tide table first.",
      "The tide table is written; next: print it.",
    ]);
  });

  test("leaves out the summary it made for itself", () => {
    expect(lastWords(lines.slice(0, ends[1]))).toEqual(["Printed."]);
  });

  test("was told already where the turn has ended", () => {
    expect(lastWords(lines)).toEqual([]);
  });

  test("is nothing in a record of another kind, or a damaged one", () => {
    expect(
      lastWords(["", "{", '{"role":"assistant"', "[]", '{"type":"response_item","role":"assistant"}']),
    ).toEqual([]);
  });

  test("is only read from Codex's own folder", () => {
    const home = mkdtempSync(join(tmpdir(), "tidemark-codex-"));
    const env = { CODEX_HOME: join(home, "codex") };
    const sessions = join(env.CODEX_HOME, "sessions");
    mkdirSync(sessions, { recursive: true });
    const text = lines.slice(0, ends[0]).join("\n");
    for (const path of [join(sessions, "a.jsonl"), join(home, "b.jsonl"), join(sessions, "c.txt")])
      writeFileSync(path, text);
    symlinkSync(join(home, "b.jsonl"), join(sessions, "link.jsonl"));
    expect(readLastWords(join(sessions, "a.jsonl"), env)).toHaveLength(2);
    for (const path of [
      join(home, "b.jsonl"),
      join(sessions, "c.txt"),
      join(sessions, "link.jsonl"),
      join(sessions, "..", "..", "b.jsonl"),
      "",
      "\0",
      undefined,
    ])
      expect(readLastWords(path, env)).toEqual([]);
  });
});
