import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { idStart } from "../../src/model/fold/stamp.js";
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

function readRecall(query: string, session?: string): string {
  return readFileSync(ask("Read", { file_path: `.ai/recall/${query}` }, session)["file_path"] ?? "", "utf8");
}

/** A test that failed, what was changed, and the same test passing. */
function fixFlakyTest(session: string): void {
  const shell = { tool_name: "Bash", tool_input: { command: "npm test -- upload" } };
  const file = join(stage.project, "src/retry.ts");
  mkdirSync(join(stage.project, "src"), { recursive: true });
  writeFileSync(file, "export const tries = 3;\n");
  stage.hook("UserPromptSubmit", session, { prompt: "The upload test is flaky in CI" });
  const error = "Exit code 1\nAssertionError: expected 4 to be 3";
  stage.hook("PostToolUseFailure", session, { ...shell, tool_use_id: "a", error });
  const tool_input = { file_path: file, old_string: "4", new_string: "3" };
  stage.hook("PostToolUse", session, { tool_name: "Edit", tool_input, tool_response: {}, tool_use_id: "b" });
  stage.hook("PostToolUse", session, { ...shell, tool_response: { stdout: "1 passed" }, tool_use_id: "c" });
  stage.hook("Stop", session, { last_assistant_message: "The loop counted one try too many." });
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

  test("finds an error with its fix, in French too, and says that the file is gone", () => {
    fixFlakyTest("fixing");
    const fix = /^\d\. .*session fixing.*\n {3}Error and fix: `npm test -- upload` failed: AssertionError/m;
    expect(readRecall("how did we fix the flaky upload test?")).toMatch(fix);
    expect(readRecall("comment a-t-on corrigé retry.ts ?")).toContain("Error and fix: `npm test -- upload`");
    rmSync(join(stage.project, "src/retry.ts"));
    expect(readRecall("how did we fix the flaky upload test?")).toContain("No longer there: src/retry.ts");
  });

  test("finds what is said in other words, unless nothing but words is to be compared", () => {
    stage.hook("UserPromptSubmit", "pics", { prompt: "The pictures are rotated wrongly" });
    stage.hook("Stop", "pics", { last_assistant_message: "The orientation of each picture is kept." });
    expect(readRecall("photograph orientation")).toContain("orientation of each picture");
  });

  test("does not answer with the question of the turn that asks", () => {
    stage.hook("UserPromptSubmit", "two", { prompt: "What do we know of submarines?" });
    expect(readRecall("submarines", "two")).toContain("nothing in memory matches");
    expect(readRecall("submarines", "three")).toContain("What do we know of submarines?");
  });

  test("goes on by words where the embedder is set wrongly, and leaves a note", () => {
    writeFileSync(join(stage.home, "config.json"), '{"embedder": 1}', { mode: 0o600 });
    expect(readRecall("jitter")).toContain("Add retry with jitter");
    expect(readFileSync(join(stage.home, "log/hook.jsonl"), "utf8")).toContain("config.json");
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
  test("tells what memory holds, and all of it as JSON", () => {
    expect(stage.cli(["recall", "upload", "jitter"]).stdout).toMatch(
      /^Tidemark · memory of this project, 1 of 2 that match.*\n<recorded>\n1\. .*\n {3}The user asked: Add retry[\s\S]*<\/recorded>\n$/,
    );
    const recalled = stage.json(["recall", "jitter", "--limit", "1"]);
    expect(recalled).toMatchObject({
      query: "jitter",
      words: ["jitter"],
      memories: [{ session: "one", kind: "prompt", by: "user", beside: [{ kind: "answer", by: "agent" }] }],
    });
    expect(recalled.memories[0].parts[0]).toEqual({ name: expect.any(String), value: expect.any(Number) });
  });

  test("filters by kind, time, session, thread and file", () => {
    fixFlakyTest("fixing");
    const found = (...args: string[]): { session: string; text: string; files: string[] }[] =>
      stage.json(["recall", "upload retry", ...args]).memories;
    expect(found("--kind", "fix")).toMatchObject([{ kind: "fix", session: "fixing" }]);
    expect(found("--session", "fix").every(({ session }) => session === "fixing")).toBe(true);
    expect(found("--session", "fix").length).toBeGreaterThan(0);
    expect(found("--until", "1h")).toEqual([]);
    expect(found("--until", "yesterday")).toEqual([]);
    expect(found("--since", "today").length).toBeGreaterThan(1);
    const about = found("--file", "./src/retry.ts");
    expect(about.every(({ files, text }) => [...files, text].join().includes("src/retry.ts"))).toBe(true);
    expect(found("--file", join(stage.project, "src/retry.ts")).length).toBeGreaterThan(0);
    const [thread] = stage.json(["threads"]);
    expect(found("--thread", thread.id.slice(0, 5)).length).toBeGreaterThan(0);
  });

  test("explains what made each place in the answer, outside of what was recorded", () => {
    const { stdout } = stage.cli(["recall", "how did we fix jitter?", "--explain"]);
    const [, below = ""] = stdout.split("</recorded>\n");
    expect(below).toMatch(
      /^Looked for the words fix, jitter; the kinds fix\n1\. score \d+\.\d\d\n {5}\w+ +[+−]\d\.\d\d {2}\w/,
    );
  });

  test("stays in its project unless all are asked for", () => {
    const other = join(stage.root, "other-box");
    mkdirSync(other);
    execFileSync("git", ["init", "-q", other], { env: stage.env });
    stage.hook("SessionStart", "elsewhere", { cwd: other, source: "startup" });
    stage.hook("UserPromptSubmit", "elsewhere", { cwd: other, prompt: "Paint the jetty with jitter" });
    expect(stage.cli(["recall", "jetty"]).stdout).toContain("nothing in memory matches");
    const { stdout } = stage.cli(["recall", "jetty", "--all-projects"]);
    expect(stdout).toMatch(
      /memory of all projects.*\n<recorded>\n1\. .*project other-box · session elsewher/,
    );
    const { memories } = stage.json(["recall", "jitter", "--all-projects"]);
    expect(memories.map(({ projectName }: { projectName: string }) => projectName).sort()).toEqual([
      "other-box",
      "photo-box",
    ]);
    const { status, stderr } = stage.cli(["recall", "jetty", "--session", "elsewhere"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("--all-projects")]);
  });

  test("says what to try where nothing matches", () => {
    const { stdout, status } = stage.cli(["recall", "submarine"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/nothing in memory matches \(\d+ looked through\)\. Try fewer or other words/);
  });

  test.each([
    [["recall"], "Say what to look for."],
    [["recall", "  "], "Say what to look for."],
    [["recall", "jitter", "--kind", "joke"], "--kind takes prompt, answer, decision,"],
    [["recall", "jitter", "--since", "soon"], "Use 2h, 3d, 2w, today, yesterday, a date"],
    [["recall", "jitter", "--since", "1w", "--until", "2w"], "--until ends before --since begins."],
    [["recall", "jitter", "--thread", "t1", "--all-projects"], "--thread goes without --all-projects"],
    [["recall", "jitter", "--limit", "many"], "--limit takes a whole number"],
  ])("refuses %j", (args, message) => {
    const { status, stderr } = stage.cli(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test.each([
    [["--thread", "t000000"], "tidemark threads"],
    [["--session", "nobody"], "tidemark sessions"],
  ])("knows no %j", (args, hint) => {
    const { status, stderr } = stage.cli(["recall", "jitter", ...args]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(hint)]);
  });

  test("speaks French to those who want it, and has examples", () => {
    const { stdout } = stage.cli(["recall", "jitter"], { TIDEMARK_LANGUAGE: "fr" });
    expect(stdout).toContain("mémoire de ce projet");
    expect(stage.cli(["recall", "--help"]).stdout).toMatch(
      /Kinds: prompt[\s\S]*Examples:\n {2}\$ tidemark recall/,
    );
  });

  test("goes on by words where a server does not answer, and says so beside the answer", () => {
    const env = { TIDEMARK_EMBEDDER: "ollama:any@http://127.0.0.1:9" };
    const { stdout, stderr, status } = stage.cli(["recall", "jitter"], env);
    expect([status, stdout]).toEqual([0, expect.stringContaining("Add retry with jitter")]);
    expect(stderr).toMatch(/^Found without the embedder you chose: .*\n$/);
  });

  test("what it found can be rated and shown by its id", () => {
    const id: string = stage.json(["recall", "jitter"]).memories[0].id;
    const [event = "", kind = ""] = id.split(".");
    const before: number = stage.json(["recall", "jitter"]).memories[0].score;
    expect(stage.cli(["rate", `${event.slice(0, 12)}.${kind}`, "down"]).stdout).toMatch(
      /^Rated down \(0 up, 1 down\): Add retry with jitter/,
    );
    expect(stage.json(["recall", "jitter"]).memories[0].score).toBeLessThan(before);
    expect(stage.json(["rate", id, "up"])).toMatchObject({ id, up: 1, down: 1 });
    expect(stage.cli(["memory", "show", id]).stdout).toContain("Add retry with jitter");
    stage.cli(["remember", "decision", "full jitter for uploads"]);
    stage.cli(["pin", "never drop the jitter"]);
    const all: { id: string }[] = stage.json(["recall", "jitter", "--limit", "50"]).memories;
    expect(all).toHaveLength(3);
    for (const one of all)
      expect(stage.cli(["rate", idStart(one.id), "up"]).stdout).toMatch(
        /^Rated up \(\d up, \d down\): .*jitter/,
      );
    stage.cli(["memory", "remove", id]);
    expect(stage.cli(["rate", id, "up"]).status).toBe(1);
    expect(stage.json(["recall", "jitter"]).memories.map((one: { id: string }) => one.id)).not.toContain(id);
  });
});
