import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { EVENTS } from "../../src/event/events.js";
import { present } from "../../src/event/present.js";
import { checkDraft, readEvent, registry } from "../../src/event/registry.js";

const envelope = {
  id: "e1",
  type: "prompt.submitted",
  v: 1,
  at: 1,
  clock: 1,
  author: "a",
  project: "p",
  session: "s",
  agent: "claude",
  data: { text: "hello" },
};

describe("the vocabulary", () => {
  test("every event has a name of two words, a version and one line of meaning", () => {
    expect(Object.keys(EVENTS).sort()).toEqual(Object.keys(registry).sort());
    for (const { version } of Object.values(EVENTS)) expect(version).toBeGreaterThanOrEqual(1);
    for (const [name, { meaning }] of Object.entries(registry)) {
      expect(name).toMatch(/^[a-z]+\.[a-z]+$/);
      expect(meaning).toMatch(/^[A-Z].{10,100}\.$/);
    }
  });

  test("is this list", () => {
    expect(Object.keys(registry).sort()).toEqual([
      "branch.created",
      "branch.deleted",
      "branch.joined",
      "branch.merged",
      "branch.promoted",
      "branch.unmerged",
      "checkpoint.created",
      "checkpoint.restored",
      "compaction.finished",
      "compaction.started",
      "fact.declared",
      "fact.removed",
      "focus.set",
      "history.forgotten",
      "injection.made",
      "item.changed",
      "layout.imported",
      "memory.rated",
      "memory.recalled",
      "memory.removed",
      "memory.restored",
      "message.added",
      "message.said",
      "pin.added",
      "pin.removed",
      "plan.proposed",
      "plan.updated",
      "profile.set",
      "project.seen",
      "prompt.submitted",
      "question.answered",
      "rule.added",
      "rule.removed",
      "session.dismissed",
      "session.distilled",
      "session.ended",
      "session.forked",
      "session.started",
      "session.tagged",
      "space.freed",
      "subagent.finished",
      "subagent.started",
      "thread.merged",
      "thread.moved",
      "thread.renamed",
      "thread.split",
      "thread.undone",
      "tool.finished",
      "tool.started",
      "tree.seen",
      "turn.ended",
    ]);
  });
});

describe("reading", () => {
  test("a known event", () => {
    expect(readEvent(envelope)).toMatchObject({ is: "event", event: { data: { text: "hello" } } });
  });

  test("an unknown name and a newer version are tolerated", () => {
    expect(readEvent({ ...envelope, type: "tide.turned" })).toMatchObject({ is: "unknown" });
    expect(readEvent({ ...envelope, v: 99 })).toMatchObject({ is: "unknown" });
    expect(readEvent({ ...envelope, type: "constructor" })).toMatchObject({ is: "unknown" });
  });

  test.each([
    ["null", null],
    ["a list", [envelope]],
    ["no id", { ...envelope, id: undefined }],
    ["a time that is no number", { ...envelope, at: "now" }],
    ["an endless time", { ...envelope, at: Number.POSITIVE_INFINITY }],
    ["data of another shape", { ...envelope, data: { text: 5 } }],
  ])("%s is malformed", (_, value) => {
    expect(readEvent(value)).toMatchObject({ is: "malformed" });
  });

  test("older data becomes present data, version by version", () => {
    const text = v.object({ prompt: v.string() });
    const versions = {
      "prompt.submitted": {
        version: 3,
        upcast: {
          1: (data: unknown) => ({ ...v.parse(text, data), words: 0 }),
          2: (data: unknown) => {
            const { prompt } = v.parse(text, data);
            return { text: prompt, words: prompt.split(" ").length };
          },
        },
      },
    };
    const reading = present({ ...envelope, data: { prompt: "two words" } }, versions);
    expect(reading).toMatchObject({ is: "event", event: { v: 3, data: { text: "two words", words: 2 } } });
    expect(present({ ...envelope, v: 4 }, versions)).toMatchObject({ is: "unknown" });
  });
});

describe("writing", () => {
  test("an unknown event is a defect", () => {
    expect(() => checkDraft({ type: "tide.turned", data: {} })).toThrow(/no event/);
    expect(() => checkDraft({ type: "toString", data: {} })).toThrow(/no event/);
  });

  test("so is data that does not fit", () => {
    expect(() => checkDraft({ type: "pin.added", data: { text: "x", priority: "urgent" } })).toThrow(
      /pin.added/,
    );
  });

  test("a good draft passes", () => {
    const draft = { type: "session.ended", data: { reason: "other" } };
    expect(checkDraft(draft)).toEqual(draft);
  });
});
