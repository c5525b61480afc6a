import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

describe("a session of Copilot CLI", () => {
  const stage = new Stage();
  const call = (fields: object, env: Record<string, string> = {}, session = "one") =>
    stage.run(
      "hook.cjs",
      ["copilot"],
      JSON.stringify({ sessionId: session, cwd: stage.project, ...fields }),
      { COPILOT_CLI: "1", ...env },
    ).stdout;
  const told = (fields: object) => {
    const answer = call(fields);
    return answer === "" ? "" : JSON.parse(answer).additionalContext;
  };
  const edit = { toolName: "edit", toolArgs: { path: "src/upload.ts", old_str: "1", new_str: "retry(3)" } };

  test("is told anew after a compaction that was only announced, once each", () => {
    expect(told({ source: "new" })).toBe("");
    expect(told({ prompt: "Add a retry with jitter to the upload" })).toMatch(/^Tidemark · first/);
    call(edit);
    call({ ...edit, toolResult: { resultType: "success", textResultForLlm: "done" } });
    call({ stopReason: "end_turn" });
    for (const turn of ["first", "second"]) {
      call({ trigger: "manual", customInstructions: "" });
      const text = told({ prompt: `Go on with the ${turn} part` });
      expect(text).toMatch(/^Tidemark · context compacted/);
      expect(told({ prompt: "and now" })).toBe("");
    }
    // Gone on with, it is told where it stood; its start says nothing.
    expect(told({ source: "resume" })).toBe("");
    expect(told({ prompt: "Go on" })).toMatch(/^Tidemark · .*resumed/);
  });

  test.runIf(process.platform === "linux")("has its start known before its first prompt", () => {
    const started = join(stage.root, "started");
    // In place of the start's hook, which Copilot CLI calls a little earlier and does not wait for.
    spawn("sh", ["-c", `sleep 0.5; touch '${started}' # hook.cjs copilot`], { stdio: "ignore" });
    call({ prompt: "Go on" });
    expect(existsSync(started)).toBe(true);
  });

  test("is recorded once, also where Claude's hooks run beside Copilot's own", () => {
    const before = stage.cli(["history", "--all", "--json"]).stdout;
    const payload = {
      hook_event_name: "UserPromptSubmit",
      session_id: "one",
      cwd: stage.project,
      prompt: "Again",
    };
    const { stdout } = stage.run("hook.cjs", ["claude"], JSON.stringify(payload), { COPILOT_CLI: "1" });
    expect(stdout).toBe("");
    expect(stage.cli(["history", "--all", "--json"]).stdout).toBe(before);
    expect(before).not.toContain('"agent":"claude"');
  });
});
