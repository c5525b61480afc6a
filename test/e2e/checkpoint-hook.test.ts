import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SESSION, TakeContext } from "./checkpoint-room.js";

let room: TakeContext;
beforeEach(() => {
  room = new TakeContext();
});
afterEach(() => room.leave());

describe("at a session's start", () => {
  test("the files are kept lightly, so that the first is made before it is needed", async () => {
    expect(room.hook("SessionStart", { source: "startup" })).toMatchObject({
      status: 0,
      stderr: "",
    });
    await room.made(1);
    expect(room.points()).toMatchObject([{ id: "t1", reason: "start", session: SESSION }]);
    room.prompt();
    await room.settled();
    expect(room.reasons()).toEqual(["start"]);
    expect(room.stage.cli(["checkpoint", "list", "--all"]).stdout).toContain("at a session's start");
  });
});

describe("at a prompt", () => {
  test("the files are kept lightly, and nothing is written into the journal", async () => {
    expect(room.prompt()).toMatchObject({ status: 0, stderr: "" });
    await room.until(() => room.points().length === 1);
    const [light] = room.points();
    expect(light).toMatchObject({
      id: "t1",
      reason: "prompt",
      session: SESSION,
      agent: "claude",
      root: room.project,
    });
    expect(room.kept(light, "src/app.ts")).toBe("first\n");
    await room.settled();
    expect(room.marks("taking")).toEqual([]);
    expect(room.journal().join("\n")).not.toContain("checkpoint.created");
    expect(room.errors()).toEqual([]);
  });

  test("where nothing has changed, there is no second one", async () => {
    room.prompt();
    await room.made(1);
    room.prompt("And more.");
    await room.settled();
    expect(room.reasons()).toEqual(["prompt"]);
    room.write("src/app.ts", "second\n");
    room.prompt("And more.");
    await room.until(() => room.points().length === 2);
    expect(room.kept(room.points()[1], "src/app.ts")).toBe("second\n");
  });

  test("many at once do not pile up processes", async () => {
    const { gate, maker } = await room.heldUp();
    for (let n = 0; n < 5; n++) {
      room.write("src/app.ts", `${n}\n`);
      room.prompt("more", gate.env);
    }
    // Whoever starts another takes the signature away first.
    expect(room.makers()).toEqual([maker]);
    gate.open();
    await room.settled();
  });

  test("and after the end of a tool the hook does not wait for it", async () => {
    // The prompt's own has answered while git stands at the gate.
    const { gate, maker } = await room.heldUp();
    expect(room.edited("src/app.ts").status).toBe(0);
    expect(room.ran("npm test").status).toBe(0);
    expect(room.makers()).toEqual([maker]);
    expect(room.reasons()).toEqual(["prompt"]);
    // Whoever has waited in vain leaves word.
    expect(room.marks("overtaken")).toEqual([]);
    gate.open();
    await room.made(2);
  });
});

describe("on the way", () => {
  test("every twenty tool calls", async () => {
    for (let n = 1; n <= 41; n++) {
      room.hook("PostToolUse", {
        tool_name: "Read",
        tool_input: { file_path: join(room.project, "src/app.ts") },
      });
      if (n === 19) expect(room.points()).toEqual([]);
      if (n === 20) {
        await room.made(1);
      }
    }
    await room.until(() => room.points().length === 2);
    expect(room.points()).toMatchObject([
      { id: "c1", reason: "tools" },
      { id: "c2", reason: "tools" },
    ]);
    room.hook("SessionEnd", { reason: "other" });
    expect(readdirSync(join(room.home, "count"))).toEqual([]);
  });

  test("at a commit, once, and not where one is only spoken of", async () => {
    room.git("add", "-A");
    room.git("commit", "-qm", "one");
    room.ran("git log --grep commit");
    await room.settled();
    expect(room.points()).toEqual([]);
    room.ran('git add -A && git commit -m "one"');
    await room.made(1);
    expect(room.points()[0]).toMatchObject({
      reason: "commit",
      head: room.git("rev-parse", "HEAD"),
      branch: "main",
    });
    room.ran('git add -A && git commit -m "one"');
    await room.settled();
    room.hook("PostToolUseFailure", {
      tool_name: "Bash",
      tool_input: { command: "git commit" },
      error: "Exit code 1",
    });
    await room.settled();
    expect(room.reasons()).toEqual(["commit"]);
  });

  test("at a finished plan", async () => {
    const todo = (...states: string[]) =>
      room.hook("PostToolUse", {
        tool_name: "TodoWrite",
        tool_input: { todos: states.map((status, n) => ({ content: `step ${n}`, status })) },
      });
    todo("completed", "pending");
    await room.settled();
    expect(room.points()).toEqual([]);
    todo("completed", "completed");
    await room.until(() => room.points().length === 1);
    expect(room.reasons()).toEqual(["plan"]);
  });

  test("at the last task of a list that is changed one by one", async () => {
    const create = (id: string) =>
      room.hook("PostToolUse", {
        tool_name: "TaskCreate",
        tool_input: { subject: `step ${id}` },
        tool_response: { task: { id } },
      });
    const complete = (taskId: string) =>
      room.hook("PostToolUse", {
        tool_name: "TaskUpdate",
        tool_input: { taskId, status: "completed" },
      });
    create("1");
    create("2");
    complete("1");
    await room.until(() => room.keepings().length === 1);
    await room.settled();
    expect(room.points()).toEqual([]);
    complete("2");
    await room.until(() => room.points().length === 1);
    expect(room.reasons()).toEqual(["plan"]);
  });

  test("at a compaction", async () => {
    room.hook("PreCompact", { trigger: "auto" });
    await room.until(() => room.points().length === 1);
    expect(room.reasons()).toEqual(["compaction"]);
  });

  test("only five of them are kept, those before destructive commands longest", async () => {
    for (let n = 0; n < 3; n++) {
      room.aboutToRun(`rm -rf src # ${n}`);
      await room.made(n + 1);
    }
    for (let n = 0; n < 4; n++) {
      room.hook("PreCompact", { trigger: "auto" });
      await room.until(() => room.reasons().includes("compaction"));
      await room.settled();
    }
    expect(room.reasons()).toEqual(["destructive", "destructive", "destructive", "compaction", "compaction"]);
  });
});
