import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft, EventData } from "../../../../src/event/registry.js";
import { effectiveEvents, foldWhole } from "../../../../src/model/fold/session/whole.js";
import { events } from "../../../event-arbitrary.js";
import { envelop } from "../envelop.js";

const prompt = (text: string): Draft => ({ type: "prompt.submitted", data: { text } });
const tool = (data: Partial<EventData<"tool.finished">>): Draft => ({
  type: "tool.finished",
  data: { tool: "Bash", action: "shell", ok: true, ...data },
});
const edit = (path: string) => tool({ tool: "Edit", action: "edit", paths: [path] });
const made = (checkpoint: string): Draft => ({
  type: "checkpoint.created",
  data: { checkpoint, reason: "hand", label: "before the rewrite", changed: 2 },
});
const back = (to: number): Draft => ({
  type: "checkpoint.restored",
  data: { checkpoint: "c1", what: "both", upTo: { clock: to, id: `e${to}` } },
});

const whole = (...drafts: Draft[]) => foldWhole(drafts.map(envelop));

describe("the whole of a session", () => {
  test("has every call, with what it was about", () => {
    const long = `npm test -- ${"x".repeat(300)}`;
    const { calls } = whole(
      prompt("go"),
      tool({ command: "cd app && npm test | tail -5", ms: 12, ok: false, output: "1 failed" }),
      tool({ command: long, agentId: "a1" }),
      tool({ tool: "Grep", action: "search", target: "retry\n  jitter" }),
    );
    expect(calls).toEqual([
      { tool: "Bash", action: "shell", target: "npm test", ok: false, ms: 12, at: 2_000 },
      { tool: "Bash", action: "shell", target: long.slice(0, 160), ok: true, at: 3_000, agent: "a1" },
      { tool: "Grep", action: "search", target: "retry jitter", ok: true, at: 4_000 },
    ]);
  });

  test("has the first lines of every error", () => {
    const output = ["Exit code 2", "one", "two", "three", "four"].join("\n");
    const { errors } = whole(tool({ command: "npm test", ok: false, exit: 2, output }), edit("a.ts"));
    expect(errors).toEqual([
      { tool: "Bash", target: "npm test", text: "Exit code 2\none\ntwo\nthree", exit: 2, at: 1_000 },
    ]);
  });

  test("has its subagents, and those that began again", () => {
    const began = (agentId: string): Draft => ({
      type: "subagent.started",
      data: { agentId, agentType: "Explore" },
    });
    const ended: Draft = {
      type: "subagent.finished",
      data: { agentId: "a", agentType: "Explore", message: "Three piers." },
    };
    expect(whole(began("a"), began("b"), ended).subagents).toEqual([
      { id: "a", type: "Explore", startedAt: 1_000, finishedAt: 3_000, message: "Three piers." },
      { id: "b", type: "Explore", startedAt: 2_000 },
    ]);
    expect(whole(began("a"), ended, began("a")).subagents).toEqual([
      { id: "a", type: "Explore", startedAt: 1_000 },
    ]);
  });

  test("has its questions to memory, and its checkpoints with how far the plan was", () => {
    const plan: Draft = {
      type: "plan.updated",
      data: {
        mode: "whole",
        items: [
          { text: "a", status: "done" },
          { text: "b", status: "open" },
          { text: "c", status: "open" },
        ],
      },
    };
    const asked: Draft = { type: "memory.recalled", data: { query: "retry jitter", found: 3 } };
    const { queries, checkpoints } = whole(asked, edit("a.ts"), plan, made("c1"));
    expect(queries).toEqual([{ query: "retry jitter", found: 3, at: 1_000 }]);
    expect(checkpoints).toEqual([
      {
        id: "c1",
        reason: "hand",
        label: "before the rewrite",
        at: 4_000,
        tools: 1,
        progress: 0.33,
        changed: 2,
      },
    ]);
  });

  test("is in the phase of the last turn that did something", () => {
    expect(whole(prompt("a"), edit("a.ts"), edit("b.ts"), prompt("b")).phase).toBe("implementing");
    const next = tool({ tool: "Read", action: "read", paths: ["a.ts"] });
    expect(whole(prompt("a"), edit("a.ts"), edit("b.ts"), prompt("b"), next).phase).toBe("exploring");
    expect(whole(prompt("a")).phase).toBeUndefined();
  });
});

describe("a session that went back", () => {
  test("no longer counts the files since, and does again when that is undone", () => {
    const story = [edit("a.ts"), made("c1"), edit("b.ts"), made("c2"), back(1)];
    expect(whole(...story).files.modified).toEqual(["a.ts"]);
    expect(whole(...story, edit("c.ts")).files.modified).toEqual(["a.ts", "c.ts"]);
    expect(whole(...story, back(3)).files.modified).toEqual(["a.ts", "b.ts"]);
    expect(whole(...story).calls).toHaveLength(2);
  });

  test("counts all events of any session that never went back, and none twice", () => {
    fc.assert(
      fc.property(events, (all) => {
        const counting = effectiveEvents(all);
        expect(new Set(counting).size).toBe(counting.length);
        expect(all).toEqual(expect.arrayContaining([...counting]));
        if (!all.some(({ type }) => type === "checkpoint.restored")) expect(counting).toEqual(all);
      }),
    );
  });
});
