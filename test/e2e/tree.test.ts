import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TakeContext } from "./checkpoint-room.js";

let room: TakeContext;

beforeEach(() => {
  room = new TakeContext();
  room.stage.env["TIDEMARK_CHECKPOINTS"] = "off";
  delete room.stage.env["TIDEMARK_TREE"];
  room.git("add", ".");
  room.git("commit", "-qm", "first");
  room.hook("SessionStart", { source: "startup" });
  room.prompt();
});

afterEach(() => room.leave());

const stop = (env: Record<string, string> = {}) =>
  room.hook("Stop", { last_assistant_message: "Done." }, env);

function edit(path: string, text: string): void {
  room.write(path, text);
  room.edited(path);
}

/** A command of git that the agent runs. */
function run(...args: string[]): void {
  room.git(...args);
  room.ran(`git ${args.join(" ")}`);
}

/** What `status` says of it. */
function told(): string[] {
  const { tree } = room.stage.json(["status"]);
  const { stdout } = room.stage.cli(["status"]);
  for (const line of tree) expect(stdout).toContain(`tree     ${line}\n`);
  return tree;
}

/** What git said, as the journal has it. */
function seen(): unknown[] {
  const lines = room.journal().filter((line) => line.includes('"tree.seen"'));
  return lines.map((line) => JSON.parse(line).data);
}

async function seenAfter(count: number): Promise<unknown> {
  await room.until(() => seen().length === count);
  return seen().at(-1);
}

describe("the work tree at the end of a turn", () => {
  test("is recorded after an edit, a commit and a push", async () => {
    edit("src/app.ts", "second\n");
    room.write("note.md", "");
    stop();
    const first = {
      branch: "main",
      head: room.git("rev-parse", "HEAD"),
      dirty: ["src/app.ts", "note.md"],
      dirtyCount: 2,
      untracked: 1,
      stashes: 0,
    };
    expect(await seenAfter(1)).toEqual(first);
    expect(told()).toEqual(["Not committed: app.ts"]);
    run("add", ".");
    run("commit", "-qm", "second");
    stop();
    const head = room.git("rev-parse", "HEAD");
    const clean = { ...first, head, dirty: [], dirtyCount: 0, untracked: 0 };
    expect(await seenAfter(2)).toEqual(clean);
    expect(told()).toEqual([]);
    room.git("init", "-q", "--bare", join(room.stage.root, "origin.git"));
    room.git("remote", "add", "origin", join(room.stage.root, "origin.git"));
    run("push", "-qu", "origin", "main");
    stop();
    expect(await seenAfter(3)).toEqual({ ...clean, upstream: "origin/main", ahead: 0, behind: 0 });
    expect(room.errors()).toEqual([]);
  });

  test("is told as it is now, not as it was recorded", async () => {
    edit("src/app.ts", "second\n");
    stop();
    await seenAfter(1);
    room.git("commit", "-qam", "by hand");
    expect(told()).toEqual([]);
    room.write("src/app.ts", "third\n");
    expect(told()).toEqual(["Not committed: app.ts"]);
    room.git("stash", "-q");
    room.git("checkout", "-qb", "feat/other");
    expect(told()).toEqual(["Branch: feat/other (was main)"]);
  });

  test("is forgotten with the file", async () => {
    room.write("src/plan.ts", "");
    edit("src/app.ts", "second\n");
    stop();
    await seenAfter(1);
    expect(room.stage.cli(["forget", "--path", "src/app.ts", "--yes"]).status).toBe(0);
    const kept = room.journal().filter((line) => line.includes("tree.seen"));
    expect(kept.join()).not.toContain("src/app.ts");
    expect(kept.join()).toContain("src/plan.ts");
  });

  test("costs no process if nothing was written", async () => {
    const gate = room.slowGit();
    room.ran("git status");
    room.hook("PostToolUse", {
      tool_name: "Read",
      tool_input: { file_path: join(room.project, "src/app.ts") },
    });
    stop(gate.env);
    edit("src/app.ts", "second\n");
    stop();
    await seenAfter(1);
    stop(gate.env);
    edit("src/app.ts", "third\n");
    stop();
    await seenAfter(2);
    expect(gate.parents().filter((pid) => pid > 0)).toEqual([]);
  });

  test("is not looked at if that is off", async () => {
    const gate = room.slowGit();
    edit("src/app.ts", "second\n");
    stop({ ...gate.env, TIDEMARK_TREE: "off" });
    edit("src/app.ts", "third\n");
    stop();
    await seenAfter(1);
    expect(gate.parents().filter((pid) => pid > 0)).toEqual([]);
  });

  test("keeps nobody waiting", async () => {
    const gate = room.slowGit();
    edit("src/app.ts", "second\n");
    stop(gate.env);
    expect(seen()).toEqual([]);
    gate.open();
    expect(await seenAfter(1)).toMatchObject({ dirty: ["src/app.ts"] });
  });
});
