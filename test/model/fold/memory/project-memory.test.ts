import { describe, expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../../../src/event/registry.js";
import type { Memory } from "../../../../src/model/fold/memory/memory-state.js";
import { foldProject, projectMemories, threadMemory } from "../../../../src/model/fold/project.js";
import type { Thread } from "../../../../src/model/fold/thread/thread-state.js";

function shelfAfter(first: Draft, ...drafts: Draft[]): Memory[] {
  return projectMemories(
    foldProject(undefined, [declare(first, 0), ...drafts.map((d, i) => declare(d, i + 1))]),
  );
}

function declare(draft: Draft, index: number): TidemarkEvent {
  return {
    id: `e${index}`,
    v: 1,
    at: 1_000 + index,
    clock: index,
    author: "laptop",
    project: "p",
    session: "s",
    agent: "claude",
    ...draft,
  } as TidemarkEvent;
}

const fact = (data: Omit<Extract<Draft, { type: "fact.declared" }>["data"], "by">): Draft => ({
  type: "fact.declared",
  data: { ...data, by: "agent" },
});

describe("what stands outside of sessions", () => {
  test("pins, facts and rules, under their own ids", () => {
    const shelf = shelfAfter(
      { type: "pin.added", data: { text: "Ask before a release", priority: "high" } },
      fact({ kind: "decision", text: "SQLite", reason: "it needs no server", rejected: ["Postgres"] }),
      fact({ kind: "next", text: "write the docs" }),
      { type: "rule.added", data: { text: "Answer in French" } },
    );
    expect(shelf).toMatchObject([
      { id: "e0", kind: "pin", by: "user", at: 1_000, session: "", text: "Ask before a release" },
      { id: "e2", kind: "plan", by: "agent", text: "write the docs" },
      { id: "e1", kind: "decision", by: "agent", text: "SQLite (not Postgres) because it needs no server" },
      { id: "e3", kind: "convention", by: "user", text: "Answer in French" },
    ]);
  });

  test("nothing of what was removed, and what took the place of what", () => {
    const shelf = shelfAfter(
      { type: "rule.added", data: { text: "Answer in French" } },
      { type: "rule.removed", data: { rule: "e0" } },
      fact({ kind: "decision", text: "Postgres" }),
      fact({ kind: "decision", text: "SQLite", supersedes: "e2" }),
    );
    expect(shelf).toMatchObject([{ id: "e3" }, { id: "e2", superseded: "e3" }]);
  });

  test("a thread with all that it is called and about", () => {
    const thread: Thread = {
      id: "tabc",
      title: "Retry uploads",
      rank: 1,
      topics: ["upload", "retry"],
      summary: "Uploads are tried three times.",
      files: ["src/upload.ts"],
      seen: [],
      words: [],
      norm: 0,
      branches: ["main", "feat/retry"],
      sessions: ["s"],
      turns: 2,
      worked: 1,
      firstAt: 1,
      lastAt: 9,
    };
    expect(threadMemory(thread)).toEqual({
      id: "tabc",
      kind: "thread",
      by: "agent",
      at: 9,
      session: "",
      author: "",
      branch: "feat/retry",
      files: ["src/upload.ts"],
      text: "Retry uploads\nupload, retry\nUploads are tried three times.",
    });
    expect(threadMemory({ ...thread, title: "", topics: [], summary: "" })).toBeUndefined();
  });
});
