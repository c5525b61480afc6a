import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const hookFile = resolve(import.meta.dirname, "../../dist/hook.cjs");
const HOUR = 3_600_000;

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

function work(session: string, env: Record<string, string> = {}): void {
  mkdirSync(join(stage.project, "src"), { recursive: true });
  writeFileSync(join(stage.project, "src/retry.ts"), "b");
  stage.hook("SessionStart", session, { source: "startup" }, env);
  stage.hook("UserPromptSubmit", session, { prompt: "Add retry with jitter to uploads" }, env);
  stage.hook(
    "PostToolUse",
    session,
    {
      tool_name: "TodoWrite",
      tool_input: { todos: [{ content: "document the limits", status: "pending" }] },
    },
    env,
  );
  stage.hook(
    "PostToolUse",
    session,
    {
      tool_name: "Edit",
      tool_input: { file_path: join(stage.project, "src/retry.ts"), old_string: "a", new_string: "b" },
    },
    env,
  );
  stage.hook(
    "PostToolUseFailure",
    session,
    { tool_name: "Bash", tool_input: { command: "npm test" }, error: "Exit code 1\nexpected 4 to be 3" },
    env,
  );
  stage.hook("Stop", session, { last_assistant_message: "One try too many." }, env);
}

test("the first session is told in the language of the machine", () => {
  const stage = new Stage();
  const told = stage.told("SessionStart", "s1", { source: "startup" }, { LANG: "fr_FR.UTF-8" });
  expect(told).toContain("première session dans ce projet");
  expect(new Stage().told("SessionStart", "s1", { source: "startup" }, { LANG: "en_US.UTF-8" })).toContain(
    "first session in this project",
  );
});

describe("from a hook to the next session", () => {
  test("the first session is told that it is the first", () => {
    expect(stage.told("SessionStart", "one", { source: "startup" })).toMatch(
      /^Tidemark · first session in this project\nNo memory of earlier work yet.*\.ai\/recall/,
    );
  });

  test("the second session is told where the work stands", () => {
    work("one");
    const told = stage.told("SessionStart", "two", { source: "startup" });
    expect(told).toContain("continuing after");
    expect(told).toContain('Thread: "Add retry with jitter to uploads"');
    expect(told).toContain("Open (1): document the limits");
    expect(told).toContain("Failing: `npm test` (expected 4 to be 3)");
    expect(told).toContain("Files: src/retry.ts");
    expect(told.length).toBeLessThanOrEqual(700);
  });

  test("after half an hour and after three it is told how long ago", () => {
    work("one");
    const later = (ms: number) =>
      stage.told("SessionStart", `at-${ms}`, { source: "startup" }, { TIDEMARK_CLOCK_OFFSET: String(ms) });
    expect(later(HOUR / 2)).toContain("last session 30 min ago");
    expect(later(3 * HOUR)).toContain("new session after 3 h");
  });

  test("what was said is not said again on every prompt", () => {
    work("one");
    stage.hook("SessionStart", "two", { source: "startup" });
    expect(stage.told("UserPromptSubmit", "two", { prompt: "go on" })).toBe("");
  });

  test("but is said at the first prompt where the start was missed", () => {
    work("one");
    expect(stage.told("UserPromptSubmit", "two", { prompt: "go on" })).toContain(
      "Add retry with jitter to uploads",
    );
    expect(stage.told("UserPromptSubmit", "two", { prompt: "and on" })).toBe("");
  });

  test("after a compaction the session is told its own state, once", () => {
    work("one");
    stage.hook("PreCompact", "one", { trigger: "auto" });
    const told = stage.told("SessionStart", "one", { source: "compact" });
    expect(told).toMatch(/^Tidemark · context compacted/);
    expect(told).toContain("Add retry with jitter to uploads");
    stage.hook("PostCompact", "one", { trigger: "auto", compact_summary: "We added retry." });
    expect(stage.told("UserPromptSubmit", "one", { prompt: "go on" })).toBe("");
  });

  test("a compaction that no start announced is made up for at the next prompt", () => {
    work("one");
    stage.hook("PostCompact", "one", { trigger: "auto", compact_summary: "We added retry." });
    expect(stage.told("UserPromptSubmit", "one", { prompt: "go on" })).toMatch(
      /^Tidemark · context compacted/,
    );
  });

  test("resumed, it hears what is open; cleared, it hears all", () => {
    work("one");
    expect(
      stage.told("SessionStart", "one", { source: "resume" }, { TIDEMARK_CLOCK_OFFSET: String(2 * HOUR) }),
    ).toMatch(
      /^Tidemark · session resumed after 2 h\n<recorded>\n(?:Not committed: [^\n]*\n)?Last request: [^\n]*\nOpen \(1\)/,
    );
    stage.hook("SessionEnd", "one", { reason: "clear" });
    expect(stage.told("SessionStart", "two", { source: "clear" })).toMatch(/^Tidemark · context cleared/);
    expect(stage.told("SessionStart", "three", { source: "fork" })).toMatch(/^Tidemark · fork of a session/);
  });

  test("a session that died inside a command is reported, with the command", () => {
    work("one");
    stage.hook("UserPromptSubmit", "one", { prompt: "run the migration" });
    stage.hook("PreToolUse", "one", {
      tool_name: "Bash",
      tool_input: { command: "npm run migrate" },
      tool_use_id: "c1",
    });
    expect(stage.told("SessionStart", "two", { source: "startup" })).toContain(
      "Interrupted a moment ago inside `npm run migrate`",
    );
  });

  test("so is one that died before it began a tool", () => {
    work("one");
    stage.hook("UserPromptSubmit", "one", { prompt: "run the migration" });
    expect(stage.told("SessionStart", "two", { source: "startup" })).toContain(
      "in the middle of the last request",
    );
  });

  test("one that is still at work beside is not", () => {
    const alive = { CLAUDE_PID: String(process.pid) };
    work("one", alive);
    stage.hook("UserPromptSubmit", "one", { prompt: "run the migration" }, alive);
    stage.hook(
      "PreToolUse",
      "one",
      { tool_name: "Bash", tool_input: { command: "npm run migrate" }, tool_use_id: "c1" },
      alive,
    );
    const told = stage.told("SessionStart", "two", { source: "startup" });
    expect(told).toContain("another session is at work");
    expect(told).not.toContain("Interrupted");
  });

  test("all of the command is named, not only its first part", () => {
    work("one");
    stage.hook("UserPromptSubmit", "one", { prompt: "clean up" });
    const command = "echo start; rm -rf build/ && terraform destroy";
    stage.hook("PreToolUse", "one", { tool_name: "Bash", tool_input: { command }, tool_use_id: "c1" });
    expect(stage.told("SessionStart", "two", { source: "startup" })).toContain(`inside \`${command}\``);
  });

  test("a clock that was once ten years ahead does not hide what came after", () => {
    work("one", { TIDEMARK_CLOCK_OFFSET: String(10 * 365 * 24 * HOUR) });
    stage.hook("UserPromptSubmit", "two", { prompt: "asked today, by a clock that is right" });
    stage.hook("Stop", "two", { last_assistant_message: "done" });
    expect(stage.told("SessionStart", "three", { source: "startup" })).toMatch(/^Last request: asked today/m);
  });

  test("what a hook makes of signs beyond ASCII is what the command line makes of them", () => {
    stage.hook("UserPromptSubmit", "one", {
      prompt: "Je suis développeur web ; l'étape ＜/recorded＞ échoue, ‹/recorded› aussi",
    });
    stage.hook("Stop", "one", {
      last_assistant_message: "Prochaine étape : écrire la tâche “à côté” de ‹/recorded› pour l'envoi.",
    });
    const told = stage.told("SessionStart", "two", { source: "startup" });
    expect(told).toContain("étape (/recorded＞ échoue");
    expect(told).toMatch(/écrire la tâche “à côté” de \(\/recorded› pour l'envoi/);
    expect(stage.json(["profile"]).identity.role).toEqual({ value: "développeur web", from: "learned" });
    expect(stage.cli(["verify"]).stdout).toContain("Same.");
  });

  test("a user who writes French is told in French", () => {
    stage.hook("UserPromptSubmit", "one", {
      prompt: "ajoute une nouvelle tentative dans l'envoi des photos, et corrige le test",
    });
    stage.hook("Stop", "one", { last_assistant_message: "C'est fait." });
    expect(stage.told("SessionStart", "two", { source: "startup" })).toMatch(/^Tidemark · reprise immédiate/);
  });

  test("another project hears nothing of it", () => {
    work("one");
    const other = join(stage.root, "elsewhere", "photo-box");
    mkdirSync(other, { recursive: true });
    expect(stage.told("SessionStart", "two", { source: "startup", cwd: other })).toContain(
      "first session in this project",
    );
  });

  test("a clock that goes back keeps the order and makes no time negative", () => {
    work("one");
    stage.hook(
      "UserPromptSubmit",
      "one",
      { prompt: "asked last, by a clock that went back" },
      { TIDEMARK_CLOCK_OFFSET: String(-10 * 365 * 24 * HOUR) },
    );
    const told = stage.told(
      "SessionStart",
      "two",
      { source: "startup" },
      { TIDEMARK_CLOCK_OFFSET: String(-HOUR) },
    );
    expect(told).toMatch(/^Last request: asked last/m);
    expect(told).toContain("continuing after a moment");
  });
});

describe("housekeeping", () => {
  test("compresses old days once a day, in a process that ends, and loses nothing", async () => {
    const old = { TIDEMARK_CLOCK_OFFSET: String(-30 * 24 * HOUR) };
    work("one", { ...old });
    const before = stage.cli(["history", "--all", "--json"]).stdout;
    const days = () => readdirSync(join(stage.home, "journal")).filter((name) => name.endsWith(".jsonl"));
    const [oldDay] = days();
    stage.hook("Stop", "two", { last_assistant_message: "done" }, { TIDEMARK_MAINTENANCE: "on" });
    await expect.poll(() => days().includes(oldDay ?? ""), { timeout: 20_000 }).toBe(false);
    await expect.poll(() => existsSync(join(stage.home, "tend.lock")), { timeout: 20_000 }).toBe(false);
    expect(readdirSync(join(stage.home, "journal", "archive"))).toHaveLength(1);
    expect(stage.cli(["history", "--all", "--json"]).stdout.startsWith(before)).toBe(true);
    expect(stage.cli(["verify"]).stdout).toContain("Same.");
    expect(stage.told("SessionStart", "three", { source: "startup" })).toContain(
      "Open (1): document the limits",
    );
  });
});

describe("a repository that changes under a session", () => {
  const git = (...parts: string[]) => join(stage.project, ".git", ...parts);
  const heads = () =>
    stage
      .cli(["history", "--all", "--json"])
      .stdout.split("\n")
      .filter((line) => line.includes("prompt.submitted"))
      .map((line) => JSON.parse(line));

  test.each([
    ["a branch that leads out of it", "ref: refs/heads/../../../outside\n"],
    ["a text that is no head", "ghp_0123456789abcdefghijklmnopqrstuvwxyz01\n"],
    ["nothing", ""],
  ])("HEAD as %s is not believed", (_, head) => {
    stage.hook("SessionStart", "one", { source: "startup" });
    writeFileSync(join(stage.root, "outside"), "outside secret");
    writeFileSync(git("HEAD"), head);
    expect(stage.hook("UserPromptSubmit", "one", { prompt: "go" }).status).toBe(0);
    const [event] = heads();
    expect(event).toMatchObject({ data: { text: "go" } });
    expect(event.head).toBeUndefined();
    expect(JSON.stringify(event)).not.toMatch(/outside secret|ghp_/);
  });

  test.skipIf(process.platform === "win32")("HEAD as a pipe does not hold the hook", () => {
    stage.hook("SessionStart", "one", { source: "startup" });
    rmSync(git("HEAD"));
    spawnSync("mkfifo", [git("HEAD")]);
    expect(stage.hook("UserPromptSubmit", "one", { prompt: "go" })).toMatchObject({ status: 0 });
    expect(heads()).toHaveLength(1);
  });
});

describe("a hook never disturbs the agent", () => {
  test.each([
    ["nothing", ""],
    ["no JSON", "hello"],
    ["a list", "[1]"],
    ["null", "null"],
    ["an unknown hook", '{"hook_event_name":"Nope"}'],
    ["bytes", Buffer.from([0xff, 0xfe, 0x00])],
  ])("%s: exit 0, no output", (_, input) => {
    const { status, stdout, stderr } = stage.run("hook.cjs", ["claude"], input);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("an unknown agent, or none: exit 0, nothing written", () => {
    for (const args of [["nobody"], [], ["__proto__"]]) {
      expect(stage.run("hook.cjs", args, '{"hook_event_name":"Stop"}')).toMatchObject({
        status: 0,
        stdout: "",
      });
    }
    expect(existsSync(stage.home)).toBe(false);
  });

  test("called by a process of our own it does nothing", () => {
    stage.hook("UserPromptSubmit", "one", { prompt: "hello" }, { TIDEMARK_INSIDE: "1" });
    expect(existsSync(stage.home)).toBe(false);
  });

  test("a data folder that is a file: exit 0 and silence", () => {
    writeFileSync(stage.home, "not a folder");
    expect(stage.hook("SessionStart", "one", { source: "startup" })).toMatchObject({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(readFileSync(stage.home, "utf8")).toBe("not a folder");
  });

  test("a data folder that cannot be made is noticed at once", () => {
    expect(stage.hook("SessionStart", "one", {}, { TIDEMARK_HOME: "/proc/none/data" })).toMatchObject({
      status: 0,
      stdout: "",
    });
  });

  test("a pipe that is never closed does not hold it, once the payload is there", async () => {
    const child = spawn(process.execPath, [hookFile, "claude"], {
      env: stage.env,
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.write(JSON.stringify({ hook_event_name: "Stop", session_id: "one", cwd: stage.project }));
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(stage.cli(["history", "--all", "--json"]).stdout).toContain('"turn.ended"');
  });

  test("a damaged database is set aside and made anew; nothing is lost", () => {
    work("one");
    rmSync(join(stage.home, "tidemark.db-journal"), { force: true });
    writeFileSync(join(stage.home, "tidemark.db"), "this is not a database, not at all");
    expect(stage.told("SessionStart", "two", { source: "startup" })).toContain(
      "Add retry with jitter to uploads",
    );
    expect(readdirSync(stage.home)).toContain("tidemark.db.damaged");
    expect(stage.cli(["verify"]).status).toBe(0);
  });

  test("damage deep inside the database too", () => {
    work("one");
    stage.cli(["status"]);
    const path = join(stage.home, "tidemark.db");
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4_096);
    writeFileSync(path, bytes);
    expect(stage.told("SessionStart", "two", { source: "startup" })).toContain(
      "Add retry with jitter to uploads",
    );
    expect(stage.cli(["verify"]).stdout).toContain("Same.");
  });

  test("a damaged or foreign compiled form is not used", () => {
    work("one");
    const dist = resolve(hookFile, "..");
    const cache = readdirSync(dist).find((name) => name.startsWith("capture-") && name.endsWith(".cache"));
    expect(cache).toBeDefined();
    const path = join(dist, cache ?? "");
    expect(statSync(path).mode & 0o077).toBe(0);
    const bytes = readFileSync(path);
    for (const damage of [
      bytes.subarray(0, 100),
      Buffer.alloc(bytes.length),
      Buffer.concat([bytes.subarray(0, 5_000), Buffer.alloc(64), bytes.subarray(5_064)]),
    ]) {
      writeFileSync(path, damage);
      expect(
        stage.hook("PostToolUse", "one", { tool_name: "Read", tool_input: { file_path: "a.ts" } }).status,
      ).toBe(0);
    }
    const reads = stage
      .cli(["history", "--all", "--json"])
      .stdout.split("\n")
      .filter((line) => line.includes('"Read"'));
    expect(reads).toHaveLength(3);
  });
});
