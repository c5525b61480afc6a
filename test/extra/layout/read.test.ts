import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/event/json.js";
import { whyWrong } from "../../../src/extra/layout/document.js";
import type { LayoutName, PastDraft } from "../../../src/extra/layout/layout.js";
import { LAYOUTS } from "../../../src/extra/layout/layouts.js";
import type { When } from "../../../src/extra/layout/time.js";

const NOON = Date.UTC(2026, 2, 4, 12);
const when: When = { now: NOON + 86_400_000, zone: () => 0 };

function readFiles(layout: LayoutName, files: { readonly [path: string]: Json }): PastDraft[] {
  const documents = Object.entries(files).map(([path, value]) => ({ path, value, at: NOON }));
  for (const document of documents) expect(whyWrong(LAYOUTS[layout], document)).toBeUndefined();
  return LAYOUTS[layout].read(documents, when);
}

/** "11:30 tool.finished Edit src/queue.ts": what happened and when, in short. */
function told(past: readonly PastDraft[]): string[] {
  return past.map(({ draft: { type, data }, at }) => {
    const time = new Date(at).toISOString().slice(11, 16);
    const values = Object.values(data)
      .filter((value) => value !== undefined)
      .map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)));
    return [time, type, ...values].join(" ");
  });
}

describe("what files of other tools say", () => {
  test("ai-folder: the session, its files and calls each once, and what is open", () => {
    const past = readFiles("ai-folder", {
      ".ai/session_state.json": {
        session_id: "s-1",
        started_at: "2026-03-04T11:00:00",
        last_activity_at: "2026-03-04T12:00:00",
        status: "idle",
        current_work: { last_user_message: "go on", intent: "retry uploads that fail" },
        files_modified: [
          {
            path: "src/queue.ts",
            action: "Edit",
            timestamp: "2026-03-04T11:30:00",
            summary: "+12 -3 in retry",
          },
        ],
        pending_tasks: ["write the test"],
        tool_history: [
          { tool: "Read", target: "src/queue.ts", at: "11:20:00" },
          { tool: "Edit", target: "src/queue.ts", at: "11:30:00" },
          { tool: "Bash", command: "npm test", at: "11:40:00" },
        ],
      },
    });
    expect(told(past)).toEqual([
      "11:00 session.started unknown",
      "11:00 prompt.submitted retry uploads that fail",
      "11:00 prompt.submitted go on",
      '11:20 tool.finished Read read ["src/queue.ts"] true',
      '11:30 tool.finished Edit edit ["src/queue.ts"] true 12 3',
      "11:40 tool.finished Bash shell npm test true",
      '12:00 plan.updated whole [{"text":"write the test","status":"open"}]',
      "12:00 turn.ended ",
      "12:00 session.ended imported",
    ]);
    expect(new Set(past.map(({ session }) => session))).toEqual(new Set(["s-1"]));
  });

  test("ai-folder: profile, pins, threads and what a compaction left", () => {
    const past = readFiles("ai-folder", {
      ".ai/user_profile.json": {
        updated_at: "2026-03-04T10:00:00",
        created_at: "2026-03-04T09:00:00",
        identity: { role: "developer", relationship: "cousin", name: null },
        preferences: { language: "fr", emoji_usage: false },
        context_rules: ["prefer small steps"],
      },
      ".ai/pins.json": {
        pins: [
          {
            content: "ship on Friday",
            priority: "high",
            created_at: "2026-03-04T08:00:00",
            expires_at: "2026-03-06T08:00:00",
          },
        ],
      },
      ".ai/heartbeat.json": { beat: 4 },
      ".ai/db/threads/t9.json": {
        id: "t9",
        title: "Upload queue",
        topics: ["jitter", "back off"],
        summary: "Retries with jitter.",
        files: ["src/queue.ts"],
        updated_at: "2026-03-04T07:00:00",
      },
      ".ai/db/synthesis/synthesis_1.json": {
        session_id: "s-1",
        summary: "All of it.",
        generated_at: "2026-03-04T06:00:00",
      },
    });
    expect(told(past)).toEqual([
      "10:00 profile.set role developer",
      "10:00 profile.set language fr",
      "10:00 profile.set emoji no",
      "09:00 rule.added prefer small steps",
      `08:00 pin.added ship on Friday high ${Date.UTC(2026, 2, 6, 8)}`,
      "07:00 session.started unknown",
      '07:00 prompt.submitted Upload queue ["jitter","back off"]',
      '07:00 tool.finished Edit edit ["src/queue.ts"] true',
      "07:00 turn.ended Retries with jitter.",
      "07:00 session.ended imported",
      "06:00 compaction.finished import All of it.",
    ]);
  });

  test("active-file: codes", () => {
    const past = readFiles("active-file", {
      "archive/20260304-110000.json": {
        session_id: "20260304-110000",
        timestamp: "2026-03-04T12:00:00Z",
        files: ["impl:queue.py", "odd"],
        functions: ["impl:Queue.retry"],
        decisions: ["dec:three-tries-with-jitter"],
        blockers: ["block:need:a-test-server"],
        next_actions: ["next:write-the-test"],
        archived_at: "2026-03-12T00:00:00Z",
      },
    });
    expect(told(past)).toEqual([
      "11:00 session.started unknown",
      '12:00 tool.finished Edit edit ["queue.py"] true',
      '12:00 tool.finished Edit edit true ["Queue.retry"]',
      "11:00 fact.declared decision three tries with jitter agent",
      "11:00 fact.declared blocker need:a test server agent",
      '12:00 plan.updated whole [{"text":"write the test","status":"open"}]',
      "12:00 turn.ended ",
      "12:00 session.ended archived",
    ]);
  });

  test("current-session: the whole state, the packed copy not twice, and what a crash cut", () => {
    const state: Json = {
      session_id: "s-1",
      created_at: "2026-03-04T11:00:00Z",
      updated_at: "2026-03-04T12:00:00Z",
      status: "crashed",
      context: { user_intent: "migrate the photos", current_phase: "testing", progress_percent: 50 },
      agents: { active: ["claude"], states: {} },
      tools: {
        history: [
          {
            tool: "Bash",
            command: "npm test",
            success: false,
            duration_ms: 1200,
            timestamp: "2026-03-04T11:10:00Z",
          },
          { tool: "Write", target: "db/schema.sql", success: true, timestamp: "2026-03-04T11:20:00Z" },
        ],
        pending: [{ tool: "Bash", command: "npm run migrate", timestamp: "2026-03-04T11:50:00Z" }],
      },
      decisions: {
        tree: [{ choice: "SQLite", reason: "no server", rejected: ["PostgreSQL"] }],
        current_branch: "main",
      },
      memory: { hindsight_queries: [{ query: "schema", found: 2, timestamp: "2026-03-04T11:05:00Z" }] },
      files: { created: ["db/schema.sql", "db/notes.md"], modified: [], deleted: ["old.sql"] },
      errors: { count: 1, log: [] },
      checkpoints: [{ id: "checkpoint_1", reason: "pre_risky", timestamp: "2026-03-04T11:45:00Z" }],
    };
    const past = readFiles("current-session", {
      "current-session.json": state,
      "current-session.json.gz": state,
      "checkpoint_1.json": { id: "checkpoint_1", reason: "pre_risky" },
    });
    expect(told(past)).toEqual([
      "11:00 session.started unknown",
      "11:00 prompt.submitted migrate the photos",
      "11:10 tool.finished Bash shell npm test false 1200",
      '11:20 tool.finished Write write ["db/schema.sql"] true',
      '12:00 tool.finished Write write ["db/notes.md"] true',
      '12:00 tool.finished Delete delete ["old.sql"] true',
      '11:00 fact.declared decision SQLite no server ["PostgreSQL"] agent',
      "11:05 memory.recalled schema 2",
      "11:45 checkpoint.created checkpoint_1 destructive",
      "11:50 tool.started Bash shell npm run migrate",
    ]);
    expect(past.every(({ agent }) => agent === "claude")).toBe(true);
  });

  test("session-folder: the conversation in its order, and the working set", () => {
    const past = readFiles("session-folder", {
      current_session: "session-1",
      "sessions/session-1/full.json": {
        messages: [
          { role: "system", content: "be kind" },
          { role: "user", content: "fix the queue" },
          { role: "assistant", content: [{ type: "text", text: "Done." }] },
        ],
      },
      "sessions/session-1/working.json": {
        summary: "The queue retries.",
        pinned_facts: ["the queue is in src/queue.ts"],
        decisions: ["three tries"],
        open_tasks: ["write the test"],
        files_touched: ["src/queue.ts"],
      },
      "sessions/session-1/state.json": { created_at: "2026-03-04T11:00:00+00:00" },
      "sessions/session-1/metadata.json": {
        session_id: "session-1",
        last_updated: "2026-03-04T12:00:00+00:00",
      },
    });
    expect(told(past)).toEqual([
      "11:00 session.started unknown",
      "11:00 prompt.submitted fix the queue",
      "11:00 turn.ended Done.",
      "11:00 fact.declared fact the queue is in src/queue.ts agent",
      "11:00 fact.declared decision three tries agent",
      '12:00 tool.finished Edit edit ["src/queue.ts"] true',
      '12:00 plan.updated whole [{"text":"write the test","status":"open"}]',
      "12:00 compaction.finished import The queue retries.",
      "12:00 turn.ended ",
      "12:00 session.ended imported",
    ]);
  });

  test.each([
    ["ai-folder", ".ai/pins.json", { pins: "none" }, /pins is "none"/],
    ["ai-folder", ".ai/session_state.json", [], /a list/],
    ["active-file", "active-box.json", { files: [1] }, /files\.0/],
    [
      "current-session",
      "current-session.json",
      { tools: { history: [{ tool: 5 }] } },
      /tools\.history\.0\.tool/,
    ],
    ["session-folder", "sessions/a/full.json", { messages: {} }, /messages/],
  ] as const)("%s: a wrong type in %s is named", (layout, path, value, reason) => {
    expect(whyWrong(LAYOUTS[layout], { path, value })).toMatch(reason);
  });
});
