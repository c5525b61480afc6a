import { describe, expect, test } from "vitest";
import { gemini } from "../../../src/agent/gemini/agent.js";
import { geminiSetup } from "../../../src/agent/gemini/setup.js";
import { capturedBy, recordedPayloads } from "../captured.js";

const payloads = recordedPayloads("gemini");
const cwd = "/home/ada/photo-box";
const base = { session_id: "s", cwd };

const captured = (payload: unknown) => capturedBy(gemini, payload, cwd);

describe("what Gemini CLI sends", () => {
  test("every hook that is installed has a recorded payload", () => {
    const recorded = new Set(payloads.map((payload) => payload.hook_event_name));
    expect(Object.keys(geminiSetup.limits).filter((hook) => !recorded.has(hook))).toEqual([]);
  });

  test("becomes these events", () => {
    const [started, ...rest] = payloads.flatMap(captured);
    expect(started).toMatchObject({ type: "session.started", data: { source: "startup" } });
    const ends = rest.filter(({ type }) => type !== "tool.started");
    expect(rest.length - ends.length).toBe(10);
    expect(ends).toEqual([
      { type: "prompt.submitted", data: { text: "Add a retry with jitter" } },
      finished("write_file", "write", true, {
        paths: ["src/upload.ts"],
        created: true,
        added: 1,
        removed: 0,
        change: "+export const upload = 1;",
      }),
      finished("replace", "edit", true, {
        paths: ["src/upload.ts"],
        added: 1,
        removed: 1,
        change: "-export const upload = 1;\n+export const upload = retry(3);",
      }),
      finished("run_shell_command", "shell", true, { command: "grep -c retry src/upload.ts", output: "1" }),
      finished("run_shell_command", "shell", false, {
        command: "sh -c 'echo pier 7 is missing >&2; exit 3'",
        exit: 3,
        output: expect.stringContaining("pier 7 is missing"),
      }),
      finished("read_file", "read", false, {
        paths: ["missing.ts"],
        output: "File not found: /home/ada/photo-box/missing.ts",
      }),
      finished("read_file", "read", true, { paths: ["src/upload.ts"] }),
      finished("glob", "search", true, { target: "**/*.ts" }),
      finished("grep_search", "search", true, { target: "retry" }),
      finished("list_directory", "search", true, { paths: ["src"] }),
      finished("write_todos", "plan", true, {}),
      {
        type: "plan.updated",
        data: {
          mode: "whole",
          items: [
            { text: "Write the retry", status: "done" },
            { text: "Describe it", status: "open" },
            { text: "x", status: "open" },
          ],
        },
      },
      { type: "turn.ended", data: { message: "The retry is in." } },
      { type: "session.ended", data: { reason: "exit" } },
    ]);
  });
});

describe("a prompt", () => {
  const heard = (prompt: unknown) => gemini.hear({ ...base, hook_event_name: "BeforeAgent", prompt }, {});

  test.each([
    ["Go on", "Go on"],
    ["<hook_context>Other · news</hook_context>\n\nGo on", "Go on"],
    ["Read @a.md\n--- Content from referenced files ---\nContent from @a.md:\nlong\n--- End", "Read @a.md"],
  ])("is what the user typed: %j", (prompt, typed) => {
    expect(heard(prompt)).toMatchObject({
      signals: [{ is: "prompt", text: typed }],
      asks: { surface: "prompt", standsForStart: true, prompt: typed },
    });
  });

  test.each(["", "<hook_context>only this</hook_context>", 3, undefined])("is none: %j", (prompt) => {
    expect(heard(prompt)).toMatchObject({ signals: [] });
    expect(heard(prompt)?.asks).toBeUndefined();
  });
});

test("nothing is said where a session starts: it would cost a resumed session its first prompt", () => {
  const start = { ...base, hook_event_name: "SessionStart", source: "resume" };
  expect(gemini.hear(start, {})?.asks).toBeUndefined();
});

describe("a question to memory", () => {
  const ask = (tool_name: string, tool_input: object) =>
    gemini.hear({ ...base, hook_event_name: "BeforeTool", tool_name, tool_input }, {});

  test("by cat is led to the answer", () => {
    const heard = ask("run_shell_command", { command: "cat '.ai/recall/the pier'", is_background: false });
    expect(heard?.signals.map(({ is }) => is)).toEqual(["tool-started"]);
    expect(JSON.parse(heard?.recalls?.handOver("/m/it's/recall/0.md", "known") ?? "")).toEqual({
      hookSpecificOutput: {
        hookEventName: "BeforeTool",
        tool_input: { command: "cat '/m/it'\\''s/recall/0.md'" },
      },
    });
  });

  test("by its own tool is denied with the answer, and over with it", () => {
    const heard = ask("read_file", { file_path: `${cwd}/.ai/recall/the pier` });
    expect(heard?.signals.map(({ is }) => is)).toEqual(["tool-started", "tool-finished"]);
    expect(JSON.parse(heard?.recalls?.handOver("/m/recall/0.md", "known") ?? "")).toEqual({
      decision: "deny",
      reason: "known",
    });
  });

  test("is nothing else", () => {
    expect(ask("read_file", { file_path: "src/a.ts" })?.recalls).toBeUndefined();
    expect(ask("write_file", { file_path: ".ai/recall/x", content: "" })?.recalls).toBeUndefined();
    expect(ask("run_shell_command", { command: "cat .ai/recall/x; rm -rf ." })?.recalls).toBeUndefined();
  });
});

function finished(tool: string, action: string, ok: boolean, more: object): unknown {
  return { type: "tool.finished", data: { tool, action, ok, ...more } };
}
