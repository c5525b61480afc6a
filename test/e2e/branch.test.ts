import { beforeEach, describe, expect, test } from "vitest";
import { turn } from "./branch-story.js";
import { Stage } from "./stage.js";

let stage: Stage;
beforeEach(() => {
  stage = new Stage("main");
  turn(stage, "aaaa-1111", {
    ask: "Plan the upload queue",
    says: "We decided to use Redis for the job queue.",
    plan: [["write the queue", "in_progress"]],
  });
  turn(stage, "aaaa-1111", {
    goesOn: true,
    ask: "And the charts?",
    says: "We decided to draw charts on a canvas.",
    plan: [
      ["write the queue", "completed"],
      ["draw the charts", "pending"],
    ],
  });
});

const choices = (name: string) =>
  stage.json(["branch", name]).decisions.map(({ choice }: { choice: string }) => choice);

describe("a branch of work", () => {
  test("begins at the newest session's last turn, or after an earlier one, with what held there", () => {
    expect(stage.json(["branch", "idea"])).toMatchObject({
      name: "idea",
      session: "aaaa-1111",
      turn: 2,
      isNew: true,
      open: 1,
      tasks: [
        { text: "write the queue", status: "done" },
        { text: "draw the charts", status: "open" },
      ],
    });
    expect(stage.json(["branch", "early", "--from", "aaaa@1"])).toMatchObject({
      turn: 1,
      tasks: [{ text: "write the queue", status: "doing" }],
    });
    expect(choices("idea").join()).toContain("canvas");
    expect(choices("early").join()).not.toContain("canvas");
    expect(choices("early").join()).toContain("Redis");
  });

  test("begins in the middle of a turn at a checkpoint", () => {
    stage.hook("UserPromptSubmit", "aaaa-1111", { prompt: "now the login" });
    const plan = (...names: string[]) => ({
      tool_name: "TodoWrite",
      tool_input: { todos: names.map((content) => ({ content, status: "pending", activeForm: content })) },
    });
    stage.hook("PostToolUse", "aaaa-1111", plan("write the login"));
    expect(stage.cli(["checkpoint", "create", "--label", "before the login"]).status).toBe(0);
    const [{ id }] = stage.json(["checkpoint", "list"]);
    stage.hook("PostToolUse", "aaaa-1111", plan("write the login", "write the logout"));
    const { turn, tasks } = stage.json(["branch", "idea", "--from", `aaaa@${id}`]);
    expect(turn).toBe(3);
    expect(tasks.map(({ text }: { text: string }) => text)).toEqual(["write the login"]);
  });

  test("takes sessions started on it, and those are told of each other and of no other", () => {
    stage.cli(["branch", "idea", "--from", "aaaa@1"]);
    const on = { TIDEMARK_BRANCH: "idea" };
    // The first is told what the branch goes on from, as it was there.
    const first = turn(stage, "bbbb-2222", {
      env: on,
      ask: "Try the queue in Rust",
      says: "Written in Rust.",
    });
    expect(first).toContain("Plan the upload queue");
    expect(first).not.toContain("charts");
    turn(stage, "cccc-3333", { ask: "Fix the broken login page", says: "Fixed the login." });
    const second = turn(stage, "dddd-4444", { env: on });
    expect(second).toContain("Try the queue in Rust");
    expect(second).not.toContain("login");
    const beside = turn(stage, "eeee-5555", {});
    expect(beside).toContain("login");
    expect(beside).not.toContain("Rust");
    expect(stage.json(["branch", "idea"]).sessions).toEqual(["dddd-4444", "bbbb-2222"]);
    const { stdout } = stage.cli(["branch"]);
    expect(stdout).toMatch(/idea {2}2 sessions · active .* · 1 open/);
    expect(stdout).toContain("from session aaaa-111, after turn 1");
    // What a person would be told next, from here and on the branch.
    expect(stage.cli(["inject"], on).stdout).not.toContain("login");
  });

  test("is joined and left by a person's word, and left for another", () => {
    turn(stage, "bbbb-2222", { ask: "Try the queue in Rust" });
    stage.cli(["branch", "idea", "--from", "aaaa"]);
    stage.cli(["branch", "other", "--from", "aaaa"]);
    expect(stage.cli(["branch", "idea", "--add", "bbbb"]).stdout).toContain("is on idea now");
    expect(stage.json(["branch", "idea"]).sessions).toEqual(["bbbb-2222"]);
    expect(stage.cli(["branch", "other", "--add", "bbbb"]).stdout).toContain(
      "Undo: tidemark branch idea --add",
    );
    expect(stage.json(["branch", "idea"]).sessions).toEqual([]);
    expect(stage.cli(["branch", "idea", "--remove", "bbbb"])).toMatchObject({ status: 1 });
    expect(stage.cli(["branch", "other", "--remove", "bbbb"]).status).toBe(0);
    expect(stage.json(["branch", "other"]).sessions).toEqual([]);
  });

  test("is deleted after a word of agreement, and its sessions stay", () => {
    stage.cli(["branch", "idea"]);
    turn(stage, "bbbb-2222", { env: { TIDEMARK_BRANCH: "idea" }, ask: "Try the queue in Rust" });
    expect(stage.cli(["branch", "--delete", "idea"])).toMatchObject({ status: 1 });
    expect(stage.json(["branch", "--delete", "idea"])).toMatchObject({ branch: "idea", applied: false });
    expect(stage.cli(["branch", "--delete", "idea", "--yes"]).status).toBe(0);
    expect(stage.json(["branch"])).toEqual([]);
    expect(stage.json(["session", "bbbb"]).session).toBe("bbbb-2222");
    // Begun anew it is another one.
    expect(stage.json(["branch", "idea"]).sessions).toEqual([]);
  });

  test("survives a rebuild", () => {
    stage.cli(["branch", "idea"]);
    turn(stage, "bbbb-2222", { env: { TIDEMARK_BRANCH: "idea" } });
    const before = stage.json(["branch", "idea"]);
    stage.cli(["rebuild", "--yes"]);
    expect(stage.json(["branch", "idea"])).toEqual(before);
    expect(stage.cli(["verify"]).status).toBe(0);
  });

  test("is refused with a clear word where something does not fit", () => {
    const fails = (...args: string[]) => stage.cli(["branch", ...args]).stderr;
    expect(fails("two words")).toContain("no name for a branch");
    expect(fails("none")).toContain("no name for a branch");
    expect(fails("idea", "--from", "aaaa@9")).toContain("no turn");
    expect(fails("idea", "--from", "aaaa@c9")).toContain("no checkpoint");
    expect(fails("idea", "--from", "zzzz")).toContain("no session");
    expect(fails("absent", "--add", "aaaa")).toContain("no branch of work");
    expect(fails("--from", "aaaa")).toContain("Name the branch");
    stage.cli(["branch", "idea"]);
    expect(fails("idea", "--from", "aaaa@1")).toContain("already");
    expect(new Stage().cli(["branch", "idea"]).status).toBe(1);
    expect(stage.cli(["branch", "--help"]).stdout).toContain("Examples:");
    // A name that no branch has puts the session on none.
    turn(stage, "ffff-6666", { env: { TIDEMARK_BRANCH: "absent" } });
    expect(stage.json(["branch", "idea"]).sessions).toEqual([]);
    expect(stage.cli(["doctor"]).stdout + stage.cli(["doctor"]).stderr).toContain("TIDEMARK_BRANCH");
  });
});
