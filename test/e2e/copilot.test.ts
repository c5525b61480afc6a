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
    expect(told({ source: "new" })).toMatch(/^Tidemark · /);
    expect(told({ prompt: "Add a retry with jitter to the upload" })).toBe("");
    call(edit);
    call({ ...edit, toolResult: { resultType: "success", textResultForLlm: "done" } });
    call({ stopReason: "end_turn" });
    for (const turn of ["first", "second"]) {
      call({ trigger: "manual", customInstructions: "" });
      const text = told({ prompt: `Go on with the ${turn} part` });
      expect(text).toMatch(/^Tidemark · context compacted/);
      expect(told({ prompt: "and now" })).toBe("");
    }
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
