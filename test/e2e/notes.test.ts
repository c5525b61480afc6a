import { beforeAll, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const LINE =
  "tidemark: dec:valkey-for-the-queue-because-the-licence-is-free next:write-the-runbook done:queue-adapter";
const ASKED = "End a turn that decided, finished or left something";

/** One session whose agent ends its turn with a line of codes. */
function work(stage: Stage, closing: string): void {
  stage.hook("UserPromptSubmit", "s1", { prompt: "Add a queue adapter to the mailer" });
  stage.hook("PostToolUse", "s1", {
    tool_name: "Edit",
    tool_input: { file_path: `${stage.project}/src/mailer.ts`, old_string: "a", new_string: "b" },
  });
  stage.hook("Stop", "s1", { last_assistant_message: `${closing}\n\n${LINE}` });
  stage.hook("SessionEnd", "s1", { reason: "prompt_input_exit" });
}

describe("notes that the agent writes as codes", () => {
  const wanted = new Stage();
  const plain = new Stage();

  beforeAll(() => {
    wanted.hook("SessionStart", "s0", { source: "startup" });
    wanted.cli(["profile", "set", "notes", "on"]);
  });

  test("are asked for in a line outside the fence, if the person wants that", () => {
    const told = wanted.told("SessionStart", "s1", { source: "startup" });
    expect(told).toContain(ASKED);
    expect(plain.told("SessionStart", "s1", { source: "startup" })).not.toContain(ASKED);
    expect(wanted.json(["profile"]).preferences.notes).toEqual({ value: "on", from: "set" });
  });

  test("become statements of the agent, and the line itself is not told", () => {
    for (const stage of [wanted, plain]) {
      work(stage, "The adapter sends mails through the queue");
      const told = stage.told("SessionStart", "s2", { source: "startup" });
      const recorded = told.slice(0, told.indexOf("</recorded>"));
      expect(recorded).toContain("valkey for the queue (the licence is free)");
      expect(recorded).toContain("Next: write the runbook");
      expect(recorded).toContain("The adapter sends mails through the queue");
      expect(recorded).not.toContain("tidemark:");
      expect(told.slice(recorded.length).includes(ASKED)).toBe(stage === wanted);
      expect(stage.cli(["recall", "queue adapter"]).stdout).not.toContain("dec:valkey");
      const codes = stage.cli(["inject", "--style", "codes"]).stdout;
      expect(codes).toContain("\ndec:valkey-for-the-queue-because-the-licence-is-free\n");
    }
  });

  test("are read at the end of a very long message", () => {
    const stage = new Stage();
    work(stage, "The adapter sends mails through the queue. ".repeat(300));
    expect(stage.told("SessionStart", "s2", { source: "startup" })).toContain("Next: write the runbook");
  });
});
