import { beforeEach, describe, expect, test } from "vitest";
import { append } from "../../src/journal/append.js";
import { MAX_DECLARED, removedMemories } from "../../src/model/fold/declared/declared.js";
import { declaredFacts } from "../../src/model/fold/declared/declared-fact.js";
import type { Memory } from "../../src/model/fold/memory/memory-state.js";
import { declare } from "../../src/project/declare.js";
import {
  findRemembered,
  findToSupersede,
  isRemembered,
  removeRemembered,
  restoreRemembered,
} from "../../src/project/find-remembered.js";
import { type MemoryFilter, projectMemory, threadOf } from "../../src/project/project-memory.js";
import { type NewFact, remember, rememberOnce } from "../../src/project/remember.js";
import { addRule } from "../../src/project/rule.js";
import { declaringRoom } from "./declaring-room.js";

let room: ReturnType<typeof declaringRoom>;
beforeEach(() => {
  room = declaringRoom();
});

function decide(text: string, more: Partial<NewFact> = {}): NewFact {
  return { kind: "decision", text, by: "user", ...more };
}

/** What the folds would have found in a session. */
function find(...found: (Pick<Memory, "id" | "kind" | "text"> & Partial<Memory>)[]): void {
  remember(room.here, { kind: "done", text: "something", by: "user" });
  room.within(({ store, project }) => {
    store.transact((writer) =>
      writer.memories.add(
        project,
        "s1",
        found.map((memory, index) => ({
          by: "agent",
          at: 1_000 + index,
          session: "s1",
          author: "a",
          files: [],
          ...memory,
        })),
      ),
    );
  });
}

const listed = (filter: Partial<MemoryFilter> = {}) =>
  room.within((opened) => projectMemory(opened, { now: 2_000, ...filter }));
const texts = (filter: Partial<MemoryFilter> = {}) => listed(filter).map(({ text }) => text);

describe("a new fact", () => {
  const once = (fact: NewFact) => room.within((opened) => rememberOnce(opened, fact));

  test("is kept once, also where it was said with a reason the first time", () => {
    const first = once(decide("use pnpm", { reason: "workspaces" }));
    const again = once(decide(" use  pnpm"));
    expect(again).toMatchObject({ isNew: false, fact: { id: first.fact.id, reason: "workspaces" } });
    expect(once({ ...decide("use pnpm"), kind: "fact" }).isNew).toBe(true);
  });

  test("with a new reason takes the place of the first", () => {
    const first = once(decide("use pnpm"));
    expect(once(decide("use pnpm", { reason: "workspaces" })).fact.supersedes).toBe(first.fact.id);
    expect(listed()).toMatchObject([{ text: "use pnpm", reason: "workspaces" }]);
  });

  test("names what seems to be about the same, and supersedes it only when told to", () => {
    const first = once(decide("retry uploads three times"));
    const second = once(decide("retry uploads five times"));
    expect(second.similar.map(({ id }) => id)).toEqual([first.fact.id]);
    expect(texts()).toEqual(["retry uploads five times", "retry uploads three times"]);
    const told = once(decide("retry uploads five times", { supersedes: first.fact.id }));
    expect(told).toMatchObject({ isNew: true, similar: [] });
    expect(listed()).toMatchObject([{ id: told.fact.id, text: "retry uploads five times" }]);
    expect(listed({ all: true })).toMatchObject([{}, { id: first.fact.id, supersededBy: told.fact.id }]);
    room.within((opened) => removeRemembered(opened, told.fact.id));
    expect(texts()).toEqual(["retry uploads three times"]);
  });

  test("what no longer holds is not named", () => {
    const first = once(decide("retry uploads three times"));
    once(decide("retry uploads five times", { supersedes: first.fact.id }));
    expect(once(decide("retry uploads four times")).similar.map(({ text }) => text)).toEqual([
      "retry uploads five times",
    ]);
  });
});

describe("what a project remembers", () => {
  test("is declared, a rule, or found, by kind and the newest first", () => {
    remember(room.here, { kind: "command", text: "npm run e2e needs Xvfb", by: "agent" });
    remember(room.here, decide("use pnpm"));
    addRule(room.here, "no mocks");
    find(
      { id: "e1.decision", kind: "decision", text: "full jitter", by: "user" },
      { id: "e2.command", kind: "command", text: "`npm test` works (test command, 4 passed)", by: "tool" },
      { id: "e3.command", kind: "command", text: "`npm test` works (test command, 9 passed)", by: "tool" },
      { id: "e4.fix", kind: "fix", text: "`npm test` failed: E — fixed by: src/a.ts", by: "tool" },
      { id: "e5.prompt", kind: "prompt", text: "what now?", by: "user" },
    );
    expect(listed().map(({ kind, from, by, text, times }) => [kind, from, by, text, times])).toEqual([
      ["decision", "declared", "user", "use pnpm", undefined],
      ["decision", "found", "user", "full jitter", undefined],
      ["convention", "rule", "user", "no mocks", undefined],
      ["command", "declared", "agent", "npm run e2e needs Xvfb", undefined],
      ["command", "found", "tool", "`npm test` works (test command, 9 passed)", 2],
      ["fix", "found", "tool", "`npm test` failed: E — fixed by: src/a.ts", undefined],
    ]);
    expect(texts({ kind: "fix" })).toEqual(["`npm test` failed: E — fixed by: src/a.ts"]);
    expect(texts({ kind: "done" })).toEqual(["something"]);
  });

  test("is not said twice where somebody stated what was found", () => {
    find({ id: "e1.decision", kind: "decision", text: "Use pnpm" });
    remember(room.here, decide("use pnpm"));
    expect(listed()).toMatchObject([{ from: "declared", text: "use pnpm" }]);
  });

  test("shows two that took the place of the same, and which one holds", () => {
    const first = remember(room.here, decide("A"));
    const second = remember(room.here, decide("B", { supersedes: first.id }));
    const third = remember(room.here, decide("C", { supersedes: first.id }));
    const shown = new Map(listed().map(({ id, supersededBy, isRival }) => [id, { supersededBy, isRival }]));
    expect(shown).toEqual(
      new Map([
        [third.id, { supersededBy: undefined, isRival: undefined }],
        [second.id, { supersededBy: third.id, isRival: true }],
      ]),
    );
    expect(texts({ all: true }).sort()).toEqual(["A", "B", "C"]);
  });

  test("leaves a found decision out once a stated one took its place", () => {
    find({ id: "e1.decision", kind: "decision", text: "full jitter" });
    const found = room.within((opened) => findToSupersede(opened, "e1"));
    const newer = remember(room.here, decide("no jitter", { supersedes: found.id }));
    expect(texts()).toEqual(["no jitter"]);
    expect(listed({ all: true, kind: "decision" })).toMatchObject([{}, { supersededBy: newer.id }]);
  });

  test("leaves out with it what was found of the same", () => {
    find(
      { id: "e1.decision", kind: "decision", text: "full jitter" },
      { id: "e2.decision", kind: "decision", text: "Full `jitter`" },
      { id: "e3.decision", kind: "decision", text: "three tries" },
    );
    const newer = remember(room.here, decide("no jitter", { supersedes: "e2.decision" }));
    expect(texts()).toEqual(["no jitter", "three tries"]);
    room.within((opened) => expect(findRemembered(opened, "e1").supersededBy).toBe(newer.id));
  });
});

describe("by the start of an id", () => {
  test("what is listed is meant rather than a prompt of the same event", () => {
    find(
      { id: "e1.prompt", kind: "prompt", text: "Let's use full jitter" },
      { id: "e1.decision", kind: "decision", text: "full jitter" },
      { id: "e1.decision2", kind: "decision", text: "three tries" },
    );
    room.within((opened) => {
      expect(findRemembered(opened, "e1.prompt").kind).toBe("prompt");
      expect(findRemembered(opened, "e1.decision").text).toBe("full jitter");
      expect(findRemembered(opened, "e1.decision2").text).toBe("three tries");
      expect(findRemembered(opened, "e.decision2").text).toBe("three tries");
      expect(() => findRemembered(opened, "e.fix")).toThrow(/no memory "e.fix"/);
      expect(() => findRemembered(opened, "e1")).toThrow(/more than one memory/);
      expect(() => findRemembered(opened, "")).toThrow(/no memory/);
      expect(() => findRemembered(opened, "zz")).toThrow(/no memory "zz"/);
    });
  });

  test("a rule cannot be superseded by a fact", () => {
    const { id } = addRule(room.here, "no mocks");
    room.within((opened) => {
      expect(() => findToSupersede(opened, id)).toThrow(/rule of the profile/);
      expect(removeRemembered(opened, id).removed.from).toBe("rule");
    });
    expect(texts()).toEqual([]);
  });
});

test("what was found is removed for good, until it is restored", () => {
  find({ id: "e1.decision", kind: "decision", text: "full jitter" });
  room.within((opened) => removeRemembered(opened, "e1"));
  expect(texts({ all: true, kind: "decision" })).toEqual([]);
  room.within((opened) => {
    expect(isRemembered(opened, "e1.decision")).toBe(false);
    expect(() => findRemembered(opened, "e1")).toThrow(/no memory/);
    expect(restoreRemembered(opened, "e.decision")).toEqual({ id: "e1.decision", text: "full jitter" });
  });
  expect(texts()).toEqual(["full jitter"]);
  room.within((opened) => {
    expect(() => restoreRemembered(opened, "e1")).toThrow(/no removed memory/);
    expect(declaredFacts(opened.store.project(opened.project)!)).toHaveLength(1);
  });
});

test("what was found again and again goes at once, and comes back so", () => {
  find(
    { id: "e2.command", kind: "command", text: "`npm test` works (test command, 4 passed)" },
    { id: "e3.command", kind: "command", text: "`npm test` works (test command, 9 passed)" },
    { id: "e4.command", kind: "command", text: "`npm run build` works (build command)" },
  );
  room.within((opened) => removeRemembered(opened, "e3"));
  expect(texts()).toEqual(["`npm run build` works (build command)"]);
  expect(removals()).toHaveLength(1);
  room.within((opened) => restoreRemembered(opened, "e3"));
  expect(listed()).toMatchObject([{ id: "e4.command" }, { id: "e3.command", times: 2 }]);
});

test("what was removed is not found again, until all removals of it are taken back", () => {
  find({ id: "e1.decision", kind: "decision", text: "Use full jitter" });
  room.within((opened) => removeRemembered(opened, "e1"));
  find({ id: "f1.decision", kind: "decision", text: "use full  `jitter`", session: "s2" });
  expect(texts({ all: true, kind: "decision" })).toEqual([]);
  room.within((opened) => {
    expect(isRemembered(opened, "f1.decision")).toBe(false);
    expect(() => findRemembered(opened, "f1")).toThrow(/no memory/);
    // As another device would remove the copy it knows.
    declare(opened, {
      type: "memory.removed",
      data: { memory: "f1.decision", kind: "decision", text: "use full jitter" },
    });
  });
  room.within((opened) => restoreRemembered(opened, "e1"));
  expect(texts()).toEqual(["use full  `jitter`"]);
});

test("one more than can be removed is refused, and nothing that was removed comes back", () => {
  const drafts = Array.from({ length: MAX_DECLARED.removals }, (_, n) => ({
    type: "memory.removed" as const,
    data: { memory: `d${String(n).padStart(4, "0")}.decision` },
  }));
  append(room.here.home, drafts, { project: room.here.project, session: "", agent: "", at: 1_000 });
  find({ id: "e1.decision", kind: "decision", text: "full jitter" });
  room.within((opened) =>
    expect(() => removeRemembered(opened, "e1")).toThrow(/No more than 1000 memories can be removed/),
  );
  expect(removals()).toHaveLength(MAX_DECLARED.removals);
  expect(texts({ kind: "decision" })).toEqual(["full jitter"]);
});

function removals() {
  return room.within(({ store, project }) => removedMemories(store.project(project)!));
}

test("the thread of something said in a session is known", () => {
  const scene = { project: room.here.project, session: "s", agent: "claude" };
  append(
    room.here.home,
    [
      { type: "prompt.submitted", data: { text: "Add retry with jitter to the uploads" } },
      { type: "tool.finished", data: { tool: "Edit", action: "edit", paths: ["src/retry.ts"], ok: true } },
    ],
    { ...scene, at: 1_000 },
  );
  const { id } = remember(room.here, decide("three tries"), { session: "s", agent: "claude" });
  append(room.here.home, [{ type: "turn.ended", data: { message: "Done." } }], {
    ...scene,
    at: Date.now() + 1,
  });
  room.within((opened) => {
    const found = findRemembered(opened, id);
    expect(threadOf(opened, found)?.title).toContain("retry");
    expect(threadOf(opened, { ...found, session: "" })).toBeUndefined();
  });
});
