import { beforeAll, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const stage = new Stage();

beforeAll(() => {
  for (const session of ["one", "two"]) {
    stage.hook("SessionStart", session, { source: "startup" });
    stage.hook("UserPromptSubmit", session, { prompt: "Make the upload work" });
    for (let n = 0; n < 3; n++)
      stage.hook("PostToolUseFailure", session, {
        tool_name: "Bash",
        tool_input: { command: "npm test" },
        tool_use_id: `${session}-${n}`,
        error: `Exit code 1\nError: connect ECONNREFUSED 127.0.0.1:${5_000 + n}`,
      });
    stage.hook("Stop", session, { last_assistant_message: "It still fails." });
  }
});

describe("tidemark insights", () => {
  test("says what comes back, where it stalls and what follows, plain where it is piped", () => {
    const { status, stdout } = stage.cli(["insights"]);
    expect(status).toBe(0);
    expect(stdout).toContain("2 sessions with 2 turns and 6 tool calls, 100 % of them failed");
    expect(stdout).toContain("Errors that come back");
    expect(stdout).toContain("ECONNREFUSED");
    expect(stdout).toContain("3 failures in a row: `npm test`");
    expect(stdout).toContain("No fix is known");
    expect(stdout).not.toMatch(/[█▏\u001b]/);
  });

  test("is JSON for programs", () => {
    const found = stage.json(["insights", "--since", "1d"]);
    expect(found).toMatchObject({ sessions: 2, failures: 6, files: [], told: { said: expect.any(Number) } });
    expect(found.errors[0].sessions).toHaveLength(2);
    expect(found.stalls.kinds).toEqual([{ kind: "test", runs: 6, failures: 6, looped: 6 }]);
  });

  test("has help with examples, and refuses a time that is none", () => {
    expect(stage.cli(["insights", "--help"]).stdout).toMatch(/Examples:\n {2}\$ tidemark insights/);
    expect(stage.cli(["insights", "--since", "soon"]).status).toBe(2);
  });

  test("says so where nothing was done yet", () => {
    const { status, stdout } = new Stage().cli(["insights"]);
    expect([status, stdout]).toEqual([0, expect.stringContaining("No session has worked here")]);
  });
});
