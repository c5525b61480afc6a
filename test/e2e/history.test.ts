import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { STORY, tellStory } from "./session-story.js";
import { Stage } from "./stage.js";

const OTHER = "bbbb2222-0000-4000-8000-000000000002";

let stage: Stage;
beforeAll(() => {
  stage = new Stage();
  tellStory(stage);
  stage.cli(["tag", "aaaa", "release"]);
  const other = join(stage.root, "elsewhere");
  mkdirSync(other);
  stage.hook("SessionStart", OTHER, { source: "startup", cwd: other });
  stage.hook("UserPromptSubmit", OTHER, { prompt: "Water the plants", cwd: other });
});

function ids(...args: string[]): string[] {
  return stage.json(["sessions", ...args]).map(({ session }: { session: string }) => session);
}

function history(...args: string[]): { type: string; data: Record<string, unknown> }[] {
  const { stdout } = stage.cli(["history", ...args, "--json"]);
  return stdout
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe("the whole state", () => {
  test("says what the session wants, is doing and has done", () => {
    const state = stage.json(["state", "--session", "aaaa"]);
    expect(state).toMatchObject({ session: STORY, status: "crashed", tools: 7, prompts: 1 });
    expect(state.whole).toMatchObject({
      session: STORY,
      agent: "claude",
      status: "crashed",
      project: { name: "photo-box", path: stage.project, isHere: true },
      branch: "feat/retry",
      tags: ["release"],
      context: { phase: "testing", progress: 0.5, plan: [{ status: "done" }, { text: "Describe it" }] },
      agents: {
        active: [],
        states: [
          { id: "main", type: "claude", state: "crashed" },
          { id: "sub-1", type: "Explore", state: "finished", message: "Two callers." },
        ],
      },
      memory: { queries: [{ query: "retry jitter" }] },
      files: { created: ["src/retry.ts"], modified: ["src/upload.ts"], deleted: ["src/old.ts"] },
      errors: { count: 1, log: [{ tool: "Bash", target: "npm test -- retry", exit: 1 }] },
    });
    expect(state.whole.context.intent).toContain("retry with jitter");
    expect(state.whole.tools.pending).toMatchObject([{ tool: "Bash", target: "npm run migrate" }]);
    expect(state.whole.tools.history).toHaveLength(7);
    expect(state.whole.tools.history[1]).toMatchObject({
      tool: "Write",
      target: "src/retry.ts",
      ok: true,
      ms: 12,
    });
    expect(state.whole.decisions).toMatchObject({
      tree: [{ isCurrent: true, by: "user" }],
      branch: "feat/retry",
    });
  });

  test("has the same in session --json, beside what was there", () => {
    const { whole, turns, status, files } = stage.json(["session", "aaaa"]);
    expect(whole).toEqual(stage.json(["state", "--session", "aaaa"]).whole);
    expect(turns).toHaveLength(2);
    expect(status).toBe("crashed");
    expect(files.map(({ path }: { path: string }) => path)).toContain("src/upload.ts");
  });

  test("is told in words, too", () => {
    const { stdout } = stage.cli(["state", "--session", "aaaa"]);
    for (const text of [
      "phase     testing",
      "progress  1 of 2 done",
      "created   src/retry.ts",
      "deleted   src/old.ts",
    ])
      expect(stdout).toContain(text);
  });
});

describe("session", () => {
  test.each([
    ["--tools", "Tool calls (7)", "Write src/retry.ts  12 ms"],
    ["--tools", "not finished", "npm run migrate"],
    ["--files", "+ src/retry.ts", "- src/old.ts"],
    ["--errors", "Errors (1)", "AssertionError: expected 3 to be 4"],
    ["--decisions", "Decisions", "three tries"],
    ["--checkpoints", "Checkpoints (", ""],
  ])("%s", (option, ...texts) => {
    const { stdout } = stage.cli(["session", "aaaa", option]);
    for (const text of texts) expect(stdout).toContain(text);
    expect(stage.cli(["session", "aaaa"]).stdout).not.toContain(texts[0]);
  });

  test("of another project says so", () => {
    for (const args of [
      ["session", "bbbb"],
      ["state", "--session", "bbbb"],
    ])
      expect(stage.cli(args).stdout).toContain("of another project: elsewhere");
    expect(stage.cli(["session", "aaaa"]).stdout).not.toContain("another project");
    expect(stage.json(["session", "bbbb"]).whole.project.isHere).toBe(false);
  });
});

describe("sessions", () => {
  test("are found by what is said of them", () => {
    expect(ids()).toEqual([STORY]);
    expect(ids("--all").sort()).toEqual([STORY, OTHER]);
    expect(ids("--tag", "release")).toEqual([STORY]);
    expect(ids("--tag", "rel")).toEqual([]);
    expect(ids("--branch", "feat/retry", "--status", "crashed", "--agent", "claude")).toEqual([STORY]);
    expect(ids("--branch", "main")).toEqual([]);
    expect(stage.cli(["sessions"]).stdout).toContain("#release");
    expect(stage.cli(["sessions", "--status", "lost"]).status).toBe(2);
  });
});

describe("history", () => {
  test("is found by tool, file, time and kind", () => {
    expect(history("--tool", "write").map(({ type }) => type)).toEqual(["tool.finished"]);
    expect(history("--path", "src/old.ts")).toMatchObject([{ data: { command: "git rm src/old.ts" } }]);
    expect(history("--path", "upload.ts", "--tool", "Edit")).toHaveLength(1);
    expect(history("--type", "memory")).toMatchObject([{ data: { query: "retry jitter" } }]);
    expect(history("--until", "1h")).toEqual([]);
    expect(history("--since", "1h", "--until", "today", "--type", "prompt")).toHaveLength(1);
    expect(history("--type", "tool", "--limit", "2")).toHaveLength(2);
  });

  test("tells the session of another project where it is named, and marks it", () => {
    expect(history("--session", "bbbb").map(({ type }) => type)).toContain("prompt.submitted");
    expect(stage.cli(["history", "--session", "bbbb"]).stdout).toContain("(another project)");
    expect(stage.cli(["history"]).stdout).not.toContain("Water the plants");
  });

  test.each([
    [["--since", "soon"], "takes a time"],
    [["--since", "1d", "--until", "2d"], "ends before"],
    [["--limit", "none"], "whole number"],
  ])("says what is wrong with %j", (args, text) => {
    const { status, stderr } = stage.cli(["history", ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(text);
  });
});

describe("what memory was asked", () => {
  test("is a part of the session whose agent asked on the command line, without its secrets", () => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const inside = { CLAUDE_CODE_SESSION_ID: STORY };
    stage.cli(["recall", "jitter", key], inside);
    stage.cli(["recall", "what a person asks"]);
    const queries = stage.json(["state", "--session", "aaaa"]).whole.memory.queries;
    expect(queries).toHaveLength(2);
    expect(queries[1].query).toMatch(/^jitter \[redacted:/);
    expect(stage.cli(["history", "--all", "--json"]).stdout).not.toContain(key);
  });
});
