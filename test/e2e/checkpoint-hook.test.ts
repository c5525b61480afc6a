import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Checkpoint } from "../../src/checkpoint/checkpoint.js";
import { readRecord } from "../../src/checkpoint/record.js";
import { recordNames } from "../../src/checkpoint/record-name.js";
import { keepingAt } from "../../src/checkpoint/shadow/keeping.js";
import { readErrors } from "../../src/host/log.js";
import { readPrivate } from "../../src/host/private-file.js";
import { isAlive } from "../../src/host/process.js";
import { Stage } from "./stage.js";

const hookFile = resolve(import.meta.dirname, "../../dist/hook.cjs");
const SESSION = "one";

let stage: Stage;
beforeEach(() => {
  stage = new Stage("main", true);
  mkdirSync(join(stage.project, "src"));
  write("src/app.ts", "first\n");
});
// What is still at work must not write into the next test's time.
afterEach(() => settled());

function write(path: string, text: string): void {
  writeFileSync(join(stage.project, path), text);
}

function git(...args: string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  const { stdout, status, stderr } = spawnSync("git", [...identity, ...args], {
    cwd: stage.project,
    env: stage.env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** The folders of all projects' checkpoints. */
function keepings(): string[] {
  const folder = join(stage.home, "checkpoint");
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** Whole records alone: one that is being written has another name yet, and one may be dropped while we look. */
function points(): Checkpoint[] {
  return keepings()
    .map(keepingAt)
    .flatMap((keeping) => recordNames(keeping.points).map((id) => readRecord(keeping, id)))
    .filter((checkpoint) => checkpoint !== undefined)
    .sort((a, b) => a.at - b.at);
}

const reasons = () => points().map(({ reason }) => reason);

function marks(name: string): string[] {
  return keepings().flatMap((folder) =>
    readdirSync(folder)
      // One that is being replaced has an ending more.
      .filter((file) => file.startsWith(`${name}-`) && !file.includes("."))
      .map((file) => join(folder, file)),
  );
}

function journal(): string[] {
  const folder = join(stage.home, "journal");
  return readdirSync(folder).flatMap((day) => readFileSync(join(folder, day), "utf8").split("\n"));
}

/** A file as a checkpoint has it. */
function kept(checkpoint: Checkpoint | undefined, path: string): string | undefined {
  const tree = checkpoint?.trees[0]?.tree ?? "";
  const folder = keepings().find((keeping) => existsSync(join(keeping, "point", `${checkpoint?.id}.json`)));
  const { status, stdout } = spawnSync(
    "git",
    ["--git-dir", join(folder ?? "", "git"), "cat-file", "blob", `${tree}:${path}`],
    {
      encoding: "utf8",
      env: stage.env,
    },
  );
  return status === 0 ? stdout : undefined;
}

async function until(holds: () => boolean, most = 15_000): Promise<void> {
  const end = performance.now() + most;
  while (!holds()) {
    if (performance.now() > end)
      throw new Error(
        `Not in time: ${JSON.stringify({ reasons: reasons(), taking: marks("taking"), errors: readErrors(stage.home) })}`,
      );
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

/** No process is making a checkpoint. */
const settled = () => until(() => marks("taking").every(isLeft));

function isLeft(taking: string): boolean {
  try {
    return isAlive(Number(readFileSync(taking, "utf8")) || undefined) === false;
  } catch {
    return true; // It was removed just now.
  }
}

/** The processes that have signed for a checkpoint they are making. */
function makers(): number[] {
  return marks("taking").flatMap((taking) => Number(readPrivate(taking)) || []);
}

/** Waits until the one that makes a checkpoint stands at the gate. A hook may stand there too: it runs git itself. */
async function makerAt(gate: { parents(): number[] }): Promise<number> {
  const found = () => makers().find((pid) => gate.parents().includes(pid));
  await until(() => found() !== undefined);
  return found() ?? 0;
}

const prompt = (text = "Go on.") => stage.hook("UserPromptSubmit", SESSION, { prompt: text });
const aboutToRun = (command: string, env: Record<string, string> = {}) =>
  stage.hook(
    "PreToolUse",
    SESSION,
    { tool_name: "Bash", tool_input: { command }, tool_use_id: "toolu_1" },
    env,
  );
const ran = (command: string) =>
  stage.hook("PostToolUse", SESSION, {
    tool_name: "Bash",
    tool_input: { command },
    tool_response: { stdout: "", stderr: "", interrupted: false },
    tool_use_id: "toolu_1",
  });
const edited = (path: string) =>
  stage.hook("PostToolUse", SESSION, {
    tool_name: "Edit",
    tool_input: { file_path: join(stage.project, path), old_string: "a", new_string: "b" },
  });

describe("at a session's start", () => {
  test("the files are kept lightly, so that the first is made before it is needed", async () => {
    expect(stage.hook("SessionStart", SESSION, { source: "startup" })).toMatchObject({
      status: 0,
      stderr: "",
    });
    await until(() => points().length === 1);
    await settled();
    expect(points()).toMatchObject([{ id: "t1", reason: "start", session: SESSION }]);
    prompt();
    await settled();
    expect(reasons()).toEqual(["start"]);
    expect(stage.cli(["checkpoint", "list", "--all"]).stdout).toContain("at a session's start");
  });
});

describe("at a prompt", () => {
  test("the files are kept lightly, and nothing is written into the journal", async () => {
    expect(prompt()).toMatchObject({ status: 0, stderr: "" });
    await until(() => points().length === 1);
    const [light] = points();
    expect(light).toMatchObject({
      id: "t1",
      reason: "prompt",
      session: SESSION,
      agent: "claude",
      root: stage.project,
    });
    expect(kept(light, "src/app.ts")).toBe("first\n");
    await settled();
    expect(marks("taking")).toEqual([]);
    expect(journal().join("\n")).not.toContain("checkpoint.created");
    expect(readErrors(stage.home)).toEqual([]);
  });

  test("where nothing has changed, there is no second one", async () => {
    prompt();
    await until(() => points().length === 1);
    await settled();
    prompt("And more.");
    await settled();
    expect(reasons()).toEqual(["prompt"]);
    write("src/app.ts", "second\n");
    prompt("And more.");
    await until(() => points().length === 2);
    expect(kept(points()[1], "src/app.ts")).toBe("second\n");
  });

  test("many at once do not pile up processes", async () => {
    prompt();
    await settled();
    const gate = slowGit();
    const more = (n: number) => {
      write("src/app.ts", `${n}\n`);
      stage.hook("UserPromptSubmit", SESSION, { prompt: "more" }, gate.env);
    };
    more(0);
    const maker = await makerAt(gate);
    for (let n = 1; n < 5; n++) more(n);
    // Whoever starts another takes the signature away first.
    expect(makers()).toEqual([maker]);
    gate.open();
    await settled();
  });

  test("and after the end of a tool the hook does not wait for it", async () => {
    prompt();
    await settled();
    const gate = slowGit();
    write("src/app.ts", "second\n");
    stage.hook("UserPromptSubmit", SESSION, { prompt: "more" }, gate.env);
    edited("src/app.ts");
    ran("npm test");
    // All of them have answered while git still stands at the gate.
    expect(reasons()).toEqual(["prompt"]);
    await makerAt(gate);
    gate.open();
    await until(() => points().length === 2);
  });
});

/** A git that waits until it is let through. */
function slowGit() {
  const folder = join(stage.root, "slow");
  mkdirSync(folder, { recursive: true });
  const real = spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8", env: stage.env }).stdout.trim();
  const script = `#!/bin/sh\necho $PPID >> '${folder}/started'\nwhile [ ! -e '${folder}/open' ]; do sleep 0.02; done\nexec '${real}' "$@"\n`;
  writeFileSync(join(folder, "git"), script, { mode: 0o755 });
  return {
    env: { PATH: `${folder}:${stage.env["PATH"]}` },
    /** The processes that have started one. */
    parents: () => (readPrivate(join(folder, "started")) ?? "").split("\n").map(Number),
    open: () => writeFileSync(join(folder, "open"), ""),
  };
}

describe("before a shell command", () => {
  test("that destroys, the files are kept before it begins", () => {
    expect(aboutToRun("rm -rf src")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    // The hook is over, so the command runs now.
    const [made] = points();
    expect(made).toMatchObject({ id: "c1", reason: "destructive", label: "rm -rf src", session: SESSION });
    rmSync(join(stage.project, "src"), { recursive: true });
    expect(kept(made, "src/app.ts")).toBe("first\n");
  });

  test("it is in the session's journal, without the secrets of the command", () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    aboutToRun(`GH_TOKEN=x rm -rf src && curl -H 'Authorization: Bearer ${token}' https://example.org`);
    aboutToRun(`rm -rf src --token=${token}`);
    const lines = journal();
    const made = lines
      .filter((line) => line.includes('"checkpoint.created"'))
      .map((line) => JSON.parse(line));
    expect(made.map(({ session, data }) => [session, data.checkpoint, data.reason])).toEqual([
      [SESSION, "c1", "destructive"],
      [SESSION, "c2", "destructive"],
    ]);
    const everything = JSON.stringify([made, points(), lines]);
    expect(everything).not.toContain(token);
  });

  test("a file that is written anew counts where it is there", async () => {
    aboutToRun("echo x > src/new.ts");
    aboutToRun("echo x > src/app.ts");
    await settled();
    expect(
      points()
        .filter(({ reason }) => reason === "destructive")
        .map(({ label }) => label),
    ).toEqual(["echo x > src/app.ts"]);
  });

  test("that only reads or speaks of it, nothing is kept", async () => {
    aboutToRun("ls -la && cat src/app.ts");
    aboutToRun('git commit -m "rm -rf src"');
    await settled();
    expect(points()).toEqual([]);
  });

  test("that may change files, they are kept lightly if something has changed since", async () => {
    prompt();
    await until(() => points().length === 1);
    await settled();
    aboutToRun("npm run build");
    expect(reasons()).toEqual(["prompt"]);
    write("src/app.ts", "second\n");
    edited("src/app.ts");
    aboutToRun("npm run build");
    await until(() => points().length === 2);
    expect(points()[1]).toMatchObject({ id: "t2", reason: "shell" });
    expect(kept(points()[1], "src/app.ts")).toBe("second\n");
    await settled();
    aboutToRun("npm run build");
    await settled();
    expect(points().length).toBe(2);
  });

  test("the one made at the prompt is waited for, a little", async () => {
    prompt();
    await settled();
    const gate = slowGit();
    write("src/app.ts", "second\n");
    stage.hook("UserPromptSubmit", SESSION, { prompt: "more" }, gate.env);
    await makerAt(gate);
    const start = performance.now();
    setTimeout(() => gate.open(), 300);
    const hook = spawn(process.execPath, [hookFile, "claude"], {
      env: { ...stage.env },
      stdio: ["pipe", "ignore", "ignore"],
    });
    hook.stdin.end(
      JSON.stringify({
        hook_event_name: "PreToolUse",
        session_id: SESSION,
        cwd: stage.project,
        tool_name: "Write",
        tool_input: { file_path: join(stage.project, "src/app.ts"), content: "third\n" },
      }),
    );
    await once(hook, "exit");
    expect(performance.now() - start).toBeGreaterThan(290);
    write("src/app.ts", "third\n");
    await until(() => points().length === 2);
    expect(kept(points()[1], "src/app.ts")).toBe("second\n");
  });

  test("one that takes too long is told to doctor, and finished beside the command", async () => {
    prompt();
    await settled();
    for (const file of marks("took")) writeFileSync(file, "9000");
    const gate = slowGit();
    const start = performance.now();
    expect(aboutToRun("git reset --hard", gate.env).status).toBe(0);
    expect(performance.now() - start).toBeLessThan(4_700);
    expect(readErrors(stage.home)).toMatchObject([
      { hook: "checkpoint", error: expect.stringContaining("git reset --hard") },
    ]);
    gate.open();
    await until(() => reasons().includes("destructive"));
    expect(points().map(({ reason, isLate }) => [reason, isLate])).toEqual([
      ["prompt", undefined],
      ["destructive", true],
    ]);
    expect(stage.cli(["checkpoint", "list"]).stdout).toContain("already running: may lack files");
    expect(stage.cli(["checkpoint", "show", "c1"]).stdout).toMatch(/late +made while the command/);
    const { stdout } = stage.cli(["checkpoint", "restore", "c1", "--dry-run"]);
    expect(stdout).toContain("t1 is from before it, and whole: tidemark checkpoint restore t1");
  }, 20_000);

  test("the first one of all, still being made then, is late as well", async () => {
    const gate = slowGit();
    stage.hook("SessionStart", SESSION, { source: "startup" }, gate.env);
    await makerAt(gate);
    expect(aboutToRun("rm -rf src", gate.env).status).toBe(0);
    gate.open();
    await until(() => points().length === 2);
    await settled();
    expect(points().map(({ reason, isLate }) => [reason, isLate])).toEqual([
      ["start", true],
      ["destructive", true],
    ]);
  }, 20_000);
});

describe("on the way", () => {
  test("every twenty tool calls", async () => {
    for (let n = 1; n <= 41; n++) {
      stage.hook("PostToolUse", SESSION, {
        tool_name: "Read",
        tool_input: { file_path: join(stage.project, "src/app.ts") },
      });
      if (n === 19) expect(points()).toEqual([]);
      if (n === 20) {
        await until(() => points().length === 1);
        await settled();
      }
    }
    await until(() => points().length === 2);
    expect(points()).toMatchObject([
      { id: "c1", reason: "tools" },
      { id: "c2", reason: "tools" },
    ]);
    stage.hook("SessionEnd", SESSION, { reason: "other" });
    expect(readdirSync(join(stage.home, "count"))).toEqual([]);
  }, 30_000);

  test("at a commit, once, and not where one is only spoken of", async () => {
    git("add", "-A");
    git("commit", "-qm", "one");
    ran("git log --grep commit");
    await settled();
    expect(points()).toEqual([]);
    ran('git add -A && git commit -m "one"');
    await until(() => points().length === 1);
    await settled();
    expect(points()[0]).toMatchObject({ reason: "commit", head: git("rev-parse", "HEAD"), branch: "main" });
    ran('git add -A && git commit -m "one"');
    await settled();
    stage.hook("PostToolUseFailure", SESSION, {
      tool_name: "Bash",
      tool_input: { command: "git commit" },
      error: "Exit code 1",
    });
    await settled();
    expect(reasons()).toEqual(["commit"]);
  });

  test("at a finished plan", async () => {
    const todo = (...states: string[]) =>
      stage.hook("PostToolUse", SESSION, {
        tool_name: "TodoWrite",
        tool_input: { todos: states.map((status, n) => ({ content: `step ${n}`, status })) },
      });
    todo("completed", "pending");
    await settled();
    expect(points()).toEqual([]);
    todo("completed", "completed");
    await until(() => points().length === 1);
    expect(reasons()).toEqual(["plan"]);
  });

  test("at the last task of a list that is changed one by one", async () => {
    const create = (id: string) =>
      stage.hook("PostToolUse", SESSION, {
        tool_name: "TaskCreate",
        tool_input: { subject: `step ${id}` },
        tool_response: { task: { id } },
      });
    const complete = (taskId: string) =>
      stage.hook("PostToolUse", SESSION, {
        tool_name: "TaskUpdate",
        tool_input: { taskId, status: "completed" },
      });
    create("1");
    create("2");
    complete("1");
    await until(() => keepings().length === 1);
    await settled();
    expect(points()).toEqual([]);
    complete("2");
    await until(() => points().length === 1);
    expect(reasons()).toEqual(["plan"]);
  });

  test("at a compaction", async () => {
    stage.hook("PreCompact", SESSION, { trigger: "auto" });
    await until(() => points().length === 1);
    expect(reasons()).toEqual(["compaction"]);
  });

  test("only five of them are kept, those before destructive commands longest", async () => {
    for (let n = 0; n < 3; n++) aboutToRun(`rm -rf src # ${n}`);
    for (let n = 0; n < 4; n++) {
      stage.hook("PreCompact", SESSION, { trigger: "auto" });
      await until(() => reasons().includes("compaction"));
      await settled();
    }
    expect(reasons()).toEqual(["destructive", "destructive", "destructive", "compaction", "compaction"]);
  }, 20_000);
});

describe("where it is not wanted or not possible", () => {
  test.each([
    ["by the environment", () => ({ TIDEMARK_CHECKPOINTS: "off" })],
    [
      "by the configuration",
      () => {
        mkdirSync(stage.home, { mode: 0o700 });
        writeFileSync(join(stage.home, "config.json"), '{ "checkpoints": false }', { mode: 0o600 });
        return {};
      },
    ],
  ])("switched off %s, nothing is kept", async (_, prepare) => {
    const env: Record<string, string> = prepare();
    stage.hook("UserPromptSubmit", SESSION, { prompt: "x" }, env);
    aboutToRun("rm -rf src", env);
    stage.hook("PreCompact", SESSION, { trigger: "auto" }, env);
    await new Promise((wake) => setTimeout(wake, 500));
    expect(keepings()).toEqual([]);
    expect(readErrors(stage.home)).toEqual([]);
  });

  test("a folder without git is kept too", async () => {
    rmSync(join(stage.project, ".git"), { recursive: true });
    prompt();
    await until(() => points().length === 1);
    expect(kept(points()[0], "src/app.ts")).toBe("first\n");
    expect(existsSync(join(stage.project, ".git"))).toBe(false);
  });

  test("a folder inside the data folder is not", async () => {
    const cwd = join(stage.home, "inside");
    prompt();
    await until(() => points().length === 1);
    await settled();
    mkdirSync(cwd);
    stage.hook("PreCompact", SESSION, { trigger: "auto", cwd });
    await new Promise((wake) => setTimeout(wake, 500));
    expect(reasons()).toEqual(["prompt"]);
  });

  test("without git on the machine there is one note, and the work goes on", async () => {
    const bare = join(stage.root, "bare");
    mkdirSync(bare);
    symlinkSync(process.execPath, join(bare, "node"));
    const env = { PATH: bare };
    for (let n = 0; n < 3; n++) {
      expect(stage.hook("UserPromptSubmit", SESSION, { prompt: "x" }, env)).toMatchObject({
        status: 0,
        stderr: "",
      });
      await until(() => marks("unable").length === 1);
      await settled();
      expect(aboutToRun("rm -rf src", env)).toMatchObject({ status: 0, stderr: "" });
    }
    expect(points()).toEqual([]);
    expect(readErrors(stage.home)).toMatchObject([
      { error: expect.stringMatching(/^No checkpoint can be made: .*git/i) },
    ]);
  });

  test("folders that were open to others are closed before they are used", async () => {
    prompt();
    ran("npm test");
    await until(() => points().length === 1);
    await settled();
    const folders = [stage.home, join(stage.home, "checkpoint"), ...keepings(), join(stage.home, "count")];
    for (const folder of folders) chmodSync(folder, 0o777);
    write("src/app.ts", "second\n");
    prompt("more");
    ran("npm test");
    await until(() => points().length === 2);
    expect(folders.map((folder) => statSync(folder).mode & 0o777)).toEqual(folders.map(() => 0o700));
    expect(readErrors(stage.home)).toEqual([]);
  });

  test("one that is killed holds nobody up, and the next is made", async () => {
    prompt();
    await settled();
    const gate = slowGit();
    write("src/app.ts", "second\n");
    stage.hook("UserPromptSubmit", SESSION, { prompt: "more" }, gate.env);
    const pid = await makerAt(gate);
    process.kill(pid, "SIGKILL");
    gate.open();
    await until(() => isAlive(pid) === false);
    const start = performance.now();
    aboutToRun("npm run build");
    expect(performance.now() - start).toBeLessThan(1_400);
    prompt("again");
    await until(() => points().some((point) => kept(point, "src/app.ts") === "second\n"));
  });

  test("one that never began is waited for only briefly", async () => {
    prompt();
    await until(() => points().length === 1);
    await settled();
    const taking = join(keepings()[0] ?? "", (marks("took")[0] ?? "").replace(/^.*took-/, "taking-"));
    writeFileSync(taking, "", { mode: 0o600 });
    const old = statSync(taking).mtimeMs / 1_000 - 60;
    utimesSync(taking, old, old);
    const start = performance.now();
    aboutToRun("npm run build");
    expect(performance.now() - start).toBeLessThan(1_000);
    write("src/app.ts", "second\n");
    prompt("again");
    await until(() => points().length === 2);
  });
});
