import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const dist = resolve(import.meta.dirname, "../../dist");

/** Only what the tests make by hand: what hooks make by themselves has its own tests. */
const BY_HAND = { TIDEMARK_CHECKPOINTS: "off" };

const plan = (...items: [string, string][]) => ({
  tool_name: "TodoWrite",
  tool_input: { todos: items.map(([content, status]) => ({ content, status, activeForm: content })) },
  tool_response: {},
  tool_use_id: "plan",
});

describe("tidemark checkpoint", () => {
  test("keeps how it is now and says what was left out and why", () => {
    const stage = opened();
    mkdirSync(stage.home, { recursive: true, mode: 0o700 });
    writeFileSync(join(stage.home, "config.json"), '{"checkpoint":{"largestMegabytes":1}}', { mode: 0o600 });
    put(stage, "film.bin", "x".repeat(1_100_000));
    const { stdout, status } = stage.cli(["checkpoint", "--label", "before the rename"]);
    expect(status).toBe(0);
    expect(stdout).toContain("c1 'before the rename'");
    expect(stdout).toMatch(/1 file left out.*\n\s+film\.bin larger than 1 MB/);
    expect(stage.json(["checkpoint", "--list"])).toMatchObject([
      { id: "c1", reason: "hand", label: "before the rename", leftCount: 1, light: false },
    ]);
  });

  test("lists, shows and compares", () => {
    const stage = opened();
    work(stage, "s1", "Add a button", [["draw it", "in_progress"]]);
    stage.cli(["checkpoint", "create"]);
    put(stage, "src/a.ts", "two\n");
    put(stage, "new file.txt", "new\n");
    work(stage, "s1", "Paint it blue", [["draw it", "completed"]]);

    expect(stage.cli(["checkpoint", "list"]).stdout).toMatch(/^c1 .*by hand .*session s1 .*feat\/retry/m);
    expect(stage.json(["checkpoint", "list", "--session", "other"])).toEqual([]);
    expect(stage.json(["checkpoint", "show", "c1"])).toMatchObject({
      id: "c1",
      state: { session: "s1", request: "Add a button", open: ["draw it"] },
      changes: [
        { path: "new file.txt", change: "deleted" },
        { path: "src/a.ts", change: "changed" },
      ],
    });
    const diff = stage.cli(["checkpoint", "diff", "c1"]).stdout;
    expect(diff).toMatch(/^-two$/m);
    expect(diff).toMatch(/^\+one$/m);
    expect(stage.cli(["checkpoint", "diff", "c1", "--stat"]).stdout).toContain("~ src/a.ts");
    expect(stage.json(["checkpoint", "diff", "c1", "src"]).changes).toHaveLength(1);
    expect(stage.cli(["checkpoint", "show", "c1"]).stdout).toContain("Add a button");
  });

  test("restores only after agreement, keeps the present first, and leaves .git alone to the byte", () => {
    const stage = opened();
    commit(stage);
    work(stage, "s1", "Add a button", [["draw it", "in_progress"]]);
    stage.cli(["checkpoint"]);
    put(stage, "src/a.ts", "two\n");
    put(stage, "src/deep/b.ts", "b\n");
    rmSync(join(stage.project, "README.md"));
    work(stage, "s1", "Paint it blue", [["draw it", "completed"]]);
    const git = fingerprint(join(stage.project, ".git"));

    expect(stage.cli(["checkpoint", "restore", "c1", "--dry-run"]).stdout).toContain("-two");
    const refused = stage.cli(["checkpoint", "restore", "c1"]);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("--yes")]);
    expect(read(stage, "src/a.ts")).toBe("two\n");

    const { stdout, status } = stage.cli(["checkpoint", "restore", "c1", "--yes"]);
    expect(status).toBe(0);
    expect(stdout).toContain("Undo: tidemark checkpoint restore c2");
    expect([read(stage, "src/a.ts"), read(stage, "README.md")]).toEqual(["one\n", "# Photo box\n"]);
    expect(existsSync(join(stage.project, "src/deep"))).toBe(false);
    expect(stage.json(["state"])).toMatchObject({ work: { request: "Add a button" } });
    expect(stage.told("SessionStart", "s2", { source: "startup" }, BY_HAND)).toContain("draw it");

    stage.cli(["checkpoint", "restore", "c2", "--yes"]);
    expect([read(stage, "src/a.ts"), read(stage, "src/deep/b.ts")]).toEqual(["two\n", "b\n"]);
    expect(existsSync(join(stage.project, "README.md"))).toBe(false);
    expect(stage.json(["state"])).toMatchObject({ work: { request: "Paint it blue" } });
    expect(fingerprint(join(stage.project, ".git"))).toBe(git);
    expect(stage.cli(["verify"]).status).toBe(0);
  });

  test("restores by path, and as another tool's words say it", () => {
    const stage = opened();
    stage.cli(["checkpoint"]);
    put(stage, "src/a.ts", "two\n");
    put(stage, "README.md", "changed\n");
    expect(stage.json(["checkpoint", "--restore", "c1", "src/a.ts", "--yes"])).toMatchObject({
      applied: true,
      what: "files",
      paths: ["src/a.ts"],
      before: "c2",
      written: 1,
      refused: [],
    });
    expect([read(stage, "src/a.ts"), read(stage, "README.md")]).toEqual(["one\n", "changed\n"]);
  });

  test("says what a restore cannot do, and ends with 1 where it left something behind", () => {
    const stage = opened();
    commit(stage);
    mkdirSync(stage.home, { recursive: true, mode: 0o700 });
    writeFileSync(join(stage.home, "config.json"), '{"checkpoint":{"largestMegabytes":1}}', { mode: 0o600 });
    put(stage, "film.bin", "x".repeat(1_100_000));
    put(stage, "nested/b.txt", "b\n");
    execFileSync("git", ["init", "-q", join(stage.project, "nested")]);
    stage.cli(["checkpoint"]);
    expect(stage.cli(["checkpoint", "show", "c1"]).stdout).toMatch(/inside +nested \(files only/);
    rmSync(join(stage.project, "film.bin"));
    rmSync(join(stage.project, "nested"), { recursive: true });
    execFileSync("git", ["checkout", "-q", "-b", "other"], { cwd: stage.project, env: stage.env });
    put(stage, "x\n  - everything.txt\n999 files: 0 changed", "odd\n");
    put(stage, ".gitignore", "README.md\n");
    execFileSync("git", ["rm", "-q", "--cached", "README.md"], { cwd: stage.project, env: stage.env });
    put(stage, "README.md", "changed, and now ignored\n");

    const foretold = stage.cli(["checkpoint", "restore", "c1", "--dry-run"]).stdout;
    expect(foretold).toContain("made on the branch feat/retry, and you are on other");
    expect(foretold).toContain("nested was a repository of its own");
    expect(foretold).toMatch(/cannot bring them back:\n {2}film\.bin larger than 1 MB/);
    expect(foretold).toContain('- "x\\n  - everything.txt\\n999 files: 0 changed"');
    expect(foretold).not.toMatch(/^ {2}- everything/m);
    expect(foretold).toMatch(/! README\.md: stays/);
    const { stdout, status } = stage.cli(["checkpoint", "restore", "c1", "--yes"]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/Restored in part c1.*\n {2}left README\.md/);
    expect(read(stage, "README.md")).toBe("changed, and now ignored\n");
    expect(read(stage, "nested/b.txt")).toBe("b\n");
  });

  test("takes paths as seen from where one stands, and refuses those that nobody has", () => {
    const stage = opened();
    stage.cli(["checkpoint"]);
    put(stage, "src/a.ts", "two\n");
    for (const path of ["nosuch", "*.ts", ".git", ""]) {
      for (const action of ["diff", "restore"]) {
        const { status, stderr } = stage.cli(["checkpoint", action, "c1", path]);
        expect([path, status === 0, stderr.includes("Hint:")]).toEqual([path, false, true]);
      }
    }
    expect(stage.cli(["checkpoint", "restore", "c1", "nosuch"]).stderr).toMatch(
      /Neither c1 nor the work tree has nosuch\.\n.*relative to where you stand/,
    );
  });

  test("undoes a turn by the light one that its prompt made", async () => {
    const stage = opened();
    stage.hook("SessionStart", "s1", { source: "startup" }, BY_HAND);
    stage.hook("UserPromptSubmit", "s1", { prompt: "Add a button" });
    const [light] = await until(() => stage.json(["checkpoint", "list", "--all"]));
    expect(light).toMatchObject({ id: "t1", reason: "prompt", light: true, session: "s1" });
    put(stage, "src/a.ts", "two\n");
    put(stage, "src/b.ts", "b\n");
    stage.hook("Stop", "s1", { last_assistant_message: "There it is." });
    expect(stage.json(["checkpoint", "list"])).toEqual([]);

    stage.cli(["checkpoint", "restore", "t1", "--yes"]);
    expect([read(stage, "src/a.ts"), existsSync(join(stage.project, "src/b.ts"))]).toEqual(["one\n", false]);
    stage.cli(["checkpoint", "restore", "c1", "--yes"]);
    expect([read(stage, "src/a.ts"), read(stage, "src/b.ts")]).toEqual(["two\n", "b\n"]);
  });

  test("that is killed in the middle of a restore says so, finishes it when repeated, and undoes it whole", async () => {
    const stage = opened();
    const write = (text: string) => {
      for (let n = 0; n < 1_500; n += 1) put(stage, `many/${n % 40}/${n}.txt`, `${text} ${n}\n`);
    };
    write("first");
    stage.cli(["checkpoint"]);
    write("second");
    put(stage, "only-second.txt", "second\n");
    const second = tree(stage);

    await killedInside(stage, ["checkpoint", "restore", "c1", "--yes"]);
    expect(stage.json(["status"]).restoring).toMatchObject({ checkpoint: "c1", before: "c2" });
    expect(stage.cli(["status"]).stdout).toContain("finish    tidemark checkpoint restore c1");
    expect(stage.json(["checkpoint", "restore", "c1", "--yes"])).toMatchObject({
      repeats: true,
      before: "c2",
    });
    expect(stage.json(["status"]).restoring).toBeUndefined();
    expect(read(stage, "many/0/40.txt")).toBe("first 40\n");
    expect(stage.json(["checkpoint", "show", "c1"]).changes).toEqual([]);

    stage.cli(["checkpoint", "restore", "c2", "--yes"]);
    expect(tree(stage)).toBe(second);
  });

  test("says what is wrong with what was asked", () => {
    const stage = opened();
    const fails = (...args: string[]) => {
      const { status, stderr } = stage.cli(["checkpoint", ...args]);
      return `${status} ${stderr.split("\n")[0]}`;
    };
    expect(fails("restore", "c1", "--yes")).toMatch(/^1 .*no checkpoint "c1"/);
    expect(fails("restore")).toMatch(/^1 .*no checkpoint of this work tree yet/);
    expect(fails("undo")).toMatch(/^2 .*takes create, list, show, diff, restore/);
    expect(fails("show", "src/a.ts")).toMatch(/^2 .*takes the id of a checkpoint/);
    expect(fails("diff")).toMatch(/^2 .*none was named/);
    expect(fails("list", "c1")).toMatch(/^2 .*takes no "c1"/);
    stage.cli(["checkpoint"]);
    expect(fails("restore", "c1", "--files", "--state")).toMatch(/^2 .*Only one of/);
    expect(fails("restore", "c1", "/etc/passwd")).toMatch(/^2 .*not a path inside/);
    expect(fails("restore")).toMatch(/^2 .*no terminal/);
  });
});

describe("an interrupted session", () => {
  test("is said with its files and its way back until it is rolled back", () => {
    const stage = opened();
    work(stage, "s1", "Move to the new table");
    stage.cli(["checkpoint"]);
    cutOff(stage, "s1", "sed -i s/one/two/ src/a.ts");
    // File systems tell the time in steps: the change is to stand behind the call that made it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    put(stage, "src/a.ts", "two\n");

    const [cut] = stage.json(["status"]).interrupted;
    expect(cut).toMatchObject({
      session: "s1",
      crashed: true,
      tool: "Bash",
      target: "sed -i s/one/two/ src/a.ts",
      files: [{ path: "src/a.ts", verdict: "changed" }],
      rollBack: { id: "c1", edited: 0, command: "tidemark checkpoint restore c1" },
    });
    const shown = stage.cli(["status"]).stdout;
    expect(shown).toMatch(/crashed .*inside Bash sed -i/);
    expect(shown).toContain("tidemark checkpoint restore c1");
    const told = stage.told("SessionStart", "s2", { source: "startup" }, BY_HAND);
    expect(told).toMatch(
      /^Interrupted .*inside `sed -i s\/one\/two\/ src\/a\.ts`.*src\/a\.ts changed since/m,
    );
    expect(told).toContain("roll back (tidemark checkpoint restore c1: just before it)");

    expect(stage.cli(["checkpoint", "restore", "c1", "--yes"]).status).toBe(0);
    expect(read(stage, "src/a.ts")).toBe("one\n");
    expect(stage.json(["status"]).interrupted).toEqual([]);
    expect(stage.told("SessionStart", "s3", { source: "startup" }, BY_HAND)).not.toContain("Interrupted");
  });

  test("is said to every new session until one goes on, or it is dismissed", () => {
    const stage = opened();
    work(stage, "s1", "Move to the new table");
    cutOff(stage, "s1", "npm run migrate");
    const told = (session: string) =>
      stage
        .told("SessionStart", session, { source: "startup" }, BY_HAND)
        .includes("npm run migrate`: it never");
    expect([told("s2"), told("s3")]).toEqual([true, true]);
    stage.hook("UserPromptSubmit", "s3", { prompt: "look at what the migration left" }, BY_HAND);
    expect(told("s4")).toBe(false);

    work(stage, "s5", "Try again");
    cutOff(stage, "s5", "npm run migrate");
    expect(told("s6")).toBe(true);
    expect(stage.cli(["dismiss"]).stdout).toContain("Dismissed");
    expect(told("s7")).toBe(false);
    expect(stage.json(["status"]).interrupted).toEqual([]);
    expect(stage.cli(["dismiss", "s5"]).stderr).toContain("dismissed already");
    expect(stage.cli(["verify"]).status).toBe(0);
  });

  test("is none while its agent lives, and another's crash beside it is said", () => {
    const stage = opened();
    const living = { CLAUDE_PID: String(process.pid), ...BY_HAND };
    stage.hook("SessionStart", "alive", { source: "startup" }, living);
    stage.hook("UserPromptSubmit", "alive", { prompt: "Watch the build" }, living);
    stage.hook("PreToolUse", "alive", running("make watch"), living);
    expect(stage.json(["status"]).interrupted).toEqual([]);
    expect(stage.told("SessionStart", "s2", { source: "startup" }, BY_HAND)).not.toContain("nterrupted");
    work(stage, "s3", "Move to the new table");
    cutOff(stage, "s3", "npm run migrate");
    stage.hook("PostToolUse", "alive", { ...running("make watch"), tool_response: { stdout: "" } }, living);
    expect(stage.told("SessionStart", "s4", { source: "startup" }, BY_HAND)).toContain(
      "Another session was interrupted a moment ago inside `npm run migrate`",
    );
  });
});

/** What a process beside the hook makes is there in a moment. */
async function until<T extends readonly unknown[]>(look: () => T): Promise<T> {
  for (let tries = 0; tries < 50; tries += 1) {
    const found = look();
    if (found.length > 0) return found;
    await wait(100);
  }
  throw new Error("It was not made.");
}

/** Ends the command once it has begun to restore and before it is done, by its own note of that. */
async function killedInside(stage: Stage, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(dist, "cli.js"), ...args], {
    cwd: stage.project,
    env: stage.env,
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const folder = join(stage.home, "checkpoint");
  const isAtIt = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).some((name) => name.includes("restoring-"));
  while (child.exitCode === null && !isAtIt()) await wait(1);
  child.kill("SIGKILL");
  await ended;
}

/** All of the project's files but git's. */
function tree(stage: Stage): string {
  const hash = createHash("sha256");
  const names = readdirSync(stage.project, { recursive: true, encoding: "utf8" }).sort();
  for (const name of names.filter((path) => !path.startsWith(".git/")))
    if (statSync(join(stage.project, name)).isFile()) hash.update(name).update(read(stage, name));
  return hash.digest("hex");
}

function opened(): Stage {
  const stage = new Stage("feat/retry", true);
  put(stage, "src/a.ts", "one\n");
  put(stage, "README.md", "# Photo box\n");
  put(stage, ".gitignore", "*.log\n");
  return stage;
}

function commit(stage: Stage): void {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  const git = (...args: string[]) =>
    execFileSync("git", [...who, ...args], { cwd: stage.project, env: stage.env, stdio: "ignore" });
  git("add", ".");
  git("commit", "-m", "Begin");
  put(stage, "staged.txt", "staged\n");
  git("add", "staged.txt");
}

function work(stage: Stage, session: string, prompt: string, items: [string, string][] = []): void {
  stage.hook("SessionStart", session, { source: "startup" }, BY_HAND);
  stage.hook("UserPromptSubmit", session, { prompt }, BY_HAND);
  if (items.length > 0) stage.hook("PostToolUse", session, plan(...items), BY_HAND);
}

function cutOff(stage: Stage, session: string, command: string): void {
  stage.hook("PreToolUse", session, running(command), BY_HAND);
}

function running(command: string) {
  return { tool_name: "Bash", tool_input: { command }, tool_use_id: `u ${command}` };
}

function put(stage: Stage, path: string, text: string): void {
  mkdirSync(dirname(join(stage.project, path)), { recursive: true });
  writeFileSync(join(stage.project, path), text);
}

function read(stage: Stage, path: string): string {
  return readFileSync(join(stage.project, path), "utf8");
}

/** Names, bytes and times of all files below a folder. */
function fingerprint(folder: string): string {
  const hash = createHash("sha256");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((a, b) =>
    join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
  )) {
    const path = join(entry.parentPath, entry.name);
    hash.update(path);
    if (entry.isFile()) hash.update(readFileSync(path)).update(String(statSync(path).mtimeMs));
  }
  return hash.digest("hex");
}
