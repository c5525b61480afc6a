import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../../../src/event/registry.js";
import {
  activeFocus,
  activePins,
  allPins,
  type Declared,
  foldDeclared,
  hasRoomToRemove,
  MAX_DECLARED,
  NOTHING_DECLARED,
  ratingOf,
  removedIn,
  removedMemories,
  rulesOf,
  settingOf,
} from "../../../../src/model/fold/declared/declared.js";
import {
  currentFacts,
  declaredFacts,
  supersededBy,
} from "../../../../src/model/fold/declared/declared-fact.js";
import type { Memory } from "../../../../src/model/fold/memory/memory-state.js";
import { foldProject } from "../../../../src/model/fold/project.js";
import { declarations } from "../../../declaration-arbitrary.js";

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
    const many = Array.from({ length: 2 * MAX_DECLARED.pins }, (_, index) =>
      envelop(index % 3 === 2 ? unpin(`e${String(index - 2).padStart(4, "0")}`) : pin(`p${index}`), index),
    );
    const forth = fold(many);
    expect(fold([...many].reverse())).toEqual(forth);
    expect(forth.declared.pins).toHaveLength(MAX_DECLARED.pins);
    expect(allPins(forth)[0]?.text).toBe(
      `p${2 * MAX_DECLARED.pins - 1 - ((2 * MAX_DECLARED.pins - 1) % 3 === 2 ? 1 : 0)}`,
    );
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

describe("superseding", () => {
  const says = (text: string, supersedes?: string): Draft => ({
    type: "fact.declared",
    data: { kind: "decision", text, by: "user", ...(supersedes === undefined ? {} : { supersedes }) },
  });
  const unsays = (fact: string): Draft => ({ type: "fact.removed", data: { fact } });
  const current = (...drafts: Draft[]) => currentFacts(declare(...drafts), NOW).map(({ text }) => text);

  test.each([
    ["the newer one holds", [says("A"), says("B", "e0000")], ["B"]],
    ["of a chain only its end", [says("A"), says("B", "e0000"), says("C", "e0001")], ["C"]],
    ["of two that replace the same the later", [says("A"), says("B", "e0000"), says("C", "e0000")], ["C"]],
    [
      "also where the earlier of them has a successor, unless that is later still",
      [says("A"), says("B", "e0000"), says("C", "e0000"), says("D", "e0001")],
      ["D"],
    ],
    ["taken back, it leaves the older one", [says("A"), says("B", "e0000"), unsays("e0001")], ["A"]],
    [
      "of two that replace the same, taken back, it leaves the other",
      [says("A"), says("B", "e0000"), says("C", "e0000"), unsays("e0002")],
      ["B"],
    ],
    [
      "what was taken back in the middle does not bring back its beginning",
      [says("A"), says("B", "e0000"), says("C", "e0001"), unsays("e0001")],
      ["C"],
    ],
    [
      "until the end is taken back as well",
      [says("A"), says("B", "e0000"), says("C", "e0001"), unsays("e0001"), unsays("e0002")],
      ["A"],
    ],
    ["an id that nobody knows is no harm", [says("A"), says("B", "zzz")], ["B", "A"]],
    ["nor its own", [says("A", "e0000")], ["A"]],
    ["nor a circle", [says("A", "e0001"), says("B", "e0000")], ["B"]],
    ["nor one with an end", [says("C", "e0001"), says("A", "e0002"), says("B", "e0001")], ["C"]],
    ["others are left alone", [says("A"), says("other"), says("B", "e0000")], ["B", "other"]],
  ])("%s", (_, drafts, texts) => {
    expect(current(...drafts)).toEqual(texts);
  });

  test("what was superseded is kept, and says by what", () => {
    const state = declare(says("A"), says("B", "e0000"), says("C", "e0000"));
    expect(declaredFacts(state)).toMatchObject([
      { text: "C", supersedes: "e0000" },
      { text: "B", supersedes: "e0000", supersededBy: "e0002", isRival: true },
      { text: "A", supersededBy: "e0002" },
    ]);
    expect(declaredFacts(state)[2]).not.toHaveProperty("isRival");
    expect(declaredFacts(state)[0]).not.toHaveProperty("supersededBy");
  });

  test("a memory that was found can be superseded, too", () => {
    expect(supersededBy(declare(says("B", "found"), says("C")))).toEqual(new Map([["found", "e0000"]]));
  });

  test("in any order of arrival of all that is linked exactly one holds", () => {
    fc.assert(
      fc.property(
        declarations.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, arrived]) => {
          const facts = declaredFacts(fold(arrived));
          expect(facts).toEqual(declaredFacts(fold(list)));
          const known = new Map(facts.map((fact) => [fact.id, fact]));
          for (const fact of facts) {
            let end: typeof fact | undefined = fact;
            for (let step = 0; end?.supersededBy !== undefined && step <= facts.length; step++)
              end = known.get(end.supersededBy);
            expect(end).toBeDefined();
            expect(end?.supersededBy).toBeUndefined();
            const before = known.get(fact.supersedes ?? "");
            if (before !== undefined && before !== fact && fact.supersededBy === undefined)
              expect(before.supersededBy).toBeDefined();
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("memories that were found", () => {
  const removes = (memory: string, said: { kind?: string; text?: string } = {}): Draft => ({
    type: "memory.removed",
    data: { memory, ...said },
  });
  const restores = (memory: string): Draft => ({ type: "memory.restored", data: { memory } });
  const found = (id: string, more: Partial<Memory> = {}) => ({
    id,
    kind: "decision" as const,
    text: id,
    session: "s",
    ...more,
  });

  test("are removed by their id, and restored, whichever arrived last", () => {
    const events = [removes("m"), removes("n"), restores("m")].map((draft, index) => envelop(draft, index));
    for (const state of [fold(events), fold([...events].reverse())]) {
      const isRemoved = removedIn(state);
      expect(["m", "n", "o"].map((id) => isRemoved(found(id)))).toEqual([false, true, false]);
      expect(removedMemories(state).map(({ id }) => id)).toEqual(["n"]);
    }
    expect(removedIn(undefined)(found("m"))).toBe(false);
  });

  test("go with all that say the same, of the same kind, but not with what was stated", () => {
    const events = [
      removes("m", { kind: "decision", text: "Use `pnpm`" }),
      removes("n", { kind: "command", text: "`npm test` works (test command, 4 passed)" }),
      removes("o", { kind: "fix", text: "E — fixed by: src/a.ts" }),
      restores("o"),
    ].map((draft, index) => envelop(draft, index));
    for (const state of [fold(events), fold([...events].reverse())]) {
      const isRemoved = removedIn(state);
      expect(isRemoved(found("x", { text: "use  pnpm" }))).toBe(true);
      expect(isRemoved(found("x", { text: "use pnpm", kind: "convention" }))).toBe(false);
      expect(isRemoved(found("x", { text: "use pnpm", session: "" }))).toBe(false);
      expect(isRemoved(found("x", { kind: "command", text: "`npm test` works (9 passed)" }))).toBe(true);
      expect(isRemoved(found("x", { kind: "command", text: "`npm run build` works" }))).toBe(false);
      expect(isRemoved(found("x", { kind: "fix", text: "E — fixed by: src/a.ts" }))).toBe(false);
    }
  });

  test("are no more than can be kept, and that is known before one comes back", () => {
    const full = declare(...Array.from({ length: MAX_DECLARED.removals }, (_, n) => removes(`m${n}`)));
    expect([hasRoomToRemove(declare(), "x"), hasRoomToRemove(full, "x")]).toEqual([true, false]);
    expect(hasRoomToRemove(full, "m7")).toBe(true);
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
