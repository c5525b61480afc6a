import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const record = readFileSync(join(import.meta.dirname, "../fixture/gemini/record.jsonl"), "utf8").split("\n");
const SESSION = "3f2a0c1e-0000-4000-8000-000000000001";

/** A stage on which Gemini CLI plays, and writes its own record along. */
function open() {
  const stage = new Stage();
  const transcript_path = join(
    stage.root,
    ".gemini/tmp/photo-box/chats/session-2026-01-05T10-00-3f2a0c1e.jsonl",
  );
  mkdirSync(dirname(transcript_path), { recursive: true });
  const hook = (hook_event_name: string, fields: object = {}, session_id = SESSION): string => {
    const payload = { session_id, transcript_path, cwd: stage.project, hook_event_name, ...fields };
    const { status, stdout } = stage.run("hook.cjs", ["gemini"], JSON.stringify(payload));
    expect(status).toBe(0);
    return stdout;
  };
  const told = (prompt: string, session = SESSION): string => {
    const answer = hook("BeforeAgent", { prompt }, session);
    if (answer === "") return "";
    expect(JSON.parse(answer)).toEqual({
      hookSpecificOutput: { hookEventName: "BeforeAgent", additionalContext: expect.any(String) },
    });
    return JSON.parse(answer).hookSpecificOutput.additionalContext;
  };
  const write = (from: number, to: number) =>
    appendFileSync(
      transcript_path,
      record
        .slice(from, to)
        .map((row) => `${row}\n`)
        .join(""),
    );
  return { stage, hook, told, write };
}

describe("a session of Gemini CLI", () => {
  test("is told at its first prompt what others are told at their start, and once", () => {
    const { hook, told } = open();
    expect(hook("SessionStart", { source: "startup" })).toBe("");
    expect(told("Move the harbour to the new table")).toMatch(/^Tidemark · first/);
    hook("AfterAgent", { prompt_response: "Moved, but the pier is missing." });
    expect(told("And now?")).toBe("");
    expect(hook("SessionEnd", { reason: "exit" })).toBe("");

    expect(hook("SessionStart", { source: "startup" }, "next")).toBe("");
    expect(told("Where were we?", "next")).toMatch(/^Tidemark · [\s\S]*Move the harbour/);
    expect(told("ok", "next")).toBe("");
  });

  test("is told anew after it was resumed, and after its context was compressed", () => {
    const { hook, told, write } = open();
    const compressed = record.findIndex((row) => row.includes("<state_snapshot>"));
    const over = record.findIndex((row) => row.includes('"content":"Compressed and done."')) + 1;
    hook("SessionStart", { source: "startup" });
    told("Move the harbour");
    hook("AfterAgent", { prompt_response: "Moved." });
    hook("SessionEnd", { reason: "exit" });

    hook("SessionStart", { source: "resume" });
    write(0, compressed);
    expect(told("Go on with it")).toMatch(/^Tidemark · [^\n]*resumed/);
    write(compressed, over);
    hook("AfterAgent", { prompt_response: "Compressed and done." });
    expect(told("go on")).toMatch(/^Tidemark · [^\n]*compacted/);
    expect(told("go on")).toBe("");
  });

  test("is stored under its name, with the words it said on the way", () => {
    const { stage, hook, told, write } = open();
    hook("SessionStart", { source: "startup" });
    told("Go on with it");
    write(0, record.length);
    hook("AfterAgent", { prompt_response: "It is done." });
    const events: { type: string; agent: string; data: { text?: string } }[] = stage
      .cli(["history", "--all", "--json"])
      .stdout.trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(new Set(events.map(({ agent }) => agent))).toEqual(new Set(["gemini"]));
    expect(events.flatMap(({ type, data }) => (type === "message.said" ? [data.text] : []))).toEqual([
      "went on",
    ]);
  });
});
