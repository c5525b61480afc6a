import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../src/event/registry.js";
import {
  activeFocus,
  activePins,
  allPins,
  type Declared,
  declaredFacts,
  foldDeclared,
  MOST,
  NOTHING_DECLARED,
  ratingOf,
  rulesOf,
  settingOf,
} from "../../src/fold/declared.js";
import { foldProject } from "../../src/fold/project.js";
import { declarations } from "../declaration-arbitrary.js";

const NOW = 1_000_000;

function envelop(draft: Draft, index: number, id = `e${String(index).padStart(4, "0")}`): TidemarkEvent {
  return {
    id,
    v: 1,
    at: 1_000 + index * 1_000,
    clock: index,
    author: "a",
    project: "p",
    session: "",
    agent: "",
    ...draft,
  } as TidemarkEvent;
}

function declare(...drafts: Draft[]): { declared: Declared } {
  return fold(drafts.map((draft, index) => envelop(draft, index)));
}

function fold(events: readonly TidemarkEvent[]): { declared: Declared } {
  return { declared: events.reduce(foldDeclared, NOTHING_DECLARED) };
}

const pin = (text: string, priority: "high" | "normal" | "low" = "normal", expires?: number): Draft => ({
  type: "pin.added",
  data: { text, priority, ...(expires === undefined ? {} : { expires }) },
});
const unpin = (id: string): Draft => ({ type: "pin.removed", data: { pin: id } });
const rate = (memory: string, rating: "up" | "down"): Draft => ({
  type: "memory.rated",
  data: { memory, rating },
});
const focus = (topics: string[], until?: number): Draft => ({
  type: "focus.set",
  data: { topics, ...(until === undefined ? {} : { until }) },
});
const set = (key: string, value: string): Draft => ({ type: "profile.set", data: { key, value } });

describe("declared", () => {
  test("in any order and any portions is the same, byte for byte", () => {
    fc.assert(
      fc.property(
        declarations.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length }),
            fc.nat(list.length),
          ),
        ),
        ([list, arrived, cut]) => {
          const [first, ...rest] = list;
          if (first === undefined) return;
          const whole = foldProject(undefined, [first, ...rest]);
          const state = [arrived.slice(0, cut), arrived.slice(cut)].reduce<
            ReturnType<typeof foldProject> | undefined
          >((before, [next, ...others]) => {
            const kept = before === undefined ? undefined : JSON.parse(JSON.stringify(before));
            return next === undefined ? kept : foldProject(kept, [next, ...others]);
          }, undefined);
          expect(JSON.stringify(state)).toBe(JSON.stringify(whole));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("past its bounds it is still the same in any order", () => {
    const many = Array.from({ length: 2 * MOST.pins }, (_, index) =>
      envelop(index % 3 === 2 ? unpin(`e${String(index - 2).padStart(4, "0")}`) : pin(`p${index}`), index),
    );
    const forth = fold(many);
    expect(fold([...many].reverse())).toEqual(forth);
    expect(forth.declared.pins).toHaveLength(MOST.pins);
    expect(allPins(forth)[0]?.text).toBe(`p${2 * MOST.pins - 1 - ((2 * MOST.pins - 1) % 3 === 2 ? 1 : 0)}`);
  });
});

describe("pins", () => {
  test("come by priority, then the newest first", () => {
    const state = declare(pin("a"), pin("b", "low"), pin("c", "high"), pin("d"), pin("e", "high"));
    expect(activePins(state, NOW).map(({ text }) => text)).toEqual(["e", "c", "d", "a", "b"]);
  });

  test("are not active from the moment they expire, but still known", () => {
    const state = declare(pin("gone", "high", NOW), pin("here", "high", NOW + 1));
    expect(activePins(state, NOW).map(({ text }) => text)).toEqual(["here"]);
    expect(allPins(state)).toHaveLength(2);
  });

  test("stay removed, even where the removal came first, and leave no text", () => {
    for (const state of [
      declare(pin("secret plan"), unpin("e0000")),
      declare(unpin("e0001"), pin("secret plan")),
    ]) {
      expect(activePins(state, NOW)).toEqual([]);
      expect(JSON.stringify(state)).not.toContain("secret plan");
    }
  });
});

describe("focus", () => {
  test.each([
    ["none", [], undefined],
    ["one without an end", [focus(["auth"])], ["auth"]],
    ["the latest", [focus(["auth"]), focus(["upload", "retry"])], ["upload", "retry"]],
    ["one that is over", [focus(["auth"], NOW)], undefined],
    ["one that lasts", [focus(["auth"], NOW + 1)], ["auth"]],
    ["one that was cleared", [focus(["auth"]), focus([])], undefined],
  ])("%s", (_, drafts, topics) => {
    expect(activeFocus(declare(...drafts), NOW)?.topics).toEqual(topics);
  });
});

describe("ratings", () => {
  test("are counted for each memory, and the latest is known", () => {
    const state = declare(rate("m", "up"), rate("m", "up"), rate("n", "up"), rate("m", "down"));
    expect(ratingOf(state, "m")).toEqual({ up: 2, down: 1, latest: "down" });
    expect(ratingOf(state, "n")).toEqual({ up: 1, down: 0, latest: "up" });
    expect(ratingOf(state, "o")).toEqual({ up: 0, down: 0 });
  });
});

describe("facts and rules", () => {
  test("a fact keeps who said it, when, why, and what was rejected", () => {
    const state = declare({
      type: "fact.declared",
      data: { kind: "decision", text: "use pnpm", reason: "workspaces", rejected: ["npm"], by: "user" },
    });
    expect(declaredFacts(state)).toEqual([
      {
        id: "e0000",
        kind: "decision",
        text: "use pnpm",
        reason: "workspaces",
        rejected: ["npm"],
        by: "user",
        at: 1_000,
        session: "",
      },
    ]);
    expect(declaredFacts(state, "blocker")).toEqual([]);
  });

  test("come newest first, and go when they are removed", () => {
    const fact = (text: string): Draft => ({
      type: "fact.declared",
      data: { kind: "next", text, by: "user" },
    });
    const state = declare(fact("a"), fact("b"), fact("c"), { type: "fact.removed", data: { fact: "e0001" } });
    expect(declaredFacts(state, "next").map(({ text }) => text)).toEqual(["c", "a"]);
  });

  test("rules stand in the order they were given", () => {
    const rule = (text: string): Draft => ({ type: "rule.added", data: { text } });
    const state = declare(rule("a"), rule("b"), { type: "rule.removed", data: { rule: "e0000" } }, rule("c"));
    expect(rulesOf(state).map(({ text }) => text)).toEqual(["b", "c"]);
  });
});

describe("settings", () => {
  test("the latest holds, whatever arrived last, and an empty one takes it back", () => {
    const events = [set("role", "developer"), set("role", "architect"), set("verbosity", "concise")].map(
      (draft, index) => envelop(draft, index),
    );
    expect(settingOf(fold([...events].reverse()), "role")).toBe("architect");
    expect(settingOf(declare(set("role", "developer"), set("role", "")), "role")).toBeUndefined();
    expect(settingOf(declare(), "role")).toBeUndefined();
  });
});
