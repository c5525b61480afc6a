import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

let stage: Stage;
beforeAll(() => {
  stage = new Stage();
  stage.hook("SessionStart", "aaaa-1111", { source: "startup" });
  stage.hook("UserPromptSubmit", "aaaa-1111", { prompt: "Add retry to uploads" });
  stage.hook("PostToolUse", "aaaa-1111", {
    tool_name: "Edit",
    tool_input: { file_path: "src/retry.ts", old_string: "a", new_string: "function retry() {" },
  });
  stage.hook("PostToolUse", "aaaa-1111", {
    tool_name: "Bash",
    tool_input: { command: "npm run check" },
    tool_response: { stdout: "ok" },
  });
  stage.hook("Stop", "aaaa-1111", { last_assistant_message: "Done." });
  stage.hook("UserPromptSubmit", "aabb-2222", { prompt: "Something else" });
});

describe("the command line", () => {
  test("without a command shows help with examples and fails", () => {
    const { status, stderr } = stage.cli([]);
    expect(status).toBe(2);
    expect(stderr).toContain("Examples:");
  });

  test.each([
    "init",
    "remove",
    "doctor",
    "status",
    "inject",
    "sessions",
    "session",
    "threads",
    "thread",
    "state",
    "history",
    "export",
    "resume",
    "rebuild",
    "verify",
    "tour",
  ])("%s --help has examples", (command) => {
    const { status, stdout } = stage.cli([command, "--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ tidemark /);
  });

  test("status says where the work stands", () => {
    const { stdout } = stage.cli(["status"]);
    expect(stdout).toContain("on feat/retry");
    expect(stdout).toContain("request  Something else");
    expect(stage.json(["status"])).toMatchObject({
      sessions: 2,
      badLines: 0,
      last: { session: "aabb-2222" },
    });
  });

  test("sessions lists them, newest first, and filters", () => {
    expect(stage.json(["sessions"]).map((entry: { session: string }) => entry.session)).toEqual([
      "aabb-2222",
      "aaaa-1111",
    ]);
    expect(stage.json(["sessions", "--limit", "1"])).toHaveLength(1);
    expect(stage.json(["sessions", "--agent", "pi"])).toEqual([]);
    expect(stage.cli(["sessions", "--agent", "nobody"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("claude, codex"),
    });
    expect(stage.json(["sessions", "--since", "1h"])).toHaveLength(2);
  });

  test("session shows one by the start of its id", () => {
    expect(stage.json(["session", "aaaa"])).toMatchObject({
      session: "aaaa-1111",
      turns: [{ n: 0 }, { n: 1, request: "Add retry to uploads", edited: ["src/retry.ts"] }],
    });
    const { stdout } = stage.cli(["session", "aaaa", "--files", "--tools"]);
    expect(stdout).toContain("src/retry.ts");
    expect(stdout).toContain("Edit src/retry.ts");
  });

  test("state is the whole state", () => {
    expect(stage.json(["state", "aaaa"]).session).toBe("aaaa-1111");
    expect(stage.json(["state", "--session", "aaaa"])).toMatchObject({
      status: "idle",
      work: { request: "Add retry to uploads", action: "Bash npm run check" },
      files: [{ path: "src/retry.ts", action: "edit", summary: "+1 -1 in retry" }],
      commands: [{ text: "npm run check", ok: true }],
    });
  });

  test("history prints every event once, as JSON lines", () => {
    const lines = stage
      .cli(["history", "--all", "--json"])
      .stdout.trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((event) => event.type)).toEqual([
      "project.seen",
      "session.started",
      "injection.made",
      "prompt.submitted",
      "tool.finished",
      "tool.finished",
      "turn.ended",
      "prompt.submitted",
      "injection.made",
    ]);
    expect(stage.cli(["history", "--type", "prompt", "--json"]).stdout.trim().split("\n")).toHaveLength(2);
    expect(
      stage.cli(["history", "--session", "aaaa", "--type", "tool.finished", "--limit", "1", "--json"]).stdout,
    ).toContain("npm run check");
  });

  test("inject shows what would be said, and why", () => {
    expect(stage.cli(["inject"]).stdout).toMatch(/^Tidemark · /);
    const explained = stage.cli(["inject", "--explain", "--session", "aaaa", "--source", "compact"]).stdout;
    expect(explained).toMatch(/in {2}header/);
    expect(explained).toMatch(
      /in {2}told:asked .*\d+ % "Add retry to uploads" · from: user \(prompt\.submitted/,
    );
    expect(stage.json(["inject", "--budget", "120"]).chars).toBeLessThanOrEqual(120);
    expect(stage.json(["inject", "--budget", "99999"]).budget).toBe(9_500);
    expect(stage.json(["inject"])).toMatchObject({
      token_count: expect.any(Number),
      session_id: expect.stringMatching(/./),
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(stage.cli(["inject", "--language", "fr"]).stdout).toMatch(
      /^(?:Dernière demande|Demandé avant): Add retry/m,
    );
  });

  test("a project has its name, also where somebody asked before its first session", () => {
    const other = new Stage();
    for (const args of [["status"], ["history"], ["sessions"]]) other.cli(args);
    other.hook("SessionStart", "cccc-1111", { source: "startup" });
    other.cli(["pin", "Never on Fridays"]);
    expect(other.json(["status"]).project).toMatchObject({ name: "photo-box", path: other.project });
    expect(other.cli(["history", "--type", "project.seen", "--json"]).stdout.trim().split("\n")).toHaveLength(
      1,
    );
  });

  test("asking changes nothing", () => {
    const before = stage.cli(["history", "--all", "--json"]).stdout;
    for (const args of [["inject"], ["status"], ["sessions"], ["verify"]]) stage.cli(args);
    expect(stage.cli(["history", "--all", "--json"]).stdout).toBe(before);
  });

  test("verify and rebuild agree", () => {
    expect(stage.json(["verify"])).toMatchObject({ same: true, events: 9, sessions: 2 });
    expect(stage.json(["rebuild"])).toEqual({ events: 9, sessions: 2, badLines: 0 });
    expect(stage.cli(["verify"]).stdout).toContain("Same.");
  });

  test.each([
    [["session", "zzzz"], 'There is no session "zzzz"', "tidemark sessions --all"],
    [["session", "aa"], "more than one session", "aaaa-1111"],
    [["inject", "--source", "never"], "--source takes", ""],
    [["inject", "--budget", "many"], "--budget takes a whole number", ""],
    [["sessions", "--since", "yesteryear"], '--since takes a time, and "yesteryear" is none', "2h, 3d"],
    [["sessions", "--since", "5"], '--since takes a time, and "5" is none', "2h, 3d"],
    [["sessions", "--status", "tired"], "--status takes", ""],
  ])("%j is a clear error with a hint", (args, message, hint) => {
    const { status, stderr, stdout } = stage.cli(args);
    expect(status).toBe(message.startsWith("There is no") ? 1 : 2);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain("    at ");
  });

  test("a folder of other things is not closed to others because it was named by mistake", () => {
    const foreign = join(stage.root, "documents");
    mkdirSync(foreign, { mode: 0o755 });
    writeFileSync(join(foreign, "a.txt"), "mine");
    const { status, stderr } = stage.cli(["status"], { TIDEMARK_HOME: foreign });
    expect(status).toBe(1);
    expect(stderr).toContain("holds things that are not Tidemark's");
    expect(statSync(foreign).mode & 0o777).toBe(0o755);
    expect(readdirSync(foreign)).toEqual(["a.txt"]);
  });

  test("a line that was changed after it was drained is named, with what a rebuild would cost", () => {
    const other = new Stage();
    other.hook("UserPromptSubmit", "one", { prompt: "keep these words" });
    other.cli(["status"]);
    const journal = join(other.home, "journal");
    const file = join(journal, readdirSync(journal)[0] ?? "");
    writeFileSync(file, readFileSync(file, "utf8").replace("keep these words", "keep those words"));
    const { status, stderr } = other.cli(["verify"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /1 line of the journal changed after being drained, the first in .*\.jsonl at byte \d+/,
    );
    expect(stderr).toContain("The database still knows what they said");
  });

  test("a line that its writer could not end is told from a loss", () => {
    const other = new Stage();
    other.hook("UserPromptSubmit", "one", { prompt: "keep these words" });
    const journal = join(other.home, "journal");
    const file = join(journal, readdirSync(journal)[0] ?? "");
    const [line = ""] = readFileSync(file, "utf8").trim().split("\n");
    appendFileSync(file, `\n${line.slice(0, 60)}`);
    other.hook("UserPromptSubmit", "one", { prompt: "and these" });
    const { status, stdout } = other.cli(["verify"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/damaged: .* \(torn\)\nTorn: .*kill -9.*\nSame\./);
  });

  test("what was recorded cannot command the terminal it is shown in", () => {
    const other = new Stage();
    const trick = "\u001b]0;title\u0007\u001b[2J\u009b2J\u202e\r";
    other.hook("UserPromptSubmit", "one", { prompt: `Retry ${trick}failed uploads with jitter` });
    other.hook("PostToolUse", "one", {
      tool_name: "Edit",
      tool_input: { file_path: `src/${trick}retry.ts`, old_string: "a", new_string: "b" },
    });
    other.hook("PostToolUse", "one", {
      tool_name: "TodoWrite",
      tool_input: { todos: [{ content: `Measure ${trick}it`, status: "pending" }] },
    });
    other.hook("PostToolUseFailure", "one", {
      tool_name: "Bash",
      tool_input: { command: `npm ${trick}test` },
      error: `${trick}failed`,
    });
    other.hook("Stop", "one", { last_assistant_message: `Uploads ${trick}retry with jitter.` });
    for (const command of ["sessions", "state", "session", "status", "history", "threads", "thread"]) {
      const { stdout, status } = other.cli([command]);
      expect(status).toBe(0);
      expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }
    expect(other.json(["state"]).plan).toMatchObject([{ text: expect.not.stringContaining("title") }]);
    expect(other.cli(["history", "--json"]).stdout).toContain("\u202e");
  });

  test("a journal that lost events is named, and not rebuilt from unless that is wanted", () => {
    const other = new Stage();
    other.hook("UserPromptSubmit", "one", { prompt: "keep these words" });
    other.cli(["status"]);
    const known = other.json(["verify"]).events;
    const journal = join(other.home, "journal");
    for (const file of readdirSync(journal)) rmSync(join(journal, file));
    const { status, stderr } = other.cli(["verify"]);
    expect(status).toBe(1);
    expect(stderr).toContain(`${known} events that the database knows are no longer in the journal.`);
    expect(stderr).not.toContain("Run: tidemark rebuild");

    const refused = other.cli(["rebuild"]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`${known} events would be lost`);
    expect(refused.stderr).toContain("tidemark rebuild --force");
    expect(other.json(["sessions"])).toMatchObject([{ session: "one" }]);

    expect(other.cli(["rebuild", "--force"]).stdout).toContain("0 events");
    expect(other.cli(["verify"]).stdout).toContain("Same.");
  });

  test("what is new in the journal does not make up for what it lost", () => {
    const other = new Stage();
    other.hook("UserPromptSubmit", "one", { prompt: "keep these words" });
    other.cli(["status"]);
    const journal = join(other.home, "journal");
    for (const file of readdirSync(journal)) rmSync(join(journal, file));
    for (let n = 0; n < 9; n++) other.hook("UserPromptSubmit", "two", { prompt: `and number ${n}` });
    expect(other.cli(["rebuild"]).stderr).toContain("would be lost");
  });

  test("a damaged database is rebuilt", () => {
    const other = new Stage();
    other.hook("UserPromptSubmit", "one", { prompt: "keep these words" });
    const { events } = other.json(["verify"]);
    writeFileSync(join(other.home, "tidemark.db"), "no database at all".repeat(1_000));
    expect(other.json(["rebuild"])).toMatchObject({ events });
  });

  test("a folder that is gone is named as such", () => {
    const gone = join(stage.root, "gone");
    mkdirSync(gone);
    const script = `cd '${gone}' && rmdir '${gone}' && '${process.execPath}' '${resolve(import.meta.dirname, "../../dist/cli.js")}' status`;
    const { status, stderr } = spawnSync("sh", ["-c", script], { env: stage.env, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toContain("does not exist any more");
  });

  test("init promises nothing where all hooks are switched off", () => {
    const other = new Stage();
    mkdirSync(join(other.root, ".claude"));
    writeFileSync(join(other.root, ".claude", "settings.json"), '{ "disableAllHooks": true }\n');
    const { status, stdout } = other.cli(["init", "--yes"]);
    expect(status).toBe(0);
    expect(stdout).toContain("nothing is remembered until you change that");
    expect(stdout).not.toContain("is remembered. ");
    writeFileSync(join(other.root, ".claude", "settings.json"), "{}\n");
    expect(other.cli(["init", "--yes"]).stdout).toContain("The next Claude Code session is remembered.");
  });

  test("errors are JSON where JSON was asked for", () => {
    expect(JSON.parse(stage.cli(["session", "zzzz", "--json"]).stderr)).toMatchObject({ error: "not-found" });
  });

  test("an unknown command or option fails with usage", () => {
    expect(stage.cli(["sesions"])).toMatchObject({
      status: 2,
      stderr:
        "Error: Unknown command 'sesions'.\nHint:  Did you mean sessions? Run it with --help for usage.\n",
    });
    expect(stage.cli(["status", "--jsno"])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^Error: Unknown option '--jsno'\.\nHint: {2}/),
    });
    expect(stage.cli(["session", "--limit"])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^Error: .*\.\nHint: {2}.*--help for usage\.\n$/),
    });
    expect(JSON.parse(stage.cli(["sesions", "--json"]).stderr)).toMatchObject({ error: "bad-argument" });
    expect(stage.cli(["--version"])).toMatchObject({ status: 0, stderr: "" });
  });

  test("no colours where nobody looks", () => {
    expect(stage.cli(["sessions"]).stdout).not.toContain("\u001b[");
  });

  test("the tour tells the whole story and leaves nothing behind", () => {
    const { status, stdout, stderr } = new Stage().cli(["tour"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const part of [
      "first session in this project",
      "continuing after 5 min",
      "last session 30 min ago",
      "new session after 3 h 5 min",
      "context compacted",
      "Interrupted 12 min ago inside `npm run migrate > db/schema.sql`",
      "npx tidemark init",
    ]) {
      expect(stdout).toContain(part);
    }
  });
});
