import { describe, expect, test } from "vitest";
import { opencode } from "../../../src/agent/opencode/agent.js";
import { pi } from "../../../src/agent/pi/agent.js";
import type { Agent } from "../../../src/agent/port.js";

const hear = (agent: Agent, hook_event_name: string, fields: object) =>
  agent.hear({ hook_event_name, session_id: "one", cwd: "/home/ada/harbour", ...fields }, {});

const finished = (agent: Agent, fields: object) => hear(agent, "PostToolUse", fields)?.signals[0];

describe("what a plugin tells", () => {
  test("names the process of the agent, where that can be one", () => {
    const [signal] = hear(pi, "SessionStart", { source: "resume", pid: process.pid })?.signals ?? [];
    expect(signal).toMatchObject({ is: "session-started", source: "resume", pid: process.pid });
    for (const pid of [undefined, 0, 1, -4, 1.5, "7", {}])
      expect(hear(pi, "SessionStart", { pid })?.signals[0]).not.toHaveProperty("pid");
  });

  test("is answered at a start and at a prompt, and not where the agent has gone on", () => {
    expect(hear(pi, "SessionStart", { source: "compact" })?.asks).toEqual({
      surface: "start",
      source: "compact",
    });
    const asked = { surface: "prompt", source: "", prompt: "Measure it" };
    expect(hear(pi, "UserPromptSubmit", { prompt: "Measure it" })?.asks).toEqual(asked);
    const late = hear(pi, "UserPromptSubmit", { prompt: "Measure it", late: true });
    expect(late?.signals).toEqual([{ is: "prompt", text: "Measure it" }]);
    expect(late?.asks).toBeUndefined();
    expect(hear(pi, "UserPromptSubmit", { prompt: "" })?.asks).toBeUndefined();
  });

  test("has a command that failed in the words of each agent", () => {
    const bash = { tool_name: "bash", tool_input: { command: "npm test" } };
    expect(finished(opencode, { ...bash, tool_output: "1 failed", tool_details: { exit: 2 } })).toMatchObject(
      {
        ok: false,
        output: "Exit code 2\n1 failed",
      },
    );
    expect(finished(opencode, { ...bash, tool_output: "ok", tool_details: { exit: 0 } })).toMatchObject({
      ok: true,
    });
    const output = "1 failed\n\n\nCommand exited with code 2";
    expect(finished(pi, { ...bash, failed: true, tool_output: output })).toMatchObject({
      ok: false,
      output: `Exit code 2\n${output}`,
    });
    // What a command printed is no word of pi's.
    expect(finished(pi, { ...bash, failed: false, tool_output: output })).toMatchObject({ ok: true, output });
  });

  test("has a call that was broken off", () => {
    const bash = { tool_name: "bash", tool_input: { command: "sleep 9" }, failed: true };
    expect(finished(opencode, { ...bash, tool_output: "Tool execution aborted" })).toMatchObject({
      ok: false,
      interrupted: true,
    });
    expect(finished(pi, { ...bash, tool_output: "half\n\nCommand aborted" })).toMatchObject({
      interrupted: true,
    });
    expect(finished(pi, { ...bash, tool_output: "no such file" })).not.toHaveProperty("interrupted");
  });

  test("has every way in which OpenCode edits a file", () => {
    const use = (tool_name: string, tool_input: object) => {
      const signal = finished(opencode, { tool_name, tool_input });
      return signal?.is === "tool-finished" ? signal.use : undefined;
    };
    const edits = [
      { oldString: "a", newString: "b" },
      { oldString: "c", newString: "d" },
    ];
    expect(use("multiedit", { filePath: "pier.md", edits })).toMatchObject({
      action: "edit",
      paths: ["pier.md"],
      change: { before: "a\nc", after: "b\nd" },
    });
    const patchText = "*** Begin Patch\n*** Add File: quay.md\n+# Quay\n*** End Patch";
    expect(use("apply_patch", { patchText })).toMatchObject({
      action: "write",
      paths: ["quay.md"],
      created: true,
    });
    expect(use("apply_patch", {})).toMatchObject({ action: "edit" });
    expect(use("github_create_issue", { name: "x" })).toMatchObject({ action: "other", target: "x" });
  });
});
