import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../../../src/event/registry.js";
import {
  branchesOf,
  branchOf,
  findBranch,
  foldBranches,
  mergedInto,
  mergesInto,
  NO_BRANCHES,
} from "../../../../src/extra/branch/fold/branch.js";
import { contentOf } from "../../../../src/extra/branch/fold/content.js";
import type { Decided } from "../../../../src/model/fold/decision/decision-tree.js";
import { foldPromoted, type Promoted, promotedAt } from "../../../../src/model/fold/staged.js";
import { putLatest, type Stamped } from "../../../../src/model/fold/stamp.js";
import { declarations } from "../../../declaration-arbitrary.js";
import { envelop } from "../../../model/fold/envelop.js";

const branchesAfter = (drafts: readonly Draft[]) => ({
  extra: { branches: drafts.map(envelop).reduce(foldBranches, NO_BRANCHES) },
});
const created = (branch: string, session = "s1", turn = 2): Draft => ({
  type: "branch.created",
  data: { branch, session, turn },
});
const joined = (session: string, branch: string): Draft => ({
  type: "branch.joined",
  data: { session, branch },
});
const merged = (from: string, into = ""): Draft => ({
  type: "branch.merged",
  data: { from, into, decisions: [], tasks: [] },
});

describe("branches of work", () => {
  test("begin at a point, take sessions on and off, and are deleted without them", () => {
    const state = branchesAfter([
      created("idea"),
      joined("s2", "idea"),
      joined("s3", "idea"),
      joined("s3", ""),
    ]);
    expect(branchesOf(state)).toMatchObject([{ id: "idea", session: "s1", turn: 2 }]);
    expect(["s1", "s2", "s3"].map((session) => branchOf(state, session))).toEqual(["", "idea", ""]);
    const gone = branchesAfter([
      created("idea"),
      joined("s2", "idea"),
      { type: "branch.deleted", data: { branch: "idea" } },
    ]);
    expect(findBranch(gone, "idea")).toBeUndefined();
    expect(branchOf(gone, "s2")).toBe("");
  });

  test("say where they went, unless they were begun anew", () => {
    const state = branchesAfter([created("idea"), created("other"), merged("idea", "other"), merged("idea")]);
    const [idea, other] = branchesOf(state);
    expect(idea && mergedInto(state, idea)).toMatchObject({ into: "" });
    expect(other && mergedInto(state, other)).toBeUndefined();
    expect(mergesInto(state, "other")).toHaveLength(1);
    const anew = branchesAfter([created("idea"), merged("idea"), created("idea", "s9")]);
    const [again] = branchesOf(anew);
    expect(again && mergedInto(anew, again)).toBeUndefined();
  });

  test("are as before once a merge of them was taken back", () => {
    const undone = (merge: string): Draft => ({ type: "branch.unmerged", data: { merge } });
    const drafts = [created("idea"), merged("idea", "other"), merged("idea")];
    const [, first = "", last = ""] = drafts.map((draft, at) => envelop(draft, at).id);
    const once = branchesAfter([...drafts, undone(last)]);
    const [idea] = branchesOf(once);
    expect(idea && mergedInto(once, idea)).toMatchObject({ into: "other" });
    expect(mergesInto(once, "")).toEqual([]);
    const twice = branchesAfter([...drafts, undone(last), undone(first)]);
    expect(idea && mergedInto(twice, idea)).toBeUndefined();
    const again = branchesAfter([...drafts, undone(last), merged("idea")]);
    expect(mergesInto(again, "")).toHaveLength(1);
  });

  test("of git are promoted with the time of it", () => {
    const promoted = foldPromoted([], envelop({ type: "branch.promoted", data: { branch: "feat/x" } }, 0));
    const state = { promoted };
    expect(promotedAt(state, "feat/x")).toBe(1_000);
    expect(promotedAt(state, "feat/y")).toBeUndefined();
  });

  test("are the same in whatever order events arrive", () => {
    fc.assert(
      fc.property(
        declarations.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          const fold = (events: TidemarkEvent[]) => events.reduce(foldBranches, NO_BRANCHES);
          expect(fold(shuffled)).toEqual(fold(list));
          expect(fold([...list, ...list])).toEqual(fold(list));
          const promote = (events: TidemarkEvent[]) => events.reduce<readonly Promoted[]>(foldPromoted, []);
          expect(promote(shuffled)).toEqual(promote(list));
          expect(promote([...list, ...list])).toEqual(promote(list));
        },
      ),
    );
  });

  test("keep the latest of a bounded number, in whatever order they arrive", () => {
    const entries = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom("a", "b", "c", "d", "e"),
        clock: fc.nat(9),
        event: fc.nat(99).map(String),
      }),
      { selector: ({ clock, event }) => `${clock} ${event}` },
    );
    const put = (list: readonly Stamped[]) =>
      list.reduce<readonly Stamped[]>((kept, entry) => putLatest(kept, entry, 3), []);
    fc.assert(
      fc.property(
        entries.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(put(shuffled)).toEqual(put(list));
        },
      ),
    );
  });
});

describe("what is on a branch", () => {
  const decided = (id: string, choice: string, at: number, rejected: string[] = []): Decided => ({
    id,
    choice,
    rejected,
    from: "found",
    by: "agent",
    at,
    session: "s",
  });
  const merge = {
    id: "m",
    clock: 1,
    event: "m",
    from: "idea",
    into: "",
    at: 50,
    decisions: [{ choice: "use Postgres for jobs", rejected: ["Redis"] }],
    dropped: ["draw on a canvas"],
    tasks: [
      { text: "write docs", status: "dropped" as const },
      { text: "move the jobs", status: "open" as const },
    ],
  };

  test("is what holds of its decisions and the latest word on each task, with what was merged in between", () => {
    const parts = {
      decided: [decided("a", "use Redis", 10), decided("b", "draw on a canvas", 20)],
      plans: [
        {
          at: 40,
          plan: [
            { text: "write docs", status: "open" as const },
            { text: "ship", status: "doing" as const },
          ],
        },
      ],
    };
    expect(contentOf({ ...parts, merges: [] })).toEqual({
      decisions: [
        { choice: "use Redis", rejected: [] },
        { choice: "draw on a canvas", rejected: [] },
      ],
      tasks: [
        { text: "write docs", status: "open" },
        { text: "ship", status: "doing" },
      ],
    });
    expect(contentOf({ ...parts, merges: [merge] })).toEqual({
      decisions: [{ choice: "use Postgres for jobs", rejected: ["Redis"] }],
      tasks: [
        { text: "ship", status: "doing" },
        { text: "move the jobs", status: "open" },
      ],
    });
  });

  test("what is said after a merge counts again", () => {
    const later = {
      decided: [decided("c", "draw on a canvas", 60), decided("d", "use MySQL", 70, ["Postgres"])],
      plans: [{ at: 80, plan: [{ text: "Move the jobs", status: "done" as const }] }],
    };
    expect(contentOf({ ...later, merges: [merge] })).toEqual({
      decisions: [
        { choice: "draw on a canvas", rejected: [] },
        { choice: "use MySQL", rejected: ["Postgres"] },
      ],
      tasks: [{ text: "Move the jobs", status: "done" }],
    });
  });
});
