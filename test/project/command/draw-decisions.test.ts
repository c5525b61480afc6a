import { expect, test } from "vitest";
import { groupDecisions } from "../../../src/model/fold/decision/decision-group.js";
import { type Decided, decisionTree } from "../../../src/model/fold/decision/decision-tree.js";
import { drawDecisions, wrap } from "../../../src/project/command/draw-decisions.js";

const decided = (id: string, choice: string, more: Partial<Decided> = {}): Decided => ({
  id,
  choice,
  rejected: [],
  from: "found",
  by: "user",
  at: 1_000,
  session: "s1",
  branch: "main",
  ...more,
});

const lines = groupDecisions(
  decisionTree([
    decided("a", "use Redis for the job queue", { rejected: ["files on disk"], reason: "it is there" }),
    decided("b", "use Postgres for the jobs", {
      rejected: ["Redis"],
      at: 2_000,
      isStaged: true,
      branch: "feat/db",
    }),
    decided("c", "use Postgres for all the jobs", { at: 3_000, isStaged: true, branch: "feat/db" }),
    decided("d", "draw charts on a canvas", { line: "idea", from: "declared", at: 4_000 }),
  ]),
);

test("a tree has its forks, marks and reasons", () => {
  const drawn = drawDecisions(lines, { now: 5_000, width: 120, branch: "main" });
  expect(drawn).toEqual([
    "On no branch of work",
    "branch main",
    "└─ ● use Redis for the job queue",
    "   │ because it is there",
    "   │ a · you, in passing · a moment ago · session s1 · superseded by b",
    "   ├─ ✗ files on disk",
    "   └─ ○ use Postgres for the jobs",
    "      │ b · you, in passing · a moment ago · session s1 · on branch feat/db · superseded by c",
    "      ├─ ✗ Redis",
    "      └─ ● use Postgres for all the jobs",
    "           c · you, in passing · a moment ago · session s1 · on branch feat/db",
    "",
    "Branch of work idea",
    "branch main",
    "└─ ● draw charts on a canvas",
    "     d · you · a moment ago · session s1",
  ]);
});

test.each([34, 50, 80])("fits %i characters without losing a word", (width) => {
  const drawn = drawDecisions(lines, { now: 5_000, width });
  expect(Math.max(...drawn.map((line) => line.length))).toBeLessThanOrEqual(width);
  const text = drawn.join(" ").replace(/[│├└─\s]+/g, " ");
  for (const choice of ["use Postgres for all the jobs", "files on disk", "draw charts on a canvas"])
    expect(text).toContain(choice);
});

test("a text is wrapped at words, and a word that is too long is cut", () => {
  expect(wrap("one two three four five six", 20)).toEqual(["one two three four", "five six"]);
  expect(wrap("x".repeat(45), 20)).toEqual(["x".repeat(20), "x".repeat(20), "x".repeat(5)]);
  expect(wrap("", 20)).toEqual([""]);
});

test("a wide character takes two columns", () => {
  expect(wrap("再試行は三回まで、それ以上は失敗とする", 20)).toEqual([
    "再試行は三回まで、そ",
    "れ以上は失敗とする",
  ]);
});
