import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SETUPS } from "../../src/agent/adapters.js";
import { LAYOUTS } from "../../src/extra/layout/layouts.js";
import { removeTree } from "../../src/host/file/remove-tree.js";
import { eventsOf, expectNothingKept, redactedTypes, SECRET, stageWithPattern, TEXT } from "./own-pattern.js";
import { Stage } from "./stage.js";

const SESSION = "s-own";

const stage = stageWithPattern(true);
const plain = new Stage("main");
const env = { ...stage.env, TIDEMARK_CHECKPOINTS: "off" };

beforeAll(() => {
  hook("claude", { hook_event_name: "SessionStart", session_id: SESSION, source: "startup" });
  hook("claude", { hook_event_name: "UserPromptSubmit", session_id: SESSION, prompt: "Retry uploads" });
  hook("claude", { hook_event_name: "Stop", session_id: SESSION, last_assistant_message: "Done" });
});
afterAll(() => {
  removeTree(stage.root);
  removeTree(plain.root);
});

describe("a text that only a person's own pattern hides", () => {
  test("is not kept by a hook, whatever agent sends it in whatever event", () => {
    for (const { name, limits, sample } of SETUPS) {
      for (const event of Object.keys(limits)) {
        const payload = sample(event, { session: `s-${name}`, cwd: stage.project });
        expect(payload, `${name} has a sample of ${event}`).toBeDefined();
        hook(name, planted(payload));
      }
    }
    expectNothingKept(stage);
    expect(redactedTypes(stage)).toEqual(
      expect.arrayContaining(["prompt.submitted", "turn.ended", "tool.finished"]),
    );
  });

  test("is not kept by a checkpoint before a command, nor by one that is asked for in a question", () => {
    const call = { session_id: SESSION, tool_name: "Bash", tool_use_id: "t1" };
    const command = `git reset --hard # ${SECRET}`;
    stage.hook("PreToolUse", SESSION, { ...call, tool_input: { command } });
    const file_path = `.ai/recall/${SECRET} upload`;
    hook("claude", {
      ...{ hook_event_name: "PreToolUse", session_id: SESSION, tool_name: "Read" },
      tool_input: { file_path },
    });
    expectNothingKept(stage);
    expect(redactedTypes(stage)).toContain("memory.recalled");
  });

  test("is not kept by the command line, whatever command is given it", () => {
    const exported = exportedElsewhere();
    const cases: { readonly [command: string]: readonly (readonly string[])[] } = {
      ...without("init", "remove", "doctor", "status", "inject", "resume", "sessions", "threads", "ledger"),
      ...without(
        "insights",
        "pins",
        "decisions",
        "embed",
        "database",
        "mcp",
        "clean",
        "rebuild",
        "verify",
        "tour",
      ),
      session: [["session", SECRET]],
      tag: [["tag", SESSION, SECRET]],
      branch: [["branch", SECRET]],
      merge: [["merge", SECRET]],
      thread: [["thread", "rename", threadId(), TEXT]],
      state: [["state", SECRET]],
      history: [["history", "--grep", SECRET]],
      import: exported.map((path) => ["import", path, "--trust"]),
      export: [["export", SESSION, "--output", join(stage.root, "out.json")]],
      checkpoint: [["checkpoint", "--label", TEXT]],
      dismiss: [["dismiss", SECRET]],
      recall: [["recall", TEXT]],
      memory: [["memory", "add", TEXT, "--because", TEXT, "--rejected", TEXT]],
      pin: [["pin", TEXT, "twice"]],
      unpin: [["unpin", SECRET]],
      focus: [["focus", SECRET]],
      remember: [["remember", "decision", TEXT, "--because", TEXT, "--rejected", TEXT]],
      rate: [["rate", SECRET, "up"]],
      profile: [
        ["profile", "set-role", TEXT],
        ["profile", "add-rule", TEXT, "too"],
        ["profile", "set-preference", "name", TEXT],
      ],
      chat: [["chat", "--no-model", TEXT]],
      forget: [["forget", "--pattern", SECRET, "--dry-run"]],
    };
    expect(Object.keys(cases)).toEqual(expect.arrayContaining(commands()));
    expect(commands().length).toBeGreaterThan(20);
    for (const args of Object.values(cases).flat()) {
      const { status, stderr } = stage.run("cli.js", args, "", { TIDEMARK_CHECKPOINTS: "off" });
      expect(status, `${args.join(" ")}: ${stderr}`).not.toBeNull();
    }
    expectNothingKept(stage);
    expect(redactedTypes(stage)).toEqual(
      expect.arrayContaining(["thread.renamed", "layout.imported", "checkpoint.created"]),
    );
    expect(eventsOf(stage, "past-1").map(({ type }) => type)).toContain("prompt.submitted");
  }, 180_000);
});

function hook(agent: string, payload: unknown): void {
  const fields = typeof payload === "object" ? { cwd: stage.project, ...payload } : {};
  expect(stage.run("hook.cjs", [agent], JSON.stringify(fields), env).status).toBe(0);
}

/** These say what kind of thing happened, and where. */
const FIXED =
  /^(?:hook_?event_?name|event|type|cwd|.*path|.*_?id|tool_?name|tool|role|source|trigger|status|is|name|kind|.*roots)$/i;

function planted(value: unknown, key = ""): unknown {
  if (typeof value === "string") return FIXED.test(key) ? value : `${value} ${SECRET}`;
  if (Array.isArray(value)) return value.map((item) => planted(item, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, planted(inner, name)]));
}

/** Sessions with the secret in clear, as another machine without the pattern would hand them over. */
function exportedElsewhere(): string[] {
  plain.hook("SessionStart", "past-0", { source: "startup" });
  plain.hook("UserPromptSubmit", "past-0", { prompt: TEXT });
  plain.hook("Stop", "past-0", { last_assistant_message: TEXT });
  const session = join(plain.root, "session.json");
  plain.cli(["export", "past-0", "--output", session]);
  const folders = Object.keys(LAYOUTS).map((name) => {
    const folder = join(plain.root, name);
    plain.cli(["export", "--layout", name, "--to", folder]);
    return folder;
  });
  const transcripts = join(stage.root, ".claude", "projects", "-photo-box");
  mkdirSync(transcripts, { recursive: true });
  const row = {
    ...{ type: "user", sessionId: "past-1", uuid: "u1", cwd: stage.project },
    ...{ timestamp: "2026-03-01T10:00:00.000Z", message: { role: "user", content: TEXT } },
  };
  const transcript = join(transcripts, "past-1.jsonl");
  writeFileSync(transcript, `${JSON.stringify(row)}\n`);
  return [session, ...folders, transcript];
}

/** Commands that take no text, or none that they write. */
function without(...names: string[]): { readonly [command: string]: readonly [] } {
  return Object.fromEntries(names.map((name) => [name, []]));
}

function commands(): string[] {
  const { stdout } = stage.cli(["--help"]);
  return [...stdout.matchAll(/^ {2}([a-z]+) {2,}[a-z]/gm)].map(([, name = ""]) => name);
}

function threadId(): string {
  return stage.json(["threads"])[0].id;
}
