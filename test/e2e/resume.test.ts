import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { FakeAgent } from "./fake-agent.js";
import { Stage } from "./stage.js";

const FIRST = "aaaa1111-0000-4000-8000-000000000001";
const SECOND = "bbbb2222-0000-4000-8000-000000000002";

let stage: Stage;
let agent: FakeAgent;
beforeEach(() => {
  stage = new Stage();
  agent = new FakeAgent(stage);
  work(FIRST, "Add retry with jitter to the uploads", "src/retry.ts");
  stage.hook("Stop", FIRST, { last_assistant_message: "The retry is in. Next: describe it in the manual." });
  work(SECOND, "Rename the parser", "src/parser.ts");
  stage.hook("Stop", SECOND, { last_assistant_message: "Renamed." });
});

function work(session: string, prompt: string, file: string): void {
  mkdirSync(join(stage.project, "src"), { recursive: true });
  writeFileSync(join(stage.project, file), "b");
  stage.hook("SessionStart", session, { source: "startup" });
  stage.hook("UserPromptSubmit", session, { prompt });
  stage.hook("PostToolUse", session, {
    tool_name: "Edit",
    tool_input: { file_path: join(stage.project, file), old_string: "a", new_string: "b" },
  });
}

/** As Claude Code files it: by the folder it was started in. */
function keepTranscript(
  session: string,
  folder = stage.project,
  config = join(stage.root, ".claude"),
): string {
  const filed = join(config, "projects", folder.replace(/[^a-zA-Z0-9]/g, "-"));
  mkdirSync(filed, { recursive: true });
  const file = join(filed, `${session}.jsonl`);
  writeFileSync(file, `${JSON.stringify({ type: "user", cwd: folder, sessionId: session })}\n`);
  return file;
}

describe("resume where the agent still has its record", () => {
  test("starts it with the session, in its folder, and hands on how it ended", () => {
    const dir = join(stage.project, "packages", "core");
    mkdirSync(dir, { recursive: true });
    keepTranscript(FIRST, dir);
    agent = new FakeAgent(stage, 7);
    const { status, stdout } = stage.cli(["resume", "--session", FIRST, "--yes"], agent.env);
    expect(stdout).toContain("Claude Code goes on with it in ");
    expect(stdout).toContain("still has its record");
    expect(stdout).toContain("the agent speaks");
    expect(status).toBe(7);
    expect(agent.started()).toEqual({ args: ["--resume", FIRST], cwd: dir, resume: null, inside: null });
  });

  test("says how it was ended from outside", () => {
    keepTranscript(SECOND);
    agent = new FakeAgent(stage, -1);
    expect(stage.cli(["resume", "--yes"], agent.env).status).toBe(128 + 15);
  });

  test("looks where the agent was told to keep it", () => {
    const config = join(stage.root, "elsewhere");
    keepTranscript(SECOND, stage.project, config);
    stage.cli(["resume", "--yes"], { ...agent.env, CLAUDE_CONFIG_DIR: config });
    expect(agent.started()?.args).toEqual(["--resume", SECOND]);
  });

  test("does not take a record that is filed under another folder", () => {
    const file = keepTranscript(SECOND, join(stage.root, "gone"));
    expect(stage.json(["resume", "--print"])).toMatchObject({ how: "handover" });
    writeFileSync(file, "");
    expect(stage.json(["resume", "--print"])).toMatchObject({ how: "handover" });
  });
});

describe("resume where it no longer has it", () => {
  test("starts a new session, which is told of that one and not of the last", () => {
    const { stdout, status } = stage.cli(["resume", "--session", "aaaa", "--yes"], agent.env);
    expect(status).toBe(0);
    expect(stdout).toContain("A new session of Claude Code begins");
    expect(stdout).toContain("no longer has its record");
    const started = agent.started();
    expect(started).toEqual({ args: [], cwd: stage.project, resume: FIRST, inside: null });

    const env = { TIDEMARK_RESUME: started?.resume ?? "" };
    const told = stage.told("SessionStart", "cccc-3", { source: "startup" }, env);
    expect(told).toMatch(/^Tidemark · going on with a session of .* ago/);
    expect(told).toContain("Add retry with jitter");
    expect(told).toContain("src/retry.ts");
    expect(told).toMatch(/describe it in (?:the )?manual/);
    expect(told).not.toContain("Rename the parser");
  });

  test("tells it once: not after a clear, and not on the next prompt", () => {
    const env = { TIDEMARK_RESUME: FIRST };
    stage.told("SessionStart", "cccc-3", { source: "startup" }, env);
    expect(stage.told("UserPromptSubmit", "cccc-3", { prompt: "go on" }, env)).toBe("");
    const cleared = stage.told("SessionStart", "cccc-4", { source: "clear" }, env);
    expect(cleared).not.toContain("going on with a session");
  });

  test("tells it to no agent that the one it was told to starts in its shell", () => {
    const env = { TIDEMARK_RESUME: FIRST, CLAUDE_PID: String(process.pid) };
    stage.told("SessionStart", "cccc-3", { source: "startup" }, env);
    stage.hook("UserPromptSubmit", "cccc-3", { prompt: "Go on with the manual" }, env);
    const inner = stage.told("SessionStart", "cccc-5", { source: "startup" }, { TIDEMARK_RESUME: FIRST });
    expect(inner).not.toContain("going on with a session");
  });

  test.each(["no such session", "../../etc/passwd", "'; DROP TABLE session; --", "cccc-3"])(
    "tells of the last one where it is told to tell of %j",
    (name) => {
      const told = stage.told("SessionStart", "cccc-3", { source: "startup" }, { TIDEMARK_RESUME: name });
      expect(told).toContain("Rename the parser");
      expect(told).not.toContain("going on with");
    },
  );

  test("tells nothing of another project's", () => {
    const other = join(stage.root, "other");
    mkdirSync(other);
    spawnSync("git", ["init", "-q", other], { env: stage.env });
    const told = stage.told(
      "SessionStart",
      "cccc-3",
      { source: "startup", cwd: other },
      { TIDEMARK_RESUME: FIRST },
    );
    expect(told).not.toContain("jitter");
  });

  test("says that nothing will be told where the hooks are not set up, and nothing where they are", () => {
    expect(stage.cli(["resume", "--yes"], agent.env).stderr).toContain("tidemark init");
    stage.cli(["init", "--yes", "--agent", "claude"]);
    expect(stage.cli(["resume", "--yes"], agent.env).stderr).toBe("");
  });
});

describe("resume from a checkpoint", () => {
  const inFirst = { CLAUDE_CODE_SESSION_ID: FIRST };
  const read = () => readFileSync(join(stage.project, "src/retry.ts"), "utf8");

  test("brings files and state back first, and then speaks of how it was", () => {
    const { id } = JSON.parse(stage.cli(["checkpoint", "create", "--json"], inFirst).stdout);
    keepTranscript(FIRST);
    work(FIRST, "Rewrite the retry from scratch", "src/retry.ts");
    writeFileSync(join(stage.project, "src/retry.ts"), "rewritten");
    stage.hook("Stop", FIRST, { last_assistant_message: "Rewritten." });

    const shown = stage.cli(["resume", "--checkpoint", id, "--print"], agent.env).stdout;
    expect(shown).toContain(`tidemark checkpoint restore ${id}\n`);
    expect(read()).toBe("rewritten");

    const { status, stdout, stderr } = stage.cli(["resume", "--checkpoint", id, "--yes"], agent.env);
    expect([status, stderr.includes("rror")]).toEqual([0, false]);
    expect(stdout).toContain("goes on beyond the checkpoint");
    expect(read()).toBe("b");
    expect(agent.started()).toMatchObject({ args: [], resume: FIRST });
    const told = stage.told("SessionStart", "cccc-3", { source: "startup" }, { TIDEMARK_RESUME: FIRST });
    expect(told).toContain("Add retry with jitter");
    expect(told).not.toContain("from scratch");
  });

  test("lets the agent itself go on where nothing was done since", () => {
    const { id } = JSON.parse(stage.cli(["checkpoint", "create", "--json"], inFirst).stdout);
    keepTranscript(FIRST);
    writeFileSync(join(stage.project, "src/retry.ts"), "by hand");
    expect(stage.cli(["resume", "--checkpoint", id, "--yes"], agent.env).status).toBe(0);
    expect(read()).toBe("b");
    expect(agent.started()?.args).toEqual(["--resume", FIRST]);
  });

  test("restores nothing where no agent could be started, and nothing unknown", () => {
    const { id } = JSON.parse(stage.cli(["checkpoint", "create", "--json"], inFirst).stdout);
    writeFileSync(join(stage.project, "src/retry.ts"), "by hand");
    const missing = stage.cli(["resume", "--checkpoint", id, "--yes"], { PATH: "/usr/bin:/bin" });
    expect(missing.stderr).toContain("is not installed");
    const other = stage.cli(["resume", "--checkpoint", id, "--session", "bbbb", "--yes"], agent.env);
    expect(other.stderr).toContain("is of another session");
    const unknown = stage.cli(["resume", "--checkpoint", "../../x", "--yes"], agent.env);
    expect(unknown.stderr).toContain("There is no checkpoint");
    expect(read()).toBe("by hand");
    expect(agent.started()).toBeUndefined();
  });
});

describe("resume", () => {
  test("means the last session, or the one that was cut off before it", () => {
    expect(stage.json(["resume", "--print"]).session).toBe(SECOND);
    stage.hook("UserPromptSubmit", FIRST, { prompt: "Now the manual" });
    stage.hook("PreToolUse", FIRST, { tool_name: "Bash", tool_input: { command: "npm run migrate" } });
    stage.hook("Stop", SECOND, { last_assistant_message: "Renamed, I said." });
    const plan = stage.json(["resume", "--print"]);
    expect(plan).toMatchObject({ session: FIRST, status: "crashed" });
    expect(plan.handover).toContain("npm run migrate");
  });

  test("only shows with --print: a line for a shell, and what would be told", () => {
    const { stdout, status } = stage.cli(["resume", "--session", "aaaa", "--print"], agent.env);
    expect(status).toBe(0);
    const [line, , first] = stdout.split("\n");
    expect(line).toBe(`cd ${stage.project} && TIDEMARK_RESUME=${FIRST} claude`);
    expect(first).toMatch(/^Tidemark · going on with/);
    keepTranscript(SECOND);
    expect(stage.cli(["resume", "--print"]).stdout).toBe(
      `cd ${stage.project} && claude --resume ${SECOND}\n`,
    );
    expect(agent.started()).toBeUndefined();
  });

  test("asks first, and does nothing where nobody can be asked", () => {
    const { status, stderr } = stage.cli(["resume"], agent.env);
    expect(status).toBe(1);
    expect(stderr).toContain("--yes");
    expect(agent.started()).toBeUndefined();
  });

  test("starts no agent inside an agent", () => {
    const { status, stdout, stderr } = stage.cli(["resume", "--yes"], { ...agent.env, CLAUDECODE: "1" });
    expect(status).toBe(0);
    expect(stderr).toContain("not started inside another");
    expect(stdout).toContain(`TIDEMARK_RESUME=${SECOND} claude`);
    expect(agent.started()).toBeUndefined();
  });

  test("leaves alone a session that is still at work", () => {
    const env = { CLAUDE_PID: String(process.pid) };
    stage.hook("SessionStart", SECOND, { source: "resume" }, env);
    expect(stage.json(["resume", "--print"]).session).toBe(FIRST);
    const { status, stderr } = stage.cli(["resume", "--session", "bbbb", "--yes"], agent.env);
    expect(status).toBe(2);
    expect(stderr).toContain("still at work");
    expect(agent.started()).toBeUndefined();
  });

  test("names the agents it knows where another is asked for, and says when the program is missing", () => {
    const unknown = stage.cli(["resume", "--in", "nobody", "--yes"], agent.env);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('cannot start the agent "nobody"');
    expect(unknown.stderr).toContain("claude (Claude Code)");
    const missing = stage.cli(["resume", "--yes"], { PATH: join(stage.root, "nowhere") });
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain('no "claude" on the PATH');
  });

  test("goes to the project of a session from another one, or says where it was", () => {
    const other = join(stage.root, "other");
    mkdirSync(other);
    const elsewhere = (args: string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, "../../dist/cli.js"), ...args], {
        cwd: other,
        env: { ...stage.env, ...agent.env },
        encoding: "utf8",
      });
    expect(elsewhere(["resume", "--yes"]).stderr).toContain("no session to go on with");
    expect(elsewhere(["resume", "--session", "aaaa", "--yes"]).status).toBe(0);
    expect(agent.started()).toMatchObject({ cwd: stage.project, resume: FIRST });
    rmSync(stage.project, { recursive: true });
    expect(elsewhere(["resume", "--session", "aaaa", "--yes"]).stderr).toContain(
      "of another project, photo-box",
    );
  });

  test("knows no session by a wrong id", () => {
    expect(stage.cli(["resume", "--session", "zzzz", "--yes"]).stderr).toContain(
      'There is no session "zzzz"',
    );
  });
});
