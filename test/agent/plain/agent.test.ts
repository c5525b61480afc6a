import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { droid } from "../../../src/agent/droid/agent.js";
import { kimi } from "../../../src/agent/kimi/agent.js";
import { kimiSetup } from "../../../src/agent/kimi/setup.js";
import type { Agent } from "../../../src/agent/port.js";
import { boundsWith } from "../../../src/capture/bound.js";
import { capture } from "../../../src/capture/capture.js";
import { projectPath } from "../../../src/capture/place/path.js";
import { TidemarkError } from "../../../src/error.js";
import type { Draft } from "../../../src/event/registry.js";
import { redact } from "../../redact.js";

const bounds = boundsWith(redact);
const cwd = "/home/ada/photo-box";

/** What a recorded session of an agent becomes. */
function captured(agent: Agent): Draft[] {
  const file = join(import.meta.dirname, `../../fixture/${agent.name}/session.jsonl`);
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .flatMap((line) => agent.hear(JSON.parse(line), {})?.signals ?? [])
    .flatMap((signal) => capture(signal, (path) => projectPath(path, cwd, cwd), bounds))
    .filter(({ type }) => type !== "tool.started");
}

const done = (fields: object) => ({
  type: "tool.finished",
  data: expect.objectContaining({ ok: true, ...fields }),
});
const failed = (fields: object) => ({
  type: "tool.finished",
  data: expect.objectContaining({ ok: false, ...fields }),
});
const started = { type: "session.started", data: expect.objectContaining({ source: "startup" }) };
const plan = {
  type: "plan.updated",
  data: {
    mode: "whole",
    items: [
      { text: "one", status: "done" },
      { text: "two", status: "open" },
    ],
  },
};

describe("a recorded session", () => {
  test("of Kimi Code becomes these events", () => {
    expect(captured(kimi)).toEqual([
      started,
      { type: "prompt.submitted", data: { text: "Add a retry with jitter" } },
      done({ tool: "Write", action: "write", call: "call_1_0", paths: ["upload.ts"], added: 1 }),
      done({ tool: "Edit", action: "edit", added: 1, removed: 1 }),
      done({ tool: "Read", action: "read", paths: ["upload.ts"] }),
      failed({ tool: "Bash", command: "echo harbour; exit 3", exit: 3, output: "Exit code: 3\nharbour" }),
      done({ tool: "Bash", command: "echo fine", output: "fine" }),
      failed({ tool: "Read", output: expect.stringContaining("does not exist") }),
      failed({ tool: "Grep", action: "search", target: "upload" }),
      done({ tool: "TodoList", action: "plan" }),
      plan,
      { type: "turn.ended", data: { message: "" } },
    ]);
  });

  test("of droid becomes these events, the failed command left open as droid leaves it", () => {
    expect(captured(droid)).toEqual([
      started,
      done({ tool: "Create", action: "write", paths: ["upload.ts"], added: 1 }),
      done({ tool: "Edit", action: "edit", added: 1, removed: 1 }),
      done({ tool: "Read", action: "read" }),
      done({ tool: "Execute", action: "shell", command: "echo fine", output: "fine" }),
      done({ tool: "Grep", action: "search" }),
      { type: "turn.ended", data: { message: "" } },
      { type: "session.ended", data: { reason: "other" } },
    ]);
  });
});

test("droid's plan is read from the lines of a text", () => {
  const use = { tool_name: "TodoWrite", tool_input: { todos: "1. [completed] one\n2. [pending] two" } };
  const [signal] = droid.hear({ hook_event_name: "PostToolUse", ...use }, {})?.signals ?? [];
  expect(signal === undefined ? [] : capture(signal, String, bounds)).toContainEqual(plan);
});

test("Kimi Code cannot be led to another file: its call is denied, and over", () => {
  const call = { tool_name: "Bash", tool_input: { command: "cat '.ai/recall/retry'" } };
  const heard = kimi.hear({ hook_event_name: "PreToolUse", session_id: "s", cwd, ...call }, {});
  expect(heard?.recalls?.handOver("/data/x.md", "what is known")).toContain("what is known");
  expect(heard?.signals.map(({ is }) => is)).toEqual(["tool-started", "tool-finished"]);
  const denial = { ...call, error: { code: "internal", message: "what is known" } };
  expect(kimi.hear({ hook_event_name: "PostToolUseFailure", cwd, ...denial }, {})?.signals).toEqual([]);
});

describe("the settings of Kimi Code", () => {
  const [file] = kimiSetup.files({ is: "user", home: "/home/ada" }, {});
  const wiring = { hook: "node '/data/tidemark/program/hook.cjs' kimi", node: "node", folder: "/data" };
  const other = '[[hooks]]\nevent = "Stop"\ncommand = "beep \\"twice\\""\ntimeout = 3\n';

  test.each([other, `${other}\n[models.a]\nname = "b"\n`, `# mine\r\n${other.replaceAll("\n", "\r\n")}`])(
    "keep the hooks of others: %j",
    (text) => {
      const added = file?.add(text, wiring) ?? "";
      expect(file?.hooks(added)).toHaveLength(Object.keys(kimiSetup.limits).length);
      expect(file?.remove(added)).toBe(text);
      const after = `${added}\n[models.c]\nname = "d"\n`;
      expect(file?.add(after, wiring)).toBe(after);
    },
  );

  test("are left alone where hooks stand in a form that takes no more", () => {
    expect(() => file?.add("hooks = []\n", wiring)).toThrow(TidemarkError);
  });
});
