import { appendFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { geminiPast } from "../../../src/agent/gemini/past.js";
import { FIXTURE, readPast, recordOf, recordsAt, short } from "../told-past.js";

const RECORDED = join(FIXTURE, "gemini/past");

let count = 0;
const time = () => new Date(Date.UTC(2026, 2, 2) + count++ * 1_000).toISOString();
const line = (fields: object) => `${JSON.stringify(fields)}\n`;
const head = (more: object = {}) =>
  line({ sessionId: "s-1", projectHash: "h", startTime: time(), kind: "main", ...more });
const asked = (...texts: string[]) =>
  line({ id: `u-${count}`, timestamp: time(), type: "user", content: texts.map((text) => ({ text })) });
const answered = (id: string, content: string, more: object = {}) =>
  line({ id, timestamp: time(), type: "gemini", content, ...more });

function record(...rows: string[]) {
  const made = recordOf(geminiPast, "tide/chats/session-1.jsonl", rows.join(""));
  writeFileSync(join(dirname(dirname(made.path)), ".project_root"), "/home/ada/tide\n");
  return made;
}

describe("a record of Gemini CLI", () => {
  test("tells prompts, words, calls with their ends and turns, as recorded", () => {
    const rows = readPast(geminiPast, RECORDED);
    expect(rows.map(short)).toEqual([
      "prompt: please write the parser",
      "said: I will use a streaming parser.",
      "ok: write_file (write) /home/ada/tide/src/parser.ts",
      "ok: replace (edit) /home/ada/tide/src/parser.ts",
      "failed: run_shell_command (shell) ls nowhere-at-all",
      "ok: read_file (read) /home/ada/tide/src/parser.ts",
      "ended: Done: the parser is written.",
      "prompt: thanks, that is all",
      "ended: All right.",
    ]);
    expect(rows.every(({ cwd }) => cwd === "/home/ada/tide")).toBe(true);
    expect(new Set(rows.map((one) => one.row)).size).toBe(rows.length);
  });

  test("of an earlier version is one object, and is told alike", () => {
    const messages = [asked("go"), answered("g-1", "Done.")].map((row): object => JSON.parse(row));
    const whole = { sessionId: "s-0", projectHash: "h", startTime: time(), lastUpdated: time(), messages };
    const made = recordOf(geminiPast, "tide/chats/session-0.json", JSON.stringify(whole, null, 2));
    const flaw = (bytes = 9) => geminiPast.flaw({ path: made.path, bytes, modifiedAt: 1, bornAt: 1 });
    expect([made.told(), flaw()]).toEqual([[], "the folder it was in is not known"]);
    writeFileSync(join(dirname(dirname(made.path)), ".project_root"), "/home/ada/tide\n");
    expect(made.told().map(short)).toEqual(["prompt: go", "ended: Done."]);
    expect(made.told()).toMatchObject([{ session: "s-0", cwd: "/home/ada/tide", from: 0 }, { from: 0 }]);
    expect(readPast(geminiPast, dirname(made.path))).toHaveLength(2);
    writeFileSync(made.path, '{"sessionId":');
    expect([made.told(), flaw(), flaw(64 << 20), flaw(0)]).toEqual([
      [],
      "no JSON",
      "longer than 32 MB",
      "empty",
    ]);
  });

  test("is told the same from any place an earlier reading gave", () => {
    for (const one of recordsAt(geminiPast, RECORDED)) {
      const all = [...geminiPast.read(one, 0, () => undefined)];
      for (const [nth, { from }] of all.entries()) {
        const rest = [...geminiPast.read(one, from, () => undefined)].map(({ row }) => row);
        expect(rest).toEqual(expect.arrayContaining(all.slice(nth + 1).map(({ row }) => row)));
      }
    }
  });

  test("takes the last form of a message that is written again", () => {
    const call = (status: string) => ({
      toolCalls: [{ id: "t", name: "read_file", args: { file_path: "a.ts" }, status, result: [] }],
    });
    const { path, told } = record(head(), asked("go"), answered("m", "Let me see."));
    appendFileSync(path, answered("m", "Let me see.", call("success")) + answered("n", "Seen."));
    expect(told().map(short)).toEqual([
      "prompt: go",
      "said: Let me see.",
      "ok: read_file (read) a.ts",
      "ended: Seen.",
    ]);
  });

  test("tells what was typed, without what hooks and `@` put beside it", () => {
    const { told } = record(
      head(),
      asked("<hook_context>Tidemark · told</hook_context>\n\nmend it"),
      asked("and this", "<hook_context>Tidemark · told</hook_context>"),
      asked("look at @a.ts\n--- Content from referenced files ---\nexport"),
      asked("<hook_context>Tidemark · told</hook_context>"),
    );
    expect(told().map(short)).toEqual(["prompt: mend it", "prompt: and this", "prompt: look at @a.ts"]);
  });

  test("tells a compression once, though all messages are set again and again", () => {
    const summary = {
      id: "sum",
      timestamp: time(),
      type: "user",
      content: [{ text: "<state_snapshot>\nwe wrote it\n</state_snapshot>" }],
    };
    const set = line({ $set: { messages: [summary], lastUpdated: time() } });
    const { told } = record(head(), asked("go"), set, set);
    expect(new Set(told().map(({ row }) => row)).size).toBe(2);
    expect(told().map(short)).toContain("compaction-finished: we wrote it");
  });

  test("finds its folder in its first words where no file names it", () => {
    const context = "- **Workspace Directories:**\n  - /home/ada/tide\n- **Directory";
    const first = line({ $set: { messages: [{ id: "c", type: "user", content: [{ text: context }] }] } });
    const { told } = recordOf(geminiPast, "x/chats/session-1.jsonl", head() + first + asked("go"));
    expect(told()[0]?.cwd).toBe("/home/ada/tide");
  });

  test("of a subagent, a stopped call and odd rows do no harm", () => {
    expect(record(head({ kind: "subagent" }), asked("go")).told()).toEqual([]);
    const cancelled = {
      toolCalls: [{ id: "t", name: "run_shell_command", args: { command: "make" }, status: "cancelled" }],
    };
    const odd = [null, [], { id: 7, type: "user" }, { id: "x", type: "gemini", toolCalls: 7, content: {} }];
    const { told } = record(
      head(),
      answered("m", "", cancelled),
      ...odd.map((one) => `${JSON.stringify(one)}\n`),
      "{",
    );
    expect(told().map(short)).toEqual(["failed: run_shell_command (shell) make"]);
    expect(told()[0]?.signals[0]).toMatchObject({ interrupted: true });
  });
});
