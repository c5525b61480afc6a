import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decidedAfter } from "../../../../src/extra/branch/fold/content.js";
import { groupDecisions } from "../../../../src/model/fold/decision/decision-group.js";
import {
  currentBranch,
  type Decided,
  type DecisionNode,
  decisionTree,
  flatten,
} from "../../../../src/model/fold/decision/decision-tree.js";

let n = 0;
const decided = (choice: string, more: Partial<Decided> = {}): Decided => {
  n++;
  return {
    id: `d${String(n).padStart(4, "0")}`,
    choice,
    rejected: [],
    from: "found",
    by: "user",
    at: n,
    session: "s",
    ...more,
  };
};

const outline = (nodes: readonly DecisionNode[]): unknown =>
  nodes.map(({ choice, isCurrent, children }) => [choice, isCurrent, outline(children)]);

describe("a tree of decisions", () => {
  test("has a decision below the one that it rejects or words anew, and says which holds", () => {
    const forest = decisionTree([
      decided("use Redis for the job queue"),
      decided("keep the tests beside the code"),
      decided("use Postgres for jobs", { rejected: ["Redis"] }),
      decided("use Postgres for all jobs"),
    ]);
    expect(outline(forest)).toEqual([
      [
        "use Redis for the job queue",
        false,
        [["use Postgres for jobs", false, [["use Postgres for all jobs", true, []]]]],
      ],
      ["keep the tests beside the code", true, []],
    ]);
    const [redis, postgres] = [...flatten(forest)];
    expect(redis?.supersededBy).toBe(postgres?.id);
    expect(postgres?.supersedes).toBe(redis?.id);
  });

  test("goes by what declarations name, also past one that was taken back, and shows rivals side by side", () => {
    const first = decided("retry three times", { from: "declared" });
    const left = decided("retry five times", { from: "declared", supersedes: first.id });
    const right = decided("retry nine times", { from: "declared", supersedes: first.id });
    const rivals = decisionTree([
      { ...first, supersededBy: right.id },
      { ...left, supersededBy: right.id, isRival: true },
      right,
    ]);
    expect(outline(rivals)).toEqual([
      [
        "retry three times",
        false,
        [
          ["retry five times", false, []],
          ["retry nine times", true, []],
        ],
      ],
    ]);
    const after = decided("retry once", { from: "declared", supersedes: "taken-back" });
    expect(outline(decisionTree([{ ...first, supersededBy: after.id }, after]))).toEqual([
      ["retry three times", false, [["retry once", true, []]]],
    ]);
  });

  test("keeps branches of work apart, and what is staged on a branch of git leaves others as they are", () => {
    const base = decided("use Redis for the queue");
    const other = decided("use Postgres", { rejected: ["Redis"], line: "idea", branch: "main" });
    expect(decisionTree([base, other]).map(({ isCurrent }) => isCurrent)).toEqual([true, true]);
    const staged = decided("use Postgres", { rejected: ["Redis"], branch: "feat/db", isStaged: true });
    expect(outline(decisionTree([{ ...base, branch: "main" }, staged]))).toEqual([
      ["use Redis for the queue", true, [["use Postgres", true, []]]],
    ]);
    expect(outline(decisionTree([{ ...base, branch: "feat/db" }, staged]))).toEqual([
      ["use Redis for the queue", false, [["use Postgres", true, []]]],
    ]);
  });

  test("counts what is said again once, takes a reason said later, and what is declared comes in its place", () => {
    const first = decided("use pnpm");
    const again = decided("Use `pnpm`", { reason: "it is faster", session: "t" });
    const stated = decided("use pnpm", { from: "declared", by: "agent", session: "" });
    const [node, ...rest] = decisionTree([first, again, stated]);
    expect(rest).toEqual([]);
    expect(node).toMatchObject({ id: stated.id, reason: "it is faster", times: 3, from: "declared" });
    // Decided against in between, it is decided anew.
    const back = [
      first,
      decided("use npm", { rejected: ["pnpm"] }),
      decided("use pnpm", { rejected: ["npm"] }),
    ];
    expect(outline(decisionTree(back))).toEqual([
      ["use pnpm", false, [["use npm", false, [["use pnpm", true, []]]]]],
    ]);
  });

  test("says of what a merge took away for which it went", () => {
    const kafka = decided("use Kafka for jobs");
    const postgres = decided("use Postgres for jobs", { line: "idea" });
    const later = decided("use Kafka for jobs", { at: 9_999 });
    const merge = {
      id: "m",
      clock: 1,
      event: "m",
      at: 9_000,
      from: "idea",
      into: "",
      decisions: [{ choice: "use Postgres for jobs" }],
      dropped: ["use Kafka for jobs"],
      tasks: [],
    };
    expect(decidedAfter([kafka, postgres, later], [merge])).toEqual([
      { ...kafka, supersededBy: postgres.id },
      { ...postgres, supersedes: kafka.id, mergedInto: "" },
      later,
    ]);
    // It stands below what it was taken for, where that stood; what took no place stands there by itself.
    const cache = decided("keep a cache", { line: "idea" });
    const brought = { ...merge, decisions: [...merge.decisions, { choice: "keep a cache" }] };
    const lines = groupDecisions(decisionTree(decidedAfter([kafka, postgres, cache], [brought])));
    expect(lines.map(({ line, groups }) => [line, groups.flatMap(({ trees }) => outline(trees))])).toEqual([
      [
        "",
        [
          ["use Kafka for jobs", false, [["use Postgres for jobs", true, []]]],
          ["keep a cache", true, []],
        ],
      ],
    ]);
    expect(decidedAfter([kafka], [merge])).toEqual([{ ...kafka, supersededBy: "m" }]);
    // The branch was deleted after the merge: what was decided on it stands on none.
    const { line: _, ...homeless } = postgres;
    expect(decidedAfter([kafka, homeless], [merge])).toEqual([
      { ...kafka, supersededBy: postgres.id },
      { ...homeless, supersedes: kafka.id },
    ]);
    expect(decidedAfter([{ ...kafka, line: "other" }], [merge])).toEqual([{ ...kafka, line: "other" }]);
  });

  test("is grouped by branch of work, then by thread or branch of git, and names where the work is", () => {
    const thread = { id: "t1", title: "Upload" };
    const forest = decisionTree([
      decided("use full jitter", { thread, branch: "main" }),
      decided("store avatars in buckets", { branch: "main" }),
      decided("draw charts on a canvas", { line: "idea", thread }),
    ]);
    expect(
      groupDecisions(forest).map(({ line, groups }) => [
        line,
        groups.map((group) => group.thread?.id ?? group.branch),
      ]),
    ).toEqual([
      ["", ["t1", "main"]],
      ["idea", ["t1"]],
    ]);
    expect(currentBranch(forest)).toBe("idea");
    expect(currentBranch([])).toBe("");
  });
});

const id = fc.nat(12).map((k) => `d${k}`);
const list = fc.uniqueArray(
  fc.record(
    {
      id,
      choice: fc.constantFrom("use redis", "use redis cluster", "use postgres", "write tests first"),
      rejected: fc.subarray(["redis", "postgres"]),
      from: fc.constantFrom("declared" as const, "found" as const),
      by: fc.constant("user" as const),
      at: fc.nat(5),
      session: fc.constant("s"),
      line: fc.constantFrom("a", "b"),
      supersedes: id,
      supersededBy: id,
    },
    { requiredKeys: ["id", "choice", "rejected", "from", "by", "at", "session"] },
  ),
  { selector: (one) => one.id, maxLength: 12 },
);

describe("for any decisions, circles among them", () => {
  test("the order of arrival does not show", () => {
    fc.assert(
      fc.property(
        list.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(decisionTree(shuffled)).toEqual(decisionTree(all));
        },
      ),
    );
  });

  test("none is lost: each is a node, or was counted into one that says the same", () => {
    fc.assert(
      fc.property(list, (all) => {
        const nodes = [...flatten(decisionTree(all))];
        expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length);
        expect(nodes.reduce((sum, { times = 1 }) => sum + times, 0)).toBe(all.length);
        for (const { choice } of all) expect(nodes.some((node) => node.choice === choice)).toBe(true);
      }),
    );
  });
});
