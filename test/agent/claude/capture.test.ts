import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claude } from "../../../src/agent/claude/agent.js";
import { claudeSetup } from "../../../src/agent/claude/setup.js";
import { CAP } from "../../../src/capture/bound.js";
import { checkDraft } from "../../../src/event/registry.js";
import { capturedBy, recordedPayloads } from "../captured.js";

const payloads = recordedPayloads("claude");
const cwd = "/home/ada/photo-box";

const captured = (payload: unknown) => capturedBy(claude, payload, cwd);

describe("what Claude Code sends", () => {
  test("every hook that is installed has a recorded payload", () => {
    const recorded = new Set(payloads.map((payload) => payload.hook_event_name));
    expect(Object.keys(claudeSetup.limits).filter((hook) => !recorded.has(hook))).toEqual([]);
  });

  test("becomes these events", () => {
    expect(payloads.flatMap(captured)).toEqual([
      { type: "session.started", data: { source: "startup" } },
      { type: "prompt.submitted", data: { text: "please write hello" } },
      {
        type: "tool.started",
        data: { tool: "Write", action: "write", call: "toolu_01", paths: ["hello.txt"] },
      },
      {
        type: "tool.finished",
        data: {
          tool: "Write",
          action: "write",
          call: "toolu_01",
          paths: ["hello.txt"],
          ok: true,
          created: true,
          ms: 17,
          added: 1,
          removed: 0,
          change: "+hello tidemark",
        },
      },
      {
        type: "tool.finished",
        data: {
          tool: "Edit",
          action: "edit",
          call: "toolu_02",
          paths: ["hello.txt"],
          ok: true,
          ms: 9,
          added: 1,
          removed: 1,
          change: "-hello tidemark\n+goodbye tidemark",
        },
      },
      {
        type: "tool.finished",
        data: {
          tool: "Bash",
          action: "shell",
          call: "toolu_03",
          command: "cat hello.txt",
          ok: true,
          ms: 22,
          output: "goodbye tidemark",
        },
      },
      {
        type: "tool.finished",
        data: {
          tool: "Bash",
          action: "shell",
          call: "toolu_04",
          command: "ls /nowhere",
          ok: false,
          ms: 29,
          exit: 2,
          output: "Exit code 2\nls: cannot access '/nowhere': No such file or directory",
        },
      },
      {
        type: "tool.finished",
        data: {
          tool: "TaskCreate",
          action: "plan",
          call: "toolu_05",
          target: "Greet in French too",
          ok: true,
        },
      },
      {
        type: "plan.updated",
        data: { mode: "add", items: [{ key: "1", text: "Greet in French too", status: "open" }] },
      },
      { type: "tool.finished", data: { tool: "TaskUpdate", action: "plan", call: "toolu_06", ok: true } },
      { type: "plan.updated", data: { mode: "change", items: [{ key: "1", status: "doing" }] } },
      { type: "subagent.started", data: { agentId: "a17", agentType: "Explore" } },
      {
        type: "subagent.finished",
        data: { agentId: "a17", agentType: "Explore", message: "Found two greetings." },
      },
      { type: "compaction.started", data: { trigger: "manual", instructions: "keep names" } },
      { type: "session.started", data: { source: "compact", model: "claude-opus-5-5" } },
      { type: "compaction.finished", data: { trigger: "manual", summary: "The greeting was changed." } },
      { type: "turn.ended", data: { message: "All done: wrote hello.txt." } },
      { type: "session.ended", data: { reason: "other" } },
    ]);
  });

  test("asks only where Claude listens", () => {
    const asking = payloads.filter((payload) => claude.hear(payload, {})?.asks !== undefined);
    expect(asking.map((payload) => payload.hook_event_name)).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "SessionStart",
    ]);
  });

  test("under Copilot CLI or Cursor it is not Claude's", () => {
    expect(claude.hear({ ...payloads[0], cursor_version: "2.0.77" }, {})).toBeUndefined();
    expect(claude.hear(payloads[0], { COPILOT_CLI: "1" })).toBeUndefined();
  });

  test("the agent's process is kept with the start", () => {
    expect(claude.hear(payloads[0], { CLAUDE_PID: "4242" })?.signals).toMatchObject([{ pid: 4242 }]);
    const mine = claude.hear(payloads[0], { CLAUDE_PID: String(process.pid) })?.signals;
    if (process.platform === "linux")
      expect(mine).toMatchObject([{ pidSince: expect.stringMatching(/:\d+$/) }]);
    expect(claude.hear(payloads[0], { CLAUDE_PID: "x" })?.signals).toEqual([
      { is: "session-started", source: "startup" },
    ]);
  });

  test("is answered in the form Claude wants", () => {
    expect(JSON.parse(claude.say("SessionStart", "hi"))).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "hi" },
    });
  });

  test("TodoWrite is the whole plan, also when the model sends it as text", () => {
    const todos = [
      { content: "one", status: "completed", activeForm: "One" },
      { content: "two", status: "in_progress", activeForm: "Two" },
    ];
    for (const input of [todos, JSON.stringify(todos)]) {
      const drafts = captured({
        hook_event_name: "PostToolUse",
        tool_name: "TodoWrite",
        tool_input: { todos: input },
      });
      expect(drafts.at(-1)).toEqual({
        type: "plan.updated",
        data: {
          mode: "whole",
          items: [
            { text: "one", status: "done" },
            { text: "two", status: "doing" },
          ],
        },
      });
    }
  });
});

describe("whatever arrives", () => {
  const anything = fc.record(
    Object.fromEntries(
      [
        "session_id",
        "cwd",
        "source",
        "prompt",
        "tool_name",
        "tool_input",
        "tool_response",
        "tool_use_id",
        "error",
        "is_interrupt",
        "duration_ms",
        "last_assistant_message",
        "agent_type",
        "compact_summary",
        "transcript_path",
      ].map((field) => [field, fc.oneof(fc.string({ unit: "binary" }), fc.anything())]),
    ),
    { requiredKeys: [] },
  );

  test("gives events that fit the vocabulary, or none", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(claudeSetup.limits), "Nope"), anything, (hook, fields) => {
        for (const draft of captured({ hook_event_name: hook, ...fields }))
          expect(checkDraft(draft)).toEqual(draft);
      }),
      { numRuns: 500 },
    );
  });

  test("stays bounded", () => {
    const long = "word ".repeat(1_000_000);
    const drafts = [
      { hook_event_name: "UserPromptSubmit", prompt: long },
      {
        hook_event_name: "PostToolUse",
        tool_name: "Bash",
        tool_input: { command: long },
        tool_response: { stdout: long },
      },
      { hook_event_name: "PostToolUseFailure", tool_name: "Bash", tool_input: { command: "x" }, error: long },
      {
        hook_event_name: "PostToolUse",
        tool_name: "Write",
        tool_input: { file_path: long, content: `${long}\n${long}` },
      },
      { hook_event_name: "PostCompact", compact_summary: long },
      { hook_event_name: "Stop", last_assistant_message: long },
    ].flatMap(captured);
    for (const draft of drafts) expect(JSON.stringify(draft).length).toBeLessThan(CAP.summary + 1_000);
    expect(drafts[0]).toMatchObject({ data: { cut: long.length - CAP.prompt } });
  });

  test("secrets are gone before anything is kept, also where a cut goes through them", () => {
    const key = `AKIA${"Q7".repeat(8)}`;
    for (let before = CAP.outputOk - 30; before < CAP.outputOk + 30; before++) {
      const stdout = `${key}\n${"x".repeat(before)}\nexport AWS_ACCESS_KEY_ID=${key} ${"y ".repeat(before / 2)}`;
      const [draft] = captured({
        hook_event_name: "PostToolUse",
        tool_name: "Bash",
        tool_input: { command: `aws ${key}` },
        tool_response: { stdout },
      });
      expect(JSON.stringify(draft)).not.toContain(key.slice(4, 12));
    }
  });

  test("no line of a private key survives the cut of a long output", () => {
    const body = Array.from(
      { length: 26 },
      (_, i) => `${"MIIEpAIBAAKCAQEA".repeat(3)}${i}ABCDEFGHabcdef`,
    ).join("\n");
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`;
    const [draft] = captured({
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: "cat key" },
      tool_response: { stdout: `${"line\n".repeat(900)}${pem}` },
    });
    expect(JSON.stringify(draft)).not.toContain("MIIEpAIBAAKCAQEA");
  });
});
