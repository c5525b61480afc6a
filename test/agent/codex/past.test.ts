import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codexPast } from "../../../src/agent/codex/past.js";
import { FIXTURE, readPast, recordOf, recordsAt, short } from "../told-past.js";

const RECORDED = join(FIXTURE, "codex/past");
const [MAIN, FORK] = ["019cade1-3c4d-7b10-8f2e-6a5b4c3d2e1f", "019cade1-5e6f-7a21-9b3c-1d2e3f4a5b6c"];

let count = 0;
const row = (type: string, payload: object, more: object = {}) => {
  count += 1;
  const timestamp = new Date(Date.UTC(2026, 2, 2) + count * 1_000).toISOString();
  return `${JSON.stringify({ timestamp, type, payload, ...more })}\n`;
};
const meta = (more: object = {}) =>
  row("session_meta", { id: "s-1", cwd: "/home/ada/tide", git: { branch: "main" }, ...more });
const message = (role: string, text: string, more: object = {}) =>
  row("response_item", { type: "message", role, content: [{ type: "input_text", text }], ...more });
const called = (name: string, args: object, call_id = `c-${count}`) =>
  row("response_item", { type: "function_call", name, arguments: JSON.stringify(args), call_id });
const returned = (call_id: string, output: unknown) =>
  row("response_item", { type: "function_call_output", call_id, output });

function told(...rows: string[]): string[] {
  return recordOf(codexPast, "rollout-1.jsonl", rows.join("")).told().map(short);
}

describe("a rollout of Codex", () => {
  test("tells prompts, words, calls with their ends and turns, as recorded", () => {
    const rows = readPast(codexPast, RECORDED);
    expect(rows.filter(({ session }) => session === MAIN).map(short)).toEqual([
      "prompt: please write the parser",
      "said: I will use a streaming parser.",
      "ok: apply_patch (write) src/parser.ts",
      "failed: Bash (shell) ls nowhere-at-all",
      "ok: Bash (shell) cat src/parser.ts",
      "failed: update_plan (plan)",
      "ended: Done: the parser is written.",
      "prompt: thanks, that is all",
      "ended: All right.",
    ]);
    expect(rows.filter(({ session }) => session === FORK).map(short)).toEqual([
      "prompt: now on a fork",
      "ended: All right.",
    ]);
    expect(rows[0]).toMatchObject({ cwd: "/home/ada/tide", at: Date.parse("2026-03-02T14:29:54.908Z") });
    expect(rows[3]?.signals[0]).toMatchObject({
      ok: false,
      output: expect.stringMatching(/^Exit code 2\nls:/),
    });
    expect(new Set(rows.map((one) => one.row)).size).toBe(rows.length);
  });

  test("tells a compaction once, with its summary", () => {
    const text = readFileSync(join(FIXTURE, "codex/rollout.jsonl"), "utf8");
    const rows = told(text).filter((one) => one.includes("compaction") || one.includes("Summary:"));
    expect(rows).toEqual(["compaction-started + compaction-finished: Summary: the tide table is written."]);
  });

  test("is told the same from any place an earlier reading gave", () => {
    for (const record of recordsAt(codexPast, RECORDED)) {
      const all = [...codexPast.read(record, 0, () => undefined)];
      for (const [nth, { from }] of all.entries()) {
        const rest = [...codexPast.read(record, from, () => undefined)];
        expect(rest.map((one) => one.row)).toEqual(
          expect.arrayContaining(all.slice(nth + 1).map((one) => one.row)),
        );
        expect(
          rest.every(({ session, cwd }) => session === all[0]?.session && cwd === "/home/ada/tide"),
        ).toBe(true);
      }
    }
  });

  test("says nothing of what Codex puts before the model in the user's name", () => {
    const kinds = (kind: string) => ({
      internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] },
    });
    const rows = [
      meta(),
      message("developer", "Tidemark · told before", kinds("hooks.additional_context")),
      message("user", "<environment_context>\n<cwd>/x</cwd></environment_context>"),
      message("user", "# AGENTS.md instructions for /x\n\nbe brief"),
      message("user", "<user_instructions>be brief</user_instructions>"),
      message("user", "a world", kinds("world.state")),
      message("user", "mend it", kinds("user.text")),
    ];
    expect(told(...rows)).toEqual(["prompt: mend it"]);
  });

  test("knows the calls of earlier versions", () => {
    const json = (output: string, exit_code: number) => JSON.stringify({ output, metadata: { exit_code } });
    const rows = [
      meta(),
      message("user", "go"),
      called("shell", { command: ["bash", "-lc", "npm test"] }, "a"),
      returned("a", json("1 failed", 1)),
      called("shell", { command: ["git", "status"] }, "b"),
      returned("b", json("clean", 0)),
      called("shell_command", { command: "make" }, "c"),
      returned("c", { content: "made", success: true }),
    ];
    expect(told(...rows)).toEqual([
      "prompt: go",
      "failed: Bash (shell) npm test",
      "ok: Bash (shell) git status",
      "ok: Bash (shell) make",
    ]);
  });

  test("of a subagent is told in the session that started it", () => {
    const source = { subagent: { thread_spawn: { parent_thread_id: "parent" } } };
    const rows = [
      meta({ source }),
      message("user", "look around"),
      called("exec_command", { cmd: "ls" }, "a"),
      returned("a", "Chunk ID: 1\nProcess exited with code 0\nOutput:\nsrc\n"),
      message("assistant", "Seen."),
      row("event_msg", { type: "task_complete", last_agent_message: "Seen." }),
    ];
    const { told: tell } = recordOf(codexPast, "rollout-1.jsonl", rows.join(""));
    expect(tell().map(short)).toEqual(["ok: Bash (shell) ls by s-1", "subagent-finished: subagent, Seen."]);
    expect(tell().every(({ session }) => session === "parent")).toBe(true);
  });

  test("that was stopped has an end, and one that was cut off has its call", () => {
    const stopped = row("event_msg", { type: "turn_aborted", reason: "interrupted" });
    expect(told(meta(), message("user", "go"), stopped)).toEqual(["prompt: go", "ended: "]);
    expect(told(meta(), message("user", "go"), called("exec_command", { cmd: "npm test" }))).toEqual([
      "prompt: go",
      "began: Bash (shell) npm test",
    ]);
  });

  test("never fails, whatever its rows are", () => {
    const odd = [null, 7, "x", [], {}, { id: 7 }, { type: "message", content: 5 }, { type: "function_call" }];
    const types = ["session_meta", "turn_context", "compacted", "event_msg", "response_item", 9];
    const rows = types.flatMap((type) =>
      odd.map((payload) => `${JSON.stringify({ timestamp: "x", type, payload })}\n`),
    );
    expect(told(...rows, "{\n", "null\n", meta(), ...rows)).toEqual([]);
  });
});
