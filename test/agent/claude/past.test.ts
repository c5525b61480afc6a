import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claudePast } from "../../../src/agent/claude/past.js";
import { FIXTURE, readPast, recordOf, recordsAt, short } from "../told-past.js";

const RECORDED = join(FIXTURE, "claude/past");
const [FORKED, MAIN] = ["c8a1f2d4-7b3e-4e59-8d60-91b7a5c3e2f0", "5f0c6a3e-1d2b-4c8f-9a7e-2b4d6f8091a3"];

let count = 0;
const row = (type: string, message: object, more: object = {}) => {
  count += 1;
  const timestamp = new Date(Date.UTC(2026, 2, 2) + count * 1_000).toISOString();
  const base = { parentUuid: "p", isSidechain: false, type, message, uuid: `row-${count}`, timestamp };
  return `${JSON.stringify({ ...base, cwd: "/home/ada/tide", sessionId: "one", gitBranch: "main", ...more })}\n`;
};
const asked = (content: unknown, more: object = {}) => row("user", { role: "user", content }, more);
const answered = (content: unknown, stop_reason: string | null = null, more: object = {}) =>
  row("assistant", { role: "assistant", model: "m", id: `msg-${count}`, content, stop_reason }, more);
const said = (text: string, stop: string | null = null) => answered([{ type: "text", text }], stop);
const used = (id: string, name: string, input: object, more: object = {}) =>
  answered([{ type: "tool_use", id, name, input }], "tool_use", more);
const result = (id: string, content: unknown, more: object = {}, part: object = {}) =>
  asked([{ type: "tool_result", tool_use_id: id, content, ...part }], more);

function told(text: string): string[] {
  return recordOf(claudePast, "one.jsonl", text).told().map(short);
}

describe("a transcript of Claude Code", () => {
  test("tells prompts, words, calls with their ends, a compaction and a subagent, as recorded", () => {
    const rows = readPast(claudePast, RECORDED);
    const main = rows.filter(({ session }) => session === MAIN);
    expect(main.map(short)).toEqual([
      "prompt: please write the parser",
      "said: I will use a streaming parser instead of reading whole files.",
      "ok: Write (write) /home/ada/tide/src/parser.ts",
      "ok: Edit (edit) /home/ada/tide/src/parser.ts",
      "failed: Bash (shell) ls nowhere-at-all",
      "failed: TodoWrite (plan)",
      "ok: Bash (shell) cat src/parser.ts",
      "ok: Agent (agent)",
      "ended: Done: the parser is written. Next: write tests.",
      "ended: All right.",
      "prompt: thanks, that is all",
      "ended: All right.",
      "compaction-started",
      "compaction-finished: We wrote the parser and its test.",
      "prompt: and after the compaction?",
      "ended: All right.",
      "subagent-started",
      "ok: Bash (shell) ls by ab01ece479d22dde3",
      "subagent-finished: general-purpose, There are two files here.",
    ]);
    expect(main[0]).toMatchObject({ cwd: "/home/ada/tide", branch: "main" });
    expect(new Date(main[0]?.at ?? 0).toISOString()).toBe("2026-03-02T14:31:04.962Z");
  });

  test("copies rows into a fork under the same keys", () => {
    const rows = readPast(claudePast, RECORDED);
    const main = new Set(rows.filter(({ session }) => session === MAIN).map((one) => one.row));
    const fork = rows.filter(({ session }) => session === FORKED);
    expect(fork.filter((one) => !main.has(one.row)).map(short)).toEqual([
      "prompt: now on a fork",
      "ended: All right.",
    ]);
    expect(fork.length).toBeGreaterThan(2);
  });

  test("is told the same from any place an earlier reading gave", () => {
    for (const record of recordsAt(claudePast, RECORDED)) {
      const all = [...claudePast.read(record, 0, () => undefined)];
      const keys = all.map((one) => one.row);
      for (const [nth, { from }] of all.entries()) {
        const rest = [...claudePast.read(record, from, () => undefined)].map((one) => one.row);
        expect(rest).toEqual(expect.arrayContaining(keys.slice(nth + 1)));
      }
    }
  });

  test("says nothing of what nobody typed", () => {
    const lines = [
      asked("<task-notification>\n<task-id>1</task-id></task-notification>"),
      asked("<local-command-caveat>ran by hand</local-command-caveat>", { isMeta: true }),
      asked("<command-name>/model</command-name>\n<command-args>opus</command-args>"),
      asked("<local-command-stdout>Set model</local-command-stdout>"),
      asked("<bash-input>ls</bash-input>"),
      asked("<bash-stdout>src</bash-stdout><bash-stderr></bash-stderr>"),
      asked("Tidemark · told before", { isMeta: true }),
      asked([{ type: "text", text: "<system-reminder>be brief</system-reminder>" }]),
      row("attachment", {}, { attachment: { type: "hook_additional_context", content: ["Tidemark · x"] } }),
      answered([{ type: "text", text: "API Error" }], null, {
        message: { model: "<synthetic>", content: [] },
      }),
    ];
    expect(told(lines.join(""))).toEqual([]);
  });

  test("says what was typed, without what was put beside it", () => {
    const parts = [
      { type: "text", text: "<ide_opened_file>src/a.ts</ide_opened_file>" },
      { type: "text", text: "mend it<system-reminder>be brief</system-reminder>" },
    ];
    const command =
      "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>42</command-args>";
    expect(told(asked(parts) + said("Mended.") + asked(command) + said("Reviewed."))).toEqual([
      "prompt: mend it",
      "ended: Mended.",
      "prompt: /review 42",
      "ended: Reviewed.",
    ]);
  });

  test("knows a call that was refused or stopped, and a turn that was", () => {
    const lines = [
      asked("go"),
      used("t1", "Bash", { command: "rm -rf build" }),
      result("t1", "The user doesn't want to proceed with this tool use.", {}, { is_error: true }),
      asked([{ type: "text", text: "[Request interrupted by user for tool use]" }]),
    ];
    const { told: tell } = recordOf(claudePast, "one.jsonl", lines.join(""));
    expect(tell().map(short)).toEqual(["prompt: go", "failed: Bash (shell) rm -rf build", "ended: "]);
    expect(tell()[1]?.signals[0]).not.toHaveProperty("interrupted");
    expect(tell()[2]?.signals[0]).toMatchObject({ interrupted: true });
  });

  test("tells a call without an end as one that began, and its end when the record goes on", () => {
    const begun = asked("go") + used("t1", "Bash", { command: "npm test" });
    const { path, told: tell } = recordOf(claudePast, "one.jsonl", begun);
    const rows = tell();
    expect(rows.map(short)).toEqual(["prompt: go", "began: Bash (shell) npm test"]);
    appendFileSync(path, result("t1", "all passed"));
    expect(tell(rows.at(-1)?.from).map(short)).toEqual(["ok: Bash (shell) npm test"]);
  });

  test("leaves the prompts and words of sidechains to their subagent", () => {
    const inside = { isSidechain: true };
    const lines = [
      asked("look around", { ...inside, parentUuid: null }),
      used("t1", "Read", { file_path: "/home/ada/tide/a.ts" }, inside),
      result("t1", "text", inside),
      answered([{ type: "text", text: "Seen." }], "end_turn", inside),
    ];
    expect(told(lines.join(""))).toEqual([
      "subagent-started",
      "ok: Read (read) /home/ada/tide/a.ts by sidechain",
      "subagent-finished: subagent, Seen.",
    ]);
  });

  test("is read on where it was when it grows, half a row included", () => {
    const next = asked("second");
    const { path, told: tell } = recordOf(
      claudePast,
      "one.jsonl",
      asked("first") + said("Done.", "end_turn"),
    );
    const from = tell().at(-1)?.from ?? 0;
    appendFileSync(path, next.slice(0, 40));
    expect(tell(from).map(short)).toEqual([]);
    appendFileSync(path, next.slice(40));
    expect(tell(from).map(short)).toEqual(["prompt: second"]);
  });

  test("is found with its subagents, and other files are not taken for one", () => {
    const { path } = recordOf(claudePast, "projects/a/one.jsonl", asked("x"));
    const root = dirname(dirname(path));
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    };
    write("a/one/subagents/agent-1.jsonl", asked("y", { isSidechain: true }));
    write("a/one/tool-results/hook.txt", "large");
    write("a/notes.jsonl", '{"type":"note"}\n');
    const env = { CLAUDE_CONFIG_DIR: dirname(root) };
    const named = recordsAt(claudePast, root).map((record) => record.path.slice(root.length + 1));
    expect(named).toEqual(["a/one.jsonl", "a/one/subagents/agent-1.jsonl"]);
    expect(claudePast.find(env, () => undefined)).toHaveLength(3);
    expect(claudePast.count(env)).toBe(2);
  });

  test("never fails, whatever its rows are", () => {
    const value = fc.jsonValue();
    const some = fc.record(
      {
        type: fc.constantFrom("user", "assistant", "system"),
        uuid: fc.oneof(fc.string(), value),
        timestamp: fc.constantFrom("2026-03-02T00:00:00Z", "", 7, null),
        sessionId: fc.oneof(fc.string(), value),
        subtype: fc.constantFrom("compact_boundary", 1),
        isSidechain: fc.constantFrom(true, false, null),
        message: fc.oneof(
          value,
          fc.record({ content: fc.oneof(value, fc.array(value)), stop_reason: value }),
        ),
        toolUseResult: value,
        compactMetadata: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(some), (rows) => {
        const text = rows.map((one) => `${JSON.stringify(one)}\n`).join("");
        for (const one of recordOf(claudePast, "x.jsonl", text).told()) expect(one.from).toBeGreaterThan(-1);
      }),
      { numRuns: 60 },
    );
  });
});
