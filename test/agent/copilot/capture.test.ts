import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { copilot } from "../../../src/agent/copilot/agent.js";
import { copilotSetup } from "../../../src/agent/copilot/setup.js";
import { eventOf } from "../../../src/agent/copilot/wire.js";
import { boundsWith } from "../../../src/capture/bound.js";
import { capture } from "../../../src/capture/capture.js";
import { projectPath } from "../../../src/capture/place/path.js";
import type { Draft } from "../../../src/event/registry.js";
import { redact } from "../../redact.js";

const fixture = readFileSync(join(import.meta.dirname, "../../fixture/copilot/session.jsonl"), "utf8");
const payloads: { readonly [field: string]: unknown }[] = fixture
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

const SESSION = "3f2a0c1e-0000-4000-8000-000000000001";
const SUBAGENT = "3f2a0c1e-0000-4000-8000-00000000000a";
const bounds = boundsWith(redact);
const cwd = "/home/ada/photo-box";
const ENV = { HOME: "/nowhere" };

function captured(payload: unknown): Draft[] {
  return (copilot.hear(payload, ENV)?.signals ?? [])
    .map((signal) => (signal.is === "session-started" ? { is: signal.is, source: signal.source } : signal))
    .flatMap((signal) => capture(signal, (path) => projectPath(path, cwd, cwd), bounds));
}

const finished = (fields: object) => ({
  type: "tool.finished",
  data: expect.objectContaining(fields),
});

describe("what Copilot CLI sends", () => {
  test("says by its fields which event it is, for every hook that is installed", () => {
    expect(new Set(payloads.map(eventOf))).toEqual(new Set(Object.keys(copilotSetup.limits)));
  });

  test("becomes these events", () => {
    expect(payloads.flatMap(captured).filter(({ type }) => type !== "tool.started")).toEqual([
      { type: "session.started", data: { source: "startup" } },
      { type: "prompt.submitted", data: { text: "Add a retry with jitter" } },
      {
        type: "tool.finished",
        data: {
          tool: "create",
          action: "write",
          paths: ["src/upload.ts"],
          ok: true,
          created: true,
          added: 2,
          removed: 0,
          change: "+export const upload = 1;\n+long",
        },
      },
      finished({ tool: "edit", action: "edit", paths: ["src/upload.ts"], change: "-long\n+short" }),
      {
        type: "tool.finished",
        data: { tool: "view", action: "read", paths: ["src/upload.ts"], ok: true },
      },
      {
        type: "tool.finished",
        data: {
          tool: "bash",
          action: "shell",
          command: "echo harbour; exit 3",
          ok: false,
          exit: 3,
          output: "Exit code: 3\nharbour",
        },
      },
      finished({ command: "echo fine", ok: true, output: "fine" }),
      finished({ tool: "view", ok: false, output: "Path does not exist" }),
      finished({ tool: "grep", action: "search", target: "retry", ok: true }),
      finished({ tool: "glob", action: "search", target: "*.md" }),
      finished({ tool: "update_todo", action: "plan", ok: false }),
      finished({ tool: "sql", action: "plan", ok: true }),
      {
        type: "plan.updated",
        data: { mode: "add", items: [{ key: "a", text: "Write the pier", status: "open" }] },
      },
      { type: "subagent.started", data: { agentId: SUBAGENT, agentType: "explore" } },
      {
        type: "subagent.finished",
        data: { agentId: SUBAGENT, agentType: "explore", message: "Three piers." },
      },
      finished({ tool: "task", action: "agent", target: "Count piers" }),
      { type: "turn.ended", data: { message: "" } },
      { type: "session.ended", data: { reason: "complete" } },
      { type: "compaction.started", data: { trigger: "manual" } },
      finished({ tool: "apply_patch", action: "write", paths: ["pier.md"], created: true, added: 1 }),
      { type: "session.started", data: { source: "resume" } },
    ]);
  });

  test("asks where a person types, and nowhere else", () => {
    const asking = payloads.flatMap((payload) => copilot.hear(payload, ENV)?.asks ?? []);
    expect(asking).toEqual([
      { surface: "prompt", source: "", standsForStart: true, prompt: "Add a retry with jitter" },
    ]);
  });

  test("belongs to the session that called, also where a subagent has one of its own", () => {
    expect(new Set(payloads.map((payload) => copilot.hear(payload, ENV)?.session))).toEqual(
      new Set([SESSION]),
    );
    const call = { sessionId: SUBAGENT, agentId: SUBAGENT, parentAgentId: SESSION, cwd };
    const heard = copilot.hear({ ...call, toolName: "view", toolArgs: { path: "a.ts" } }, ENV);
    expect(heard).toMatchObject({ session: SESSION, signals: [{ use: { agentId: SUBAGENT } }] });
  });

  test("of a virtual file is answered with ours in its place", () => {
    const call = (toolName: string, toolArgs: object) =>
      copilot.hear({ sessionId: SESSION, cwd, toolName, toolArgs }, ENV)?.recalls?.handOver("/d/it's.md", "");
    const view = call("view", { path: `${cwd}/.ai/recall/retry jitter`, view_range: [1, 9], force: 1 });
    expect(JSON.parse(view ?? "")).toEqual({
      permissionDecision: "allow",
      modifiedArgs: { path: "/d/it's.md", view_range: [1, 9] },
    });
    const cat = call("bash", { command: "cat '.ai/recall/retry jitter'", description: "Ask", mode: "async" });
    expect(JSON.parse(cat ?? "")).toEqual({
      permissionDecision: "allow",
      modifiedArgs: { command: "cat '/d/it'\\''s.md'", description: "Ask" },
    });
    expect(call("bash", { command: "cat '.ai/recall/retry' && rm x" })).toBeUndefined();
    expect(call("edit", { path: ".ai/recall/retry" })).toBeUndefined();
  });
});
