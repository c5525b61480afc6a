import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { isCompaction } from "../request.js";
import { call, SUMMARY, steps } from "../script.js";
import type { Site } from "../site.js";
import { test } from "./fixture.js";
import { injections } from "./injection.js";

const REQUEST = "Write the tide table for November";

describe("a compaction", () => {
  test("asked for by the user keeps the work in the next request", async ({ place }) => {
    const id = randomUUID();
    await place.run("claude", { prompt: REQUEST, script: steps(write(place)), args: ["--session-id", id] });
    const compacted = await place.run("claude", {
      prompt: "/compact keep names",
      script: steps(),
      args: ["--resume", id],
    });
    const after = await place.run("claude", { prompt: "Go on", script: steps(), args: ["--resume", id] });

    expect(compacted.requests.map(isCompaction)).toEqual([true]);
    const said = after.requests[0] ? injections(after.requests[0]).map(({ text }) => text) : [];
    expect(said).toContainEqual(expect.stringMatching(/^Tidemark · .*compacted[\s\S]*tides\.md/));
    expect(said).not.toContainEqual(expect.stringMatching(/first session/));
    expect(stored(place)).toEqual([
      ["startup", undefined],
      ["resume", undefined],
      ["compaction.started", undefined],
      ["compact", undefined],
      ["compaction.finished", expect.stringContaining(SUMMARY)],
      ["resume", undefined],
    ]);
  });

  test("made by Claude Code itself keeps the work in the very next request", async ({ place }) => {
    const { requests, code } = await place.run("claude", {
      prompt: REQUEST,
      script: steps({ ...write(place), inputTokens: 985_000 }),
      env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" },
    });

    expect(code).toBe(0);
    expect(requests.map(isCompaction)).toEqual([false, true, false]);
    const [said, ...more] = requests[2] ? injections(requests[2]) : [];
    expect(more).toEqual([]);
    expect(said?.event).toBe("SessionStart");
    expect(said?.text).toMatch(/^Tidemark · .*compacted/);
    expect(said?.text).toContain("tides.md");
    expect(said?.text).toContain(REQUEST);
    expect(stored(place)).toEqual([
      ["startup", undefined],
      ["compaction.started", undefined],
      ["compact", undefined],
      ["compaction.finished", expect.stringContaining(SUMMARY)],
    ]);
  });
});

function write(place: Site) {
  return call("Write", { file_path: join(place.project, "tides.md"), content: "| day | high |\n" });
}

/** Session starts by their source, and compactions with their summary, in the order they were stored. */
function stored(place: Site) {
  return place.history().flatMap(({ type, data }) => {
    if (type === "session.started") return [[data.source, undefined]];
    return type.startsWith("compaction.") ? [[type, data.summary]] : [];
  });
}
