import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { copilot, lastWords, readCompaction } from "../../../src/agent/copilot/agent.js";

const record = readFileSync(join(import.meta.dirname, "../../fixture/copilot/events.jsonl"), "utf8");
const SESSION = "3f2a0c1e-0000-4000-8000-000000000001";
const WORDS = ["I look for the callers first.", "The retry is in."];
const STOPPED = 1_767_225_600_123;
const SUMMARY = "The pier was measured and the tide table begun.";

const row = (type: string, data: object, more: object = {}) => `${JSON.stringify({ type, data, ...more })}\n`;
const compacted = row("session.compaction_complete", {
  success: true,
  summaryContent: "<summary>S</summary>",
});

describe("the last words", () => {
  test("are the agent's own since the prompt, not its subagents'", () => {
    expect(lastWords(record)).toEqual(WORDS);
    expect(lastWords(record + row("user.message", { content: "Go on" }))).toEqual([]);
    expect(lastWords(`cut in half"}\n${record}{"type":"assistant.mess`)).toEqual(WORDS);
  });

  test("close the turn once the record has come so far, and those on the way are told before", () => {
    const turn = record.slice(0, record.indexOf('{"type":"session.shutdown"'));
    const env = keep(turn + row("hook.start", { hookType: "agentStop", input: { timestamp: STOPPED } }));
    const heard = stop(env);
    expect(heard?.signals).toEqual([{ is: "turn-ended", message: "The retry is in." }]);
    expect(heard === undefined ? [] : copilot.lastWords(heard, env)).toEqual([
      "I look for the callers first.",
    ]);
  });

  test("of the turn before do not close this one", () => {
    const env = keep(record);
    const heard = stop(env);
    expect(heard?.signals).toEqual([{ is: "turn-ended", message: "" }]);
    expect(heard === undefined ? [] : copilot.lastWords(heard, env)).toEqual([]);
  });

  test.each([
    ["prompt", { prompt: "Go on" }],
    ["session-ended", { reason: "complete" }],
  ])("that are written down after the stop are told with the next %s, once", (is, next) => {
    const turn = record.slice(0, record.indexOf('{"type":"session.shutdown"'));
    const env = keep(turn);
    expect(stop(env)?.signals).toEqual([{ is: "turn-ended", message: "" }]);
    const stopped = row("hook.start", { hookType: "agentStop", input: { timestamp: STOPPED } });
    const asked = row("user.message", { content: "Go on" });
    appendFileSync(join(env.COPILOT_HOME, "session-state", SESSION, "events.jsonl"), stopped + asked);
    const hear = () => copilot.hear({ sessionId: SESSION, cwd: "/", ...next }, env)?.signals;
    expect(hear()).toEqual([
      { is: "turn-ended", message: "The retry is in." },
      expect.objectContaining({ is }),
    ]);
    expect(hear()).toEqual([expect.objectContaining({ is })]);
  });

  test("that are never written down are waited for no more after the next hook", () => {
    const env = keep(record);
    stop(env);
    const hear = () => copilot.hear({ sessionId: SESSION, cwd: "/", reason: "complete" }, env)?.signals;
    expect(hear()).toEqual([{ is: "session-ended", reason: "complete" }]);
    expect(readdirSync(join(env.TIDEMARK_HOME, "count"))).toEqual([]);
  });

  test("are never read from elsewhere", () => {
    const env = keep("");
    const other = join(mkdtempSync(join(tmpdir(), "tidemark-other-")), "events.jsonl");
    writeFileSync(other, record);
    const link = join(env.COPILOT_HOME, "session-state", "link.jsonl");
    symlinkSync(other, link);
    for (const transcriptPath of [other, link, "events.jsonl", "/dev/zero"])
      expect(copilot.hear({ sessionId: "x", transcriptPath, stopReason: "end_turn" }, env)?.signals).toEqual([
        { is: "turn-ended", message: "" },
      ]);
    expect(copilot.hear({ sessionId: "../..", stopReason: "end_turn" }, env)?.transcript).toBeUndefined();
  });
});

describe("a compaction", () => {
  test("of an earlier process is told by the prompt that goes on with it, and by no later one", () => {
    const done = { is: "compaction-finished", trigger: "manual", summary: SUMMARY };
    const resumed = record + row("session.resume", {});
    expect(readCompaction(resumed, "prompt")).toEqual(done);
    const asked = row("user.message", { content: "Go on" });
    expect(readCompaction(resumed + asked, "stop")).toBeUndefined();
    expect(readCompaction(resumed + asked, "prompt")).toBeUndefined();
  });

  test("between two turns is told by the next prompt", () => {
    const asked = row("user.message", { content: "Go on" }) + row("assistant.message", { content: "Done." });
    const done = { is: "compaction-finished", trigger: "unknown", summary: "S" };
    expect(readCompaction(asked + compacted, "prompt")).toEqual(done);
    expect(readCompaction(compacted + asked, "prompt")).toBeUndefined();
    expect(readCompaction(compacted + asked, "stop")).toBeUndefined();
  });

  test("within a turn is told by its end", () => {
    const [asked, said] = [
      row("user.message", { content: "Go" }),
      row("assistant.message", { content: "." }),
    ];
    expect(readCompaction(asked + compacted + said, "stop")).toMatchObject({ summary: "S" });
    expect(readCompaction(asked + compacted + said, "prompt")).toBeUndefined();
  });

  test("that failed is none", () => {
    const failed = row("session.compaction_complete", { success: false });
    expect(readCompaction(row("assistant.message", {}) + failed, "prompt")).toBeUndefined();
  });

  test("stands before what the hook itself says", () => {
    const env = keep(record.slice(0, record.lastIndexOf('{"type":"session.shutdown"')));
    const heard = copilot.hear({ sessionId: SESSION, cwd: "/", prompt: "Go on" }, env);
    expect(heard?.signals.map(({ is }) => is)).toEqual(["compaction-finished", "prompt"]);
  });
});

function stop(env: ReturnType<typeof keep>) {
  return copilot.hear({ sessionId: SESSION, timestamp: STOPPED, cwd: "/", stopReason: "end_turn" }, env);
}

function keep(text: string) {
  const home = mkdtempSync(join(tmpdir(), "tidemark-copilot-"));
  mkdirSync(join(home, "session-state", SESSION), { recursive: true });
  writeFileSync(join(home, "session-state", SESSION, "events.jsonl"), text);
  return { COPILOT_HOME: home, TIDEMARK_HOME: join(home, "tidemark") };
}
