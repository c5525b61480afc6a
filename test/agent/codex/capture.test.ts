import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { codex } from "../../../src/agent/codex/agent.js";
import { HOOKS } from "../../../src/agent/codex/hooks.js";
import { boundsWith } from "../../../src/capture/bound.js";
import { capture } from "../../../src/capture/capture.js";
import { projectPath } from "../../../src/capture/place/path.js";
import { checkDraft, type Draft } from "../../../src/event/registry.js";
import { redact } from "../../redact.js";

interface Payload {
  readonly hook_event_name: string;
  readonly transcript_path: string;
  readonly [field: string]: unknown;
}

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../fixture/codex", name), "utf8")
    .trim()
    .split("\n");
const payloads: Payload[] = read("session.jsonl").map((line) => JSON.parse(line));
const rollout = read("rollout.jsonl");

const bounds = boundsWith(redact);
const cwd = "/home/ada/harbour";
const home = mkdtempSync(join(tmpdir(), "tidemark-codex-"));

/** What a payload becomes, with Codex's own record as it stood then. */
function captured(payload: Payload, record: readonly string[] = rollout): Draft[] {
  const path = payload.transcript_path.replace("/home/ada/.codex", home);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${record.join("\n")}\n`);
  const heard = codex.hear({ ...payload, transcript_path: path }, { CODEX_HOME: home });
  const signals = (heard?.signals ?? []).filter(({ is }) => is !== "session-started");
  return signals.flatMap((signal) => capture(signal, (file) => projectPath(file, cwd, cwd), bounds));
}

/** The first turn's record, as it stood when the turn stopped. */
const firstTurn = rollout.slice(
  0,
  rollout.findIndex((line) => line.includes('"type":"task_complete"')),
);

function at(hook: string, call?: string): Payload {
  const found = payloads.find(
    (payload) => payload.hook_event_name === hook && (call === undefined || payload["tool_use_id"] === call),
  );
  if (found === undefined) throw new Error(`no ${hook} ${call} recorded`);
  return found;
}

describe("what Codex sends", () => {
  test("every hook that is installed has a recorded payload", () => {
    const recorded = new Set(payloads.map((payload) => payload.hook_event_name));
    expect(Object.keys(HOOKS).filter((hook) => !recorded.has(hook))).toEqual([]);
  });

  test("becomes events as they have to be", () => {
    const drafts = payloads.flatMap((payload) => captured(payload));
    for (const draft of drafts) expect(() => checkDraft(draft)).not.toThrow();
    expect(new Set(drafts.map(({ type }) => type)).size).toBeGreaterThan(8);
  });

  test("a prompt, and the words of the turn's end", () => {
    expect(captured(at("UserPromptSubmit"))).toEqual([
      { type: "prompt.submitted", data: { text: "Write the tide table" } },
    ]);
    expect(captured(at("Stop"), firstTurn)).toEqual([
      { type: "turn.ended", data: { message: "The tide table is written; next: print it." } },
    ]);
    expect(captured(at("Interrupt"))).toEqual([
      { type: "turn.ended", data: { message: "", interrupted: true } },
    ]);
  });

  test("a command that failed: the hook does not say so, Codex's record does", () => {
    expect(captured(at("PostToolUse", "call_1_1"))).toEqual([
      {
        type: "tool.finished",
        data: {
          tool: "Bash",
          action: "shell",
          call: "call_1_1",
          command: "cat tide.txt",
          ok: false,
          ms: expect.any(Number),
          exit: 1,
          output: expect.stringContaining("No such file"),
        },
      },
    ]);
    // Two at a time: each has its own end.
    const [slow] = captured(at("PostToolUse", "call_7_0"));
    const [quick] = captured(at("PostToolUse", "call_7_1"));
    expect(slow?.data).toMatchObject({ ok: false, exit: 6 });
    expect(quick?.data).toMatchObject({ ok: true, output: "quick" });
  });

  test("a command without a record is taken to have worked", () => {
    expect(captured(at("PostToolUse", "call_1_1"), [])[0]?.data).toMatchObject({ ok: true });
  });

  test("patches", () => {
    expect(captured(at("PostToolUse", "call_3_0"))[0]?.data).toEqual({
      tool: "apply_patch",
      action: "write",
      call: "call_3_0",
      paths: ["tide.txt"],
      ok: true,
      created: true,
      added: 2,
      removed: 0,
      change: "+high 06:12\n+low 12:20",
    });
    expect(captured(at("PostToolUse", "call_4_0"))[0]?.data).toMatchObject({ action: "edit", ok: true });
  });

  test("the plan", () => {
    expect(captured(at("PostToolUse", "call_2_0"))[1]).toEqual({
      type: "plan.updated",
      data: {
        mode: "whole",
        items: [
          { text: "Measure the pier", status: "done" },
          { text: "Write the tide table", status: "doing" },
          { text: "Print it", status: "open" },
        ],
      },
    });
  });

  test("subagents, whose work is their parent's", () => {
    expect(captured(at("PreToolUse", "call_8_0"))).toEqual([
      {
        type: "tool.started",
        data: {
          tool: "collaborationspawn_agent",
          action: "agent",
          call: "call_8_0",
          target: "reader",
        },
      },
    ]);
    const [started] = captured(at("SubagentStart"));
    expect(started).toMatchObject({ type: "subagent.started", data: { agentType: "default" } });
    expect(captured(at("SubagentStop"))).toMatchObject([
      { type: "subagent.finished", data: { message: "The readme speaks of a harbour." } },
    ]);
    const prompt = { ...at("UserPromptSubmit"), agent_id: "01990000" };
    expect(captured(prompt)).toEqual([]);
    expect(codex.hear(prompt, {})?.asks).toBeUndefined();
  });

  test("a compaction, with the summary from the record", () => {
    expect(captured(at("PostCompact"))).toEqual([
      {
        type: "compaction.finished",
        data: { trigger: "auto", summary: "Summary: the tide table is written." },
      },
    ]);
  });
});

describe("calls whose end no hook tells", () => {
  test("a patch that did not fit is ended by the next call", () => {
    const [end, start] = captured(at("PreToolUse", "call_6_0"));
    expect(end).toMatchObject({
      type: "tool.finished",
      data: { tool: "apply_patch", call: "call_5_0", paths: ["absent.txt"], ok: false },
    });
    expect(start).toMatchObject({
      type: "tool.started",
      data: { tool: "apply_patch", action: "write", paths: ["dock/plank.txt"] },
    });
  });

  test("so is one that was given to the shell", () => {
    expect(captured(at("PreToolUse", "call_7_0"))[0]).toEqual({
      type: "tool.finished",
      data: {
        tool: "apply_patch",
        action: "write",
        call: "call_6_0",
        paths: ["dock/plank.txt"],
        ok: true,
        created: true,
        added: 1,
        removed: 0,
        change: "+oak",
      },
    });
  });

  test("the last of a turn is ended by its stop", () => {
    const upTo = firstTurn.findLastIndex((line) => line.includes('"call_id":"call_6_0"'));
    expect(captured(at("Stop"), firstTurn.slice(0, upTo + 1)).map(({ type }) => type)).toEqual([
      "tool.finished",
      "turn.ended",
    ]);
  });

  test("each is ended once, and none that told its own end", () => {
    const ends = payloads
      .filter(({ session_id }) => session_id === payloads[0]?.["session_id"])
      .slice(0, 26)
      .flatMap((payload) => captured(payload, payload.hook_event_name === "Stop" ? firstTurn : rollout))
      .flatMap((draft) => (draft.type === "tool.finished" ? [draft.data.call] : []));
    expect(new Set(ends).size).toBe(ends.length);
    expect(ends).toHaveLength(11);
  });
});

describe("what Codex is told", () => {
  test("has no field more than it knows, and speaks of its shell", () => {
    expect(JSON.parse(codex.say("SessionStart", 'Memory: Read(".ai/recall/<query>")'))).toEqual({
      hookSpecificOutput: {
        hookEventName: "SessionStart",
        additionalContext: 'Memory: cat ".ai/recall/<query>"',
      },
    });
  });

  test("a file of memory is printed in place of the one it named", () => {
    const call = { ...at("PreToolUse", "call_1_1"), tool_input: { command: 'cat ".ai/recall/tide table"' } };
    const heard = codex.hear(call, {});
    expect(heard?.recalls?.query).toBe("tide table");
    expect(JSON.parse(heard?.recalls?.handOver("/data/it's/0123.md", "") ?? "")).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "cat '/data/it'\\''s/0123.md'" },
      },
    });
    expect(heard?.signals.at(-1)).toMatchObject({ use: { action: "search", target: "recall tide table" } });
  });

  test.each(["cat .ai/recall/a; rm b", "cat $HOME/.ai/recall/a", "tac .ai/recall/a", "cat a .ai/recall/b"])(
    "%s is no question to memory",
    (command) => {
      const call = { ...at("PreToolUse", "call_1_1"), tool_input: { command } };
      expect(codex.hear(call, {})?.recalls).toBeUndefined();
    },
  );
});
