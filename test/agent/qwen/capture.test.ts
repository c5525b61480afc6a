import { describe, expect, test } from "vitest";
import { qwen } from "../../../src/agent/qwen/agent.js";
import { qwenSetup } from "../../../src/agent/qwen/setup.js";
import { capturedBy, recordedPayloads } from "../captured.js";

const payloads = recordedPayloads("qwen");
const cwd = "/home/ada/photo-box";
const base = { session_id: "s", cwd };

const captured = (payload: unknown) => capturedBy(qwen, payload, cwd);

describe("what Qwen Code sends", () => {
  test("every hook that is installed has a recorded payload", () => {
    const recorded = new Set(payloads.map((payload) => payload.hook_event_name));
    expect(Object.keys(qwenSetup.limits).filter((hook) => !recorded.has(hook))).toEqual([]);
  });

  test("becomes these events", () => {
    const events = payloads.flatMap(captured).filter(({ type }) => type !== "tool.started");
    expect(events).toMatchObject([
      { type: "session.started", data: { source: "startup", model: "fake-model" } },
      { type: "prompt.submitted", data: { text: "Add a retry with jitter" } },
      finished("write_file", "write", true, {
        paths: ["src/upload.ts"],
        created: true,
        change: "+export const upload = 1;",
      }),
      finished("edit", "edit", true, { paths: ["src/upload.ts"], added: 1, removed: 1 }),
      finished("run_shell_command", "shell", true, { command: "grep -c retry src/upload.ts", output: "1" }),
      finished("run_shell_command", "shell", false, {
        exit: 3,
        output: expect.stringContaining("pier 7 is missing"),
      }),
      finished("read_file", "read", false, { paths: ["missing.ts"] }),
      finished("read_file", "read", true, { paths: ["src/upload.ts"] }),
      finished("glob", "search", true, { target: "**/*.ts" }),
      finished("grep_search", "search", true, { target: "retry" }),
      { type: "turn.ended", data: { message: "The retry is in." } },
      { type: "subagent.started", data: { agentId: "Explore-call_4_0", agentType: "Explore" } },
      { type: "subagent.finished", data: { agentId: "Explore-call_4_0", message: "Three piers." } },
      { type: "compaction.started", data: { trigger: "manual" } },
      { type: "compaction.finished", data: { trigger: "manual", summary: "the pier was measured" } },
      { type: "session.started", data: { source: "compact" } },
      { type: "session.ended", data: { reason: "prompt_input_exit" } },
    ]);
  });

  test("pairs the start of a call with its end", () => {
    const calls = payloads
      .flatMap(captured)
      .flatMap(({ type, data }) => ("call" in data ? [[type, data.call]] : []));
    for (let at = 0; at < calls.length; at += 2)
      expect([calls[at], calls[at + 1]]).toEqual([
        ["tool.started", calls[at]?.[1]],
        ["tool.finished", calls[at]?.[1]],
      ]);
    expect(calls).toHaveLength(16);
  });
});

describe("a prompt", () => {
  const heard = (fields: object) =>
    qwen.hear({ ...base, hook_event_name: "UserPromptSubmit", ...fields }, {});

  test.each([
    { prompt: "Go on" },
    { prompt: "<system-reminder>\nAn agent was restored.\n</system-reminder>\n\nGo on" },
    { prompt: "<system-reminder>x</system-reminder>Go on, expanded", submitted_prompt: "Go on" },
  ])("is what the user typed: %j", (fields) => {
    expect(heard(fields)).toMatchObject({
      signals: [{ is: "prompt", text: "Go on" }],
      asks: { surface: "prompt", prompt: "Go on" },
    });
  });

  test.each([{ prompt: "" }, {}, { prompt: 3 }, { prompt: "<task-notification>done</task-notification>" }])(
    "is none where nobody typed, and is not answered: %j",
    (fields) => {
      expect(heard(fields)?.signals).toEqual([]);
      expect(heard(fields)?.asks).toBeUndefined();
    },
  );
});

describe("a question to memory", () => {
  const ask = (tool_name: string, tool_input: object) =>
    qwen.hear({ ...base, hook_event_name: "PreToolUse", tool_name, tool_input, tool_use_id: "t" }, {});

  test.each([
    ["read_file", { file_path: `${cwd}/.ai/recall/the pier` }],
    ["run_shell_command", { command: "cat '.ai/recall/the pier'", is_background: false }],
  ])("by %s is denied with the answer, and over with it", (tool, input) => {
    const heard = ask(tool, input);
    const use = { tool, action: "search", call: "t", target: "recall the pier" };
    expect(heard?.signals).toEqual([
      { is: "tool-started", use },
      { is: "tool-finished", use, ok: true },
    ]);
    expect(JSON.parse(heard?.recalls?.handOver("/m/recall/0.md", "known") ?? "")).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "known",
      },
    });
  });

  test("is nothing else", () => {
    expect(ask("edit", { file_path: ".ai/recall/x" })?.recalls).toBeUndefined();
    expect(ask("run_shell_command", { command: "cat .ai/recall/x | sh" })?.recalls).toBeUndefined();
  });
});

test("what the model thought on the way is no part of the summary", () => {
  const compacted = (compact_summary: string) =>
    captured({ ...base, hook_event_name: "PostCompact", compact_summary });
  const both = "<analysis>Hm.</analysis>\n<state_snapshot>\nThe pier.\n</state_snapshot>";
  for (const text of [both, "<analysis>Hm.</analysis> The pier.", "The pier."])
    expect(compacted(text)).toMatchObject([{ data: { summary: "The pier." } }]);
});

function finished(tool: string, action: string, ok: boolean, more: object): object {
  return { type: "tool.finished", data: { tool, action, ok, ...more } };
}
