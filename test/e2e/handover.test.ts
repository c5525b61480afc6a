import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { FakeAgent } from "./fake-agent.js";
import { Stage } from "./stage.js";

const FIRST = "aaaa1111-0000-4000-8000-000000000001";
const SECOND = "bbbb2222-0000-4000-8000-000000000002";
const REQUEST = "Add retry with jitter to the uploads";

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  mkdirSync(join(stage.project, "src"));
  for (const file of ["src/retry.ts", "src/jitter.ts"]) writeFileSync(join(stage.project, file), "b");
});

describe("what was done in Claude Code", () => {
  beforeEach(() => workInClaude(FIRST));

  test("goes on in Codex, which is told so", () => {
    workInClaude(SECOND, "Rename the parser", "Renamed.");
    const codex = new FakeAgent(stage, 0, "codex");
    const { status, stdout } = stage.cli(["resume", "--session", FIRST, "--in", "codex", "--yes"], codex.env);
    expect(status).toBe(0);
    expect(stdout).toContain("A new session of Codex begins");
    expect(stdout).toContain("because it was a session of Claude Code");
    expect(codex.started()).toMatchObject({ args: [], cwd: stage.project, resume: FIRST });

    const told = toCodex("SessionStart", "cccc-3", { source: "startup" }, { TIDEMARK_RESUME: FIRST });
    expect(told).toMatch(/^Tidemark · going on with a session of .* ago \(in Claude Code\)\n/);
    expect(told).toContain(REQUEST);
    expect(told).toContain("src/retry.ts");
    expect(told).toMatch(/describe it in (?:the )?manual/);
    expect(told).not.toContain("Rename the parser");
    expect(toCodex("UserPromptSubmit", "cccc-3", { prompt: "go on" }, { TIDEMARK_RESUME: FIRST })).toBe("");
  });

  test("is what it would be told, where it is only shown", () => {
    const { stdout } = stage.cli(["resume", "--in", "codex", "--print"]);
    const [line, , first] = stdout.split("\n");
    expect(line).toBe(`cd ${stage.project} && TIDEMARK_RESUME=${FIRST} codex`);
    expect(first).toContain("(in Claude Code)");
    const own = stage.cli(["resume", "--in", "claude", "--print"]).stdout;
    expect(own).toContain("Tidemark · ");
    expect(own).not.toContain("(in ");
  });

  test("is not promised to an agent that will hear nothing of it", () => {
    const shown = () => stage.cli(["resume", "--in", "codex", "--print"]).stderr;
    expect(shown()).toContain("Codex is not connected, so it will be told nothing");
    stage.cli(["init", "--agent", "codex", "--yes"]);
    expect(shown()).toContain(
      "Codex will be told nothing: Codex does not run the hooks of Tidemark before you trust",
    );
    const codex = new FakeAgent(stage, 0, "codex");
    const { stdout, stderr } = stage.cli(["resume", "--in", "codex", "--yes"], codex.env);
    expect(stdout).not.toContain("is told where the work stands");
    expect(stderr).toContain("type /hooks");
    stage.cli(["init", "--agent", "gemini", "--yes"]);
    expect(stage.cli(["resume", "--in", "gemini", "--print"]).stderr).toBe("");
  });

  test("goes on in Gemini CLI, which is told with its first prompt", () => {
    workInClaude(SECOND, "Rename the parser", "Renamed.");
    const env = { TIDEMARK_RESUME: FIRST };
    const start = { source: "startup", timestamp: "2026-05-04T10:00:00Z" };
    expect(toGemini("SessionStart", "dddd-4", start, env)).toBe("");
    const told = toGemini("BeforeAgent", "dddd-4", { prompt: "Go on" }, env);
    expect(told).toMatch(/^Tidemark · going on with .* \(in Claude Code\)\n/);
    expect(told).toContain(REQUEST);
    expect(told).not.toContain("Rename the parser");
    expect(toGemini("BeforeAgent", "dddd-4", { prompt: "and now?" }, env)).toBe("");
  });

  test("is known to be another agent's without any resume", () => {
    const told = toCodex("SessionStart", "cccc-3", { source: "startup" });
    expect(told).toMatch(/^Tidemark · continuing after .* \(in Claude Code\)\n/);
    expect(told).toContain(REQUEST);
  });
});

test("work that has come through several agents is told as one", () => {
  workInClaude(FIRST);
  toCodex("SessionStart", SECOND, { source: "startup" }, { TIDEMARK_RESUME: FIRST });
  toCodex("UserPromptSubmit", SECOND, { prompt: "Go on" });
  toCodex("PostToolUse", SECOND, patching("src/jitter.ts"));
  toCodex("Stop", SECOND, { last_assistant_message: "The jitter is a module of its own." });
  workInClaude("eeee-5", "Paint the pier blue", "Painted.", "pier.md");

  const env = { TIDEMARK_RESUME: SECOND };
  toGemini("SessionStart", "dddd-4", { source: "startup" }, env);
  const told = toGemini("BeforeAgent", "dddd-4", { prompt: "Go on" }, env);
  expect(told).toMatch(/^Tidemark · going on with .* \(in Codex\)\n/);
  for (const part of [REQUEST, "jitter.ts", "retry.ts", "test the third failure"])
    expect(told).toContain(part);
  expect(told).not.toContain("Go on");
  expect(told).not.toContain("Paint the pier");
  expect(stage.cli(["sessions", "--agent", "codex"]).stdout).not.toContain("Codex");
  const unknown = stage.cli(["sessions", "--agent", "nobody"]);
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining("claude, codex, gemini")]);
  expect(stage.cli(["sessions", "--agent", "qwen"]).stdout).toContain("No session matches.");
  expect(stage.cli(["session", SECOND]).stdout).toContain("\nCodex · began ");
  expect(stage.json(["session", SECOND])).toMatchObject({ agent: "codex" });
  expect(stage.cli(["state", "--session", SECOND]).stdout).toContain(`${SECOND} (Codex)`);
  expect(stage.cli(["status"]).stdout).toMatch(/^last .* (?:Claude Code|Codex|Gemini CLI) session /m);
  expect(stage.cli(["sessions"]).stdout).toMatch(/· Claude Code\n[\s\S]*· Codex\n/);
  expect(stage.cli(["threads"]).stdout).toContain("Claude Code, Codex");
});

describe("what was done in Codex", () => {
  beforeEach(() => workInCodex(FIRST));

  test("goes on in Claude Code", () => {
    const claude = new FakeAgent(stage);
    const { stdout } = stage.cli(["resume", "--in", "claude", "--yes"], claude.env);
    expect(stdout).toContain("because it was a session of Codex");
    expect(claude.started()).toMatchObject({ args: [], resume: FIRST });
    const env = { TIDEMARK_RESUME: FIRST };
    const told = stage.told("SessionStart", SECOND, { source: "startup" }, env);
    expect(told).toMatch(/^Tidemark · going on with .* \(in Codex\)\n/);
    expect(told).toContain(REQUEST);
    expect(told).toContain("src/retry.ts");
  });

  test("goes on in Codex where nobody says otherwise, and is no news there", () => {
    const codex = new FakeAgent(stage, 0, "codex");
    expect(stage.cli(["resume", "--yes"], codex.env).stdout).toContain("A new session of Codex begins");
    const told = toCodex("SessionStart", SECOND, { source: "startup" }, { TIDEMARK_RESUME: FIRST });
    expect(told).toMatch(/^Tidemark · going on with a session of .* ago\n/);
  });
});

function workInClaude(session: string, prompt = REQUEST, message = CLOSING, file = "src/retry.ts"): void {
  stage.hook("SessionStart", session, { source: "startup" });
  stage.hook("UserPromptSubmit", session, { prompt });
  if (prompt === REQUEST)
    stage.hook("PostToolUse", session, {
      tool_name: "TodoWrite",
      tool_input: { todos: [{ content: "test the third failure", status: "pending" }] },
    });
  stage.hook("PostToolUse", session, {
    tool_name: "Edit",
    tool_input: { file_path: join(stage.project, file), old_string: "a", new_string: "b" },
  });
  stage.hook("Stop", session, { last_assistant_message: message });
}

const CLOSING = "The retry is in. Next: describe it in the manual.";

function workInCodex(session: string): void {
  toCodex("SessionStart", session, { source: "startup" });
  toCodex("UserPromptSubmit", session, { prompt: REQUEST });
  toCodex("PostToolUse", session, patching("src/retry.ts"));
  toCodex("Stop", session, { last_assistant_message: CLOSING });
  toCodex("SessionEnd", session, { reason: "other" });
}

function patching(path: string) {
  return {
    tool_name: "apply_patch",
    tool_input: { command: `*** Begin Patch\n*** Add File: ${path}\n+b\n*** End Patch\n` },
    tool_response: `Exit code: 0\nSuccess. Updated the following files:\nA ${path}\n`,
  };
}

function toCodex(event: string, session: string, fields: object, env: Record<string, string> = {}): string {
  return toldTo("codex", { hook_event_name: event, session_id: session, ...fields }, env);
}

function toGemini(event: string, session: string, fields: object, env: Record<string, string> = {}): string {
  return toldTo("gemini", { hook_event_name: event, session_id: session, ...fields }, env);
}

function toldTo(agent: string, payload: object, env: Record<string, string>): string {
  const { stdout } = stage.run("hook.cjs", [agent], JSON.stringify({ cwd: stage.project, ...payload }), env);
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}
