import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareEvents } from "../../../../src/event/order.js";
import type { Draft, TidemarkEvent } from "../../../../src/event/registry.js";
import { foldSession, replaySession, rewind, takesBack } from "../../../../src/model/fold/session/session.js";
import type { SessionState } from "../../../../src/model/fold/session/session-state.js";
import { events } from "../../../event-arbitrary.js";
import { envelop } from "../envelop.js";

const prompt = (text: string): Draft => ({ type: "prompt.submitted", data: { text } });
const edit = (path: string): Draft => ({
  type: "tool.finished",
  data: { tool: "Edit", action: "edit", paths: [path], ok: true, added: 1, removed: 0 },
});
const plan = (...items: [string, "open" | "done"][]): Draft => ({
  type: "plan.updated",
  data: { mode: "whole", items: items.map(([text, status]) => ({ text, status })) },
});
const made = (checkpoint: string): Draft => ({
  type: "checkpoint.created",
  data: { checkpoint, reason: "hand" },
});
const back = (to: number, what: "files" | "state" | "both" = "both"): Draft => ({
  type: "checkpoint.restored",
  data: { checkpoint: `c${to}`, what, upTo: { clock: to, id: `e${to}` } },
});

function tell(...drafts: [Draft, ...Draft[]]): SessionState {
  const [first, ...rest] = drafts;
  return replaySession([envelop(first, 0), ...rest.map((draft, index) => envelop(draft, index + 1))]).state;
}

const before = [prompt("add a button"), edit("a.ts"), plan(["draw it", "open"]), made("c3")] as const;
const after = [
  prompt("rewrite everything instead"),
  edit("b.ts"),
  plan(["draw it", "done"], ["rewrite", "open"]),
] as const;

describe("a session that went back to a checkpoint", () => {
  test("is again at the work it was at, and goes on from there", () => {
    const state = tell(...before, ...after, back(3));
    expect(state.work.request).toBe("add a button");
    expect(state.files.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(state.plan).toEqual([{ text: "draw it", status: "open" }]);
    expect(state.busy).toBe(false);
    const more = tell(...before, ...after, back(3), edit("c.ts"));
    expect(more.files.map(({ path }) => path)).toEqual(["a.ts", "c.ts"]);
  });

  test("keeps its turns, its counts and its checkpoints", () => {
    const state = tell(...before, ...after, back(3));
    expect([state.prompts, state.tools, state.turn.n]).toEqual([2, 2, 2]);
    expect(state.turn.request).toBe("rewrite everything instead");
    expect(state.checkpoints).toMatchObject([{ id: "c3", reason: "hand", tools: 1 }]);
  });

  test("is where it was where files alone came back, and is no longer in the middle of something", () => {
    const state = tell(...before, ...after, back(3, "files"));
    expect(state.work.request).toBe("rewrite everything instead");
    expect(state.busy).toBe(false);
  });

  test("can be taken back and forth", () => {
    const undone = tell(...before, ...after, made("c7"), back(3), back(7));
    expect(undone.work.request).toBe("rewrite everything instead");
    // To a point between two rewinds, after which it stood as the first had left it.
    const between = tell(...before, ...after, back(3), made("c8"), ...after, back(8));
    expect(between.work.request).toBe("add a button");
  });

  test("an event that counted may be gone: those before it still do", () => {
    const list = [...before, ...after, back(3)].map(envelop).filter(({ id }) => id !== "e3");
    const [first, ...rest] = list;
    if (first === undefined) throw new Error("no events");
    expect(replaySession([first, ...rest]).state.work.request).toBe("add a button");
  });

  test("nothing lies before its first event or after itself: such a point changes nothing", () => {
    expect(tell(...before, ...after, back(90)).work.request).toBe("rewrite everything instead");
    const [first, ...rest] = [...before, ...after, back(3)].map(envelop).slice(4);
    if (first === undefined) throw new Error("no events");
    expect(replaySession([first, ...rest]).state.work.request).toBe("rewrite everything instead");
  });
});

describe("telling a session with rewinds", () => {
  const own = events.map((list) =>
    list.filter(({ session, project }) => session === "s1" && project === "p").sort(compareEvents),
  );

  test("split anywhere but at a rewind and resumed from JSON is the whole", () => {
    fc.assert(
      fc.property(own, fc.nat(60), (list, at) => {
        const cut = Math.max(at, list.findLastIndex(takesBack) + 1);
        const [first, ...rest] = list.slice(0, cut);
        const [next, ...more] = list.slice(cut);
        if (first === undefined || next === undefined) return;
        const kept = JSON.parse(JSON.stringify(replaySession([first, ...rest]).state));
        const whole = replaySession([first, ...rest, next, ...more]).state;
        expect(JSON.stringify(foldSession(kept, [next, ...more]).state)).toBe(JSON.stringify(whole));
      }),
    );
  });

  test("gives what the state was at the point, told by itself", () => {
    fc.assert(
      fc.property(own, (list) => {
        const last = list.findLastIndex(takesBack);
        const event = list[last];
        if (event?.type !== "checkpoint.restored" || event.data.upTo === undefined) return;
        const { upTo } = event.data;
        const told = stateOf(list.slice(0, last + 1));
        const [then, now] = [
          stateOf(list.filter((one) => compareEvents(one, upTo) <= 0)),
          stateOf(list.slice(0, last)),
        ];
        if (told === undefined || then === undefined || now === undefined) return;
        const expected = rewind(now, then);
        for (const field of ["plan", "found", "work", "files", "blockers", "changed"] as const)
          expect(told[field]).toEqual(expected[field]);
      }),
    );
  });
});

function stateOf(list: readonly TidemarkEvent[]): SessionState | undefined {
  const [first, ...rest] = list;
  return first === undefined ? undefined : replaySession([first, ...rest]).state;
}
