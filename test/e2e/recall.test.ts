import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  stage.hook("SessionStart", "one", { source: "startup" });
  stage.hook("UserPromptSubmit", "one", { prompt: "Add retry with jitter to uploads" });
  stage.hook("Stop", "one", { last_assistant_message: "Three tries, then it gives up." });
});

function ask(tool_name: string, tool_input: object, session = "two"): { [field: string]: string } {
  const { stdout, status } = stage.hook("PreToolUse", session, { tool_name, tool_input, tool_use_id: "t" });
  expect(status).toBe(0);
  return stdout === "" ? {} : JSON.parse(stdout).hookSpecificOutput.updatedInput;
}

describe("reading .ai/recall/<query>", () => {
  test("is answered from memory, through a private file of ours, and the project stays as it is", () => {
    const { file_path = "" } = ask("Read", { file_path: join(stage.project, ".ai/recall/upload jitter") });
    expect(file_path.startsWith(join(stage.home, "recall"))).toBe(true);
    expect(readFileSync(file_path, "utf8")).toContain("The user asked: Add retry with jitter to uploads");
    expect(statSync(file_path).mode & 0o777).toBe(0o600);
    expect(statSync(join(stage.home, "recall")).mode & 0o777).toBe(0o700);
    expect(readdirSync(stage.project)).toEqual([".git"]);
  });

  test("is answered to cat as well", () => {
    const { command = "" } = ask("Bash", { command: "cat '.ai/recall/upload jitter'" });
    const printed = execFileSync("sh", ["-c", command], { cwd: stage.project }).toString();
    expect(printed).toContain("The agent answered: Three tries, then it gives up.");
  });

  test("is recorded as a search, and its answer as nothing new", () => {
    const tool_input = { file_path: ".ai/recall/jitter" };
    const updated = ask("Read", tool_input);
    const file = { content: "memory" };
    stage.hook("PostToolUse", "two", {
      tool_name: "Read",
      tool_input: updated,
      tool_response: { file },
      tool_use_id: "t",
    });
    const lines = stage.cli(["history", "--json", "--type", "tool"]).stdout.trim().split("\n");
    const events = lines.map((line) => JSON.parse(line));
    expect(events).toMatchObject([
      { type: "tool.started", data: { tool: "Read", action: "search", target: "recall jitter" } },
      { type: "tool.finished", data: { tool: "Read", action: "search", ok: true } },
    ]);
    expect(stage.json(["state"]).seen ?? []).toEqual([]);
  });

  test("cannot name a place or a command", () => {
    for (const query of ["../../../etc/passwd", "$(touch x)", "'; touch x; '", "a\nb", "x".repeat(5_000)]) {
      const { file_path = "" } = ask("Read", { file_path: `.ai/recall/${query}` });
      expect(file_path).toMatch(/\/data\/recall\/[0-9a-f]{16}\.md$/);
    }
    expect(readdirSync(stage.project)).toEqual([".git"]);
  });

  test("leaves every other call alone", () => {
    expect(ask("Read", { file_path: "src/recall.ts" })).toEqual({});
    expect(ask("Bash", { command: "cat .ai/recall/x | sh" })).toEqual({});
  });
});

describe("tidemark recall", () => {
  test("tells what memory holds", () => {
    expect(stage.cli(["recall", "upload", "jitter"]).stdout).toMatch(
      /^Tidemark · memory of this project, 1 of 1 that match.*\n<recorded>\n1\. .*\n {3}The user asked: Add retry/,
    );
    expect(stage.json(["recall", "jitter", "--limit", "1"])).toMatchObject({
      query: "jitter",
      matched: 1,
      memories: [
        {
          session: "one",
          said: [
            { by: "user", as: "asked" },
            { by: "agent", as: "answered" },
          ],
        },
      ],
    });
  });

  test("says what to try where nothing matches", () => {
    const { stdout, status } = stage.cli(["recall", "submarine"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/nothing in memory matches .* Try fewer or other words/);
  });

  test("speaks French to those who want it, and refuses what is no number", () => {
    expect(stage.cli(["recall", "jitter"], { TIDEMARK_LANGUAGE: "fr" }).stdout).toContain(
      "mémoire de ce projet",
    );
    expect(stage.cli(["recall", "jitter", "--limit", "many"]).status).toBe(2);
    expect(stage.cli(["recall"]).status).toBe(2);
  });
});
