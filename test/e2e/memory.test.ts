import { beforeEach, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** The command that a result offers, as words. */
function offered(stdout: string, before: string): string[] {
  const line = stdout.split("\n").find((text) => text.startsWith(`${before}: tidemark `)) ?? "";
  const words = line.slice(`${before}: tidemark `.length);
  return [...words.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll("'\\''", "'") ?? bare ?? "",
  );
}

const texts = (list: readonly { text: string }[]) => list.map(({ text }) => text);
const add = (...args: string[]) => stage.cli(["memory", "add", ...args]);

test("help has examples, also for agents", () => {
  const { status, stdout } = stage.cli(["memory", "--help"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/Examples:\n {2}\$ tidemark memory/);
  expect(stdout).toContain("memory add --by agent");
});

describe("what was stated", () => {
  test("is shown by kind, with its id, who said it and when", () => {
    expect(stage.cli(["memory"]).stdout).toContain("Nothing is remembered here yet.");
    add("staging is reset every night");
    add("--kind", "command", "npm run e2e needs Xvfb");
    add("--kind", "decision", "use pnpm", "--because", "workspaces", "--rejected", "npm");
    stage.cli(["remember", "convention", "tests never use mocks"]);
    stage.cli(["profile", "add-rule", "answer briefly"]);
    const { stdout } = stage.cli(["memory"]);
    expect(stdout.match(/^\S.*$/gm)).toEqual(["Decisions", "Conventions", "Facts", "Commands that work"]);
    expect(stdout).toMatch(
      /^ {2}0m\w{10} {2}use pnpm, because workspaces \(rejected: npm\)\n {16}you · a moment ago$/m,
    );
    expect(stdout).toContain("you, as a rule of your profile");
    const told = stage.told("SessionStart", "bbbb", { source: "startup" });
    for (const text of ["use pnpm", "npm run e2e needs Xvfb", "tests never use mocks"])
      expect(told).toContain(text);
    expect(texts(stage.json(["memory", "--kind", "convention"])).sort()).toEqual([
      "answer briefly",
      "tests never use mocks",
    ]);
  });

  test("is bounded, and says how to see the rest", () => {
    for (let n = 0; n < 3; n++) add(`number ${n} is ${"lucky".repeat(n + 1)}`);
    expect(stage.cli(["memory", "--limit", "1"]).stdout).toContain(
      "and 2 more: tidemark memory --kind fact\n",
    );
    expect(stage.cli(["memory", "--kind", "fact", "--limit", "1"]).stdout).toContain("--kind fact --limit 3");
    expect(stage.json(["memory"])).toHaveLength(3);
  });

  test("is superseded only by the offered command, and holds again once that is undone", () => {
    add("--kind", "decision", "retry uploads three times");
    const second = add("--kind", "decision", "retry uploads five times", "--because", "three were too few");
    expect(second.stdout).toContain("seems to be about the same");
    expect(texts(stage.json(["memory"]))).toHaveLength(2);
    const superseding = stage.cli(offered(second.stdout, "If the new one takes its place"));
    expect(superseding.stdout).toMatch(/In the place of 0m\w{10}: retry uploads three times/);
    expect(stage.json(["memory"])).toMatchObject([
      { text: "retry uploads five times", reason: "three were too few" },
    ]);
    expect(stage.cli(["memory"]).stdout).not.toContain("three times");
    expect(stage.cli(["memory", "--all"]).stdout).toMatch(/three times\n.* superseded by 0m\w{10}$/m);
    expect(stage.told("SessionStart", "bbbb", { source: "startup" })).toContain("retry uploads five times");
    expect(stage.told("SessionStart", "cccc", { source: "startup" })).not.toContain("three times");
    const removed = stage.cli(offered(superseding.stdout, "Undo"));
    expect(texts(stage.json(["memory"]))).toEqual(["retry uploads three times"]);
    stage.cli(offered(removed.stdout, "Undo"));
    expect(texts(stage.json(["memory"]))).toEqual(["retry uploads five times"]);
    expect(stage.json(["verify"])).toMatchObject({ same: true });
  });

  test("twice is kept once", () => {
    add("staging is reset every night");
    expect(add("staging is reset every night").stdout).toMatch(/^Already remembered, a moment ago: staging/);
    expect(stage.json(["memory"])).toHaveLength(1);
  });

  test("by an agent says so, and in which session", () => {
    stage.hook("SessionStart", "aaaa-1111", { source: "startup" });
    stage.hook("UserPromptSubmit", "aaaa-1111", { prompt: "Fix the upload retry in src/upload.ts" });
    const inside = { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "aaaa-1111" };
    const added = stage.cli(["memory", "add", "--kind", "convention", "errors end with a hint"], inside);
    expect(added.status).toBe(0);
    stage.hook("Stop", "aaaa-1111", { last_assistant_message: "Done." });
    expect(stage.json(["memory"])).toMatchObject([{ by: "agent", session: "aaaa-1111" }]);
    expect(stage.cli(["memory"]).stdout).toContain("the agent · a moment ago · session aaaa-111");
    const [{ id }] = stage.json(["memory"]);
    const { stdout } = stage.cli(["memory", "show", id.slice(0, 12)]);
    expect(stdout).toMatch(/^errors end with a hint\n/);
    for (const part of [
      /said by +the agent/,
      /branch +feat\/retry/,
      /session +aaaa-1111 +tidemark session aaaa-111/,
    ])
      expect(stdout).toMatch(part);
    expect(stdout).toMatch(/thread +.*upload.* +tidemark thread \w+/i);
    add("--by", "agent", "said for the agent");
    expect(stage.json(["memory", "--kind", "fact"])).toMatchObject([{ by: "agent", session: "" }]);
  });
});

describe("what was found in the work", () => {
  function work(session = "aaaa-1111"): void {
    stage.hook("SessionStart", session, { source: "startup" });
    stage.hook("UserPromptSubmit", session, {
      prompt: "Let's use full jitter instead of a fixed delay, because all clients come back at once.",
    });
    const shell = (stdout: string) => ({
      tool_name: "Bash",
      tool_input: { command: "npm test -- retry" },
      tool_response: { stdout, stderr: "", interrupted: false },
    });
    stage.hook("PostToolUseFailure", session, {
      ...shell(""),
      error: "Exit code 1\nAssertionError: expected 4 to be 3",
    });
    stage.hook("PostToolUse", session, {
      tool_name: "Edit",
      tool_input: {
        file_path: `${stage.project}/src/retry.ts`,
        old_string: "let n = 0;",
        new_string: "let n = 1;",
      },
      tool_response: {},
    });
    stage.hook("PostToolUse", session, shell("Tests  3 passed (3)"));
    stage.hook("Stop", session, { last_assistant_message: "The loop starts at one now." });
  }

  test("is shown beside it, with the session and how to open it", () => {
    work();
    const found = stage.json(["memory"]);
    expect(found).toContainEqual(
      expect.objectContaining({ kind: "decision", from: "found", by: "user", session: "aaaa-1111" }),
    );
    expect(found).toContainEqual(expect.objectContaining({ kind: "fix", from: "found", by: "tool" }));
    const { stdout } = stage.cli(["memory"]);
    expect(stdout).toMatch(/Decisions\n.*full jitter/);
    expect(stdout).toMatch(/Errors and what fixed them\n.*npm test -- retry/);
    const [start = ""] = /\w{12}\.fix/.exec(stdout) ?? [];
    const shown = stage.cli(["memory", "show", start]).stdout;
    expect(shown).toMatch(/files +src\/retry\.ts/);
    expect(shown).toContain("tidemark session aaaa-111");
  });

  test("once removed does not come back with a rebuild, but when it is restored", () => {
    work();
    const [decision] = stage.json(["memory", "--kind", "decision"]);
    const removed = stage.cli(["memory", "remove", decision.id]);
    expect(removed.stdout).toContain("No longer remembered");
    stage.cli(["rebuild"]);
    expect(stage.json(["memory", "--all", "--kind", "decision"])).toEqual([]);
    const restored = stage.cli(offered(removed.stdout, "Undo"));
    expect(restored.stdout).toContain("Remembered again");
    expect(stage.json(["memory", "--kind", "decision"])).toEqual([decision]);
  });

  test("once removed is told to no session, and not found again by the next", () => {
    work();
    const start = (session: string) => stage.told("SessionStart", session, { source: "startup" });
    expect(start("bbbb")).toMatch(/Decided: .*full jitter/);
    for (const kind of ["decision", "command"])
      for (const { id } of stage.json(["memory", "--kind", kind])) stage.cli(["memory", "remove", id]);
    expect(start("cccc")).not.toContain("Decided:");
    work("dddd");
    expect(stage.json(["memory", "--kind", "decision", "--all"])).toEqual([]);
    expect(stage.json(["memory", "--kind", "command", "--all"])).toEqual([]);
    expect(start("eeee")).not.toContain("Decided:");
    const { memories } = stage.json(["recall", "what did we decide about jitter?", "--kind", "decision"]);
    expect(memories).toEqual([]);
    expect(stage.json(["verify"])).toMatchObject({ same: true });
  });

  test("can be superseded by what is stated", () => {
    work();
    work("bbbb");
    const [decision] = stage.json(["memory", "--kind", "decision"]);
    add("--kind", "decision", "no jitter at all", "--supersedes", decision.id);
    expect(texts(stage.json(["memory", "--kind", "decision"]))).toEqual(["no jitter at all"]);
    expect(stage.json(["memory", "--kind", "decision", "--all"])).toHaveLength(2);
    const told = stage.told("SessionStart", "cccc", { source: "startup" });
    expect(told).toContain("no jitter at all");
    expect(told).not.toMatch(/Decided: .*full jitter/);
  });
});

test("belongs to the project of the folder", () => {
  add("here only");
  const elsewhere = new Stage();
  expect(elsewhere.cli(["memory", "--json"], { TIDEMARK_HOME: stage.home }).stdout).toBe("[]\n");
});

test.each([
  [["memory", "sing"], "memory takes list, add", ""],
  [["memory", "--kind", "wish"], "--kind takes decision", ""],
  [["memory", "add"], "Say what is to be remembered", "tidemark memory add"],
  [["memory", "add", "--kind", "fix", "x"], "--kind takes decision", ""],
  [["memory", "add", "x", "--by", "nobody"], "--by takes user, agent", ""],
  [["memory", "add", "x", "--supersedes", "zz"], 'There is no memory "zz"', "tidemark memory --all"],
  [["memory", "--because", "x"], "belong to something that is added", "memory add"],
  [["memory", "show"], "memory show takes one id", "tidemark memory"],
  [["memory", "remove", "zz"], 'There is no memory "zz"', "tidemark memory --all"],
  [["memory", "restore", "zz"], 'There is no removed memory "zz"', "history"],
])("%j is a clear error with a hint", (args, message, hint) => {
  const { status, stdout, stderr } = stage.cli(args);
  expect(status).toBe(message.includes("There is no") ? 1 : 2);
  expect(stdout).toBe("");
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
  expect(stderr).not.toContain("    at ");
});

test("a convention said in a prompt is told to the next session, until it is removed", () => {
  stage.hook("SessionStart", "first", { source: "startup" });
  stage.hook("UserPromptSubmit", "first", { prompt: "Always use pnpm in this repository, never npm." });
  stage.hook("Stop", "first", { last_assistant_message: "Noted." });
  expect(stage.told("SessionStart", "second", { source: "startup" })).toContain("Rules: Always use pnpm");
  const [found] = stage.json(["memory", "--kind", "convention"]);
  stage.cli(["memory", "remove", found.id]);
  expect(stage.told("SessionStart", "third", { source: "startup" })).not.toContain("Always use pnpm");
});
