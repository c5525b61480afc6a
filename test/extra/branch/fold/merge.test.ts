import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Task } from "../../../../src/extra/branch/fold/branch.js";
import type { BranchContent } from "../../../../src/extra/branch/fold/content.js";
import {
  changesTo,
  type Merging,
  mergeBranches,
  resolveConflicts,
  type Take,
  takesFor,
} from "../../../../src/extra/branch/fold/merge.js";

const decided = (choice: string, ...rejected: string[]) => ({ choice, rejected });
const open = (text: string): Task => ({ text, status: "open" });
const done = (text: string): Task => ({ text, status: "done" });
const content = (
  decisions: BranchContent["decisions"],
  tasks: BranchContent["tasks"] = [],
): BranchContent => ({ decisions, tasks });

const REDIS = decided("use Redis for the job queue");
const POSTGRES = decided("use Postgres for jobs", "Redis");
const KAFKA = decided("use Kafka for jobs", "Redis");
const JITTER = decided("wait with full jitter");

describe("merging decisions", () => {
  test("takes what only one side changed, and what both changed alike", () => {
    const base = content([REDIS]);
    expect(mergeBranches(base, base, content([POSTGRES, JITTER]))).toEqual({
      merged: content([POSTGRES, JITTER]),
      conflicts: [],
    });
    expect(mergeBranches(base, content([POSTGRES]), base).merged).toEqual(content([POSTGRES]));
    expect(mergeBranches(base, content([POSTGRES]), content([POSTGRES])).merged).toEqual(content([POSTGRES]));
    expect(mergeBranches(base, base, content([])).merged).toEqual(content([]));
  });

  test("lists what both decided anew and differently, and what one dropped and the other changed", () => {
    const base = content([REDIS]);
    const { merged, conflicts } = mergeBranches(base, content([KAFKA, JITTER]), content([POSTGRES]));
    expect(merged).toEqual(content([JITTER]));
    expect(conflicts).toMatchObject([{ is: "decision", base: [REDIS], ours: [KAFKA], theirs: [POSTGRES] }]);
    expect(mergeBranches(base, content([]), content([POSTGRES])).conflicts).toMatchObject([
      { ours: [], theirs: [POSTGRES] },
    ]);
    // Nothing was decided before, and both decided on the same thing.
    expect(mergeBranches(content([]), content([KAFKA]), content([POSTGRES])).conflicts).toHaveLength(1);
    expect(mergeBranches(content([]), content([JITTER]), content([POSTGRES])).conflicts).toEqual([]);
    const three = decided("retry uploads three times");
    const five = decided("retry uploads five times");
    expect(mergeBranches(content([]), content([three]), content([five])).conflicts).toHaveLength(1);
  });

  test("puts together what both found out about one choice, unless the reasons differ", () => {
    const ours = { choice: "use pnpm", rejected: ["npm"] };
    const theirs = { choice: "Use `pnpm`", reason: "it is faster", rejected: ["yarn"] };
    const { merged, conflicts } = mergeBranches(content([]), content([ours]), content([theirs]));
    expect(conflicts).toEqual([]);
    expect(merged.decisions).toEqual([
      { choice: "use pnpm", reason: "it is faster", rejected: ["npm", "yarn"] },
    ]);
    const other = { ...ours, reason: "the lock file is smaller" };
    const [conflict] = mergeBranches(content([]), content([other]), content([theirs])).conflicts;
    expect(conflict && takesFor(conflict)).toEqual(["ours", "theirs", "drop"]);
  });
});

describe("merging tasks", () => {
  test("takes a status from one side and a new wording from the other", () => {
    const base = content([], [open("write the docs page"), open("fix the flaky upload test")]);
    const ours = content([], [done("write the docs page"), open("fix the flaky upload test")]);
    const theirs = content([], [open("write the docs page"), open("fix the flaky upload test on Windows")]);
    expect(mergeBranches(base, ours, theirs)).toEqual({
      merged: content([], [done("write the docs page"), open("fix the flaky upload test on Windows")]),
      conflicts: [],
    });
    const both = content([], [open("write the long docs page"), open("fix the flaky upload test")]);
    expect(mergeBranches(base, ours, both).merged.tasks[0]).toEqual(done("write the long docs page"));
  });

  test("lists a task that one side dropped and the other did, and one worded anew on both sides", () => {
    const base = content([], [open("write the docs page")]);
    const [dropped] = mergeBranches(base, content([]), content([], [done("write the docs page")])).conflicts;
    expect(dropped).toMatchObject({ is: "task", ours: [], theirs: [done("write the docs page")] });
    const [worded] = mergeBranches(
      base,
      content([], [open("write the docs page in French")]),
      content([], [open("write the whole docs page")]),
    ).conflicts;
    expect(worded).toMatchObject({ ours: [open("write the docs page in French")] });
    expect(worded && takesFor(worded)).toContain("both");
  });
});

describe("resolving", () => {
  const merging = mergeBranches(
    content([REDIS], [open("a task")]),
    content([KAFKA], [{ text: "a task", status: "doing" }]),
    content([POSTGRES], [done("a task")]),
  );
  const [first, second] = merging.conflicts.map(({ key }) => key);
  const take = (...takes: [string | undefined, Take][]) =>
    resolveConflicts(merging, new Map(takes.map(([key = "", choice]) => [key, choice])));

  test("goes by what was taken, and leaves the rest", () => {
    expect(take([first, "theirs"]).merged.decisions).toEqual([POSTGRES]);
    expect(take([first, "theirs"]).conflicts.map(({ key }) => key)).toEqual([second]);
    expect(take([first, "both"], [second, "drop"])).toEqual({
      merged: content([KAFKA, POSTGRES]),
      conflicts: [],
    });
    expect(take([second, "both"]).conflicts).toHaveLength(2);
  });

  test("says what changes for a side: new and changed ones, and what it no longer has", () => {
    const { merged } = take([first, "theirs"], [second, "drop"]);
    expect(
      changesTo(content([KAFKA, JITTER], [open("a task")]), { ...merged, decisions: [POSTGRES, JITTER] }),
    ).toEqual({
      decisions: [POSTGRES],
      dropped: [KAFKA.choice],
      tasks: [{ text: "a task", status: "dropped" }],
    });
    expect(changesTo(merged, merged)).toEqual({ decisions: [], dropped: [], tasks: [] });
  });
});

const decision = fc.record({
  choice: fc.constantFrom(
    "use redis",
    "use kafka",
    "use postgres database",
    "tests beside code",
    "full jitter",
  ),
  rejected: fc.subarray(["redis", "kafka"]),
});
const task = fc.record({
  text: fc.constantFrom("write docs", "write docs page", "fix upload", "fix upload test", "ship"),
  status: fc.constantFrom("open" as const, "doing" as const, "done" as const),
});
const any: fc.Arbitrary<BranchContent> = fc.record({
  decisions: fc.uniqueArray(decision, { selector: ({ choice }) => choice }),
  tasks: fc.uniqueArray(task, { selector: ({ text }) => text }),
});
const bag = ({ decisions, tasks }: BranchContent) =>
  [decisions, tasks].map((list) => list.map((one) => JSON.stringify(one)).sort());
const sides = ({ conflicts }: Merging) =>
  conflicts.map(({ is, ours, theirs }) => JSON.stringify([is, ours, theirs])).sort();

describe("for any base and sides", () => {
  test("merging something with itself, or with nothing new, changes nothing", () => {
    fc.assert(
      fc.property(any, any, (base, side) => {
        const self = mergeBranches(base, side, side);
        expect(self.conflicts).toEqual([]);
        expect(bag(self.merged)).toEqual(bag(side));
        const ahead = mergeBranches(base, base, side);
        expect(ahead.conflicts).toEqual([]);
        expect(bag(ahead.merged)).toEqual(bag(side));
      }),
    );
  });

  test("the sides can be swapped", () => {
    fc.assert(
      fc.property(any, any, any, (base, ours, theirs) => {
        const one = mergeBranches(base, ours, theirs);
        const other = mergeBranches(base, theirs, ours);
        expect(bag(other.merged)).toEqual(bag(one.merged));
        const swapped = {
          ...other,
          conflicts: other.conflicts.map((c) => ({ ...c, ours: c.theirs, theirs: c.ours })),
        };
        expect(sides(swapped as Merging)).toEqual(sides(one));
      }),
    );
  });

  test("nothing that both have or that one added is lost without a conflict", () => {
    fc.assert(
      fc.property(any, any, any, (base, ours, theirs) => {
        const { merged, conflicts } = mergeBranches(base, ours, theirs);
        const left = [
          merged.decisions,
          ...conflicts.map((c) => (c.is === "decision" ? [...c.ours, ...c.theirs] : [])),
        ].flat();
        const had = new Set(base.decisions.map(({ choice }) => choice));
        for (const { choice } of [...ours.decisions, ...theirs.decisions]) {
          const inBoth = [ours, theirs].every((side) => side.decisions.some((one) => one.choice === choice));
          if (inBoth || !had.has(choice)) expect(left.some((one) => one.choice === choice)).toBe(true);
        }
        const tasks = [
          merged.tasks,
          ...conflicts.map((c) => (c.is === "task" ? [...c.ours, ...c.theirs] : [])),
        ].flat();
        const texts = new Set(base.tasks.map(({ text }) => text));
        for (const { text } of [...ours.tasks, ...theirs.tasks])
          if (!texts.has(text)) expect(tasks.some((one) => one.text === text)).toBe(true);
      }),
    );
  });

  test("what changes for a side, applied to it, is the merge", () => {
    fc.assert(
      fc.property(any, any, (before, after) => {
        const { decisions, dropped, tasks } = changesTo(before, after);
        const gone = new Set([...dropped, ...decisions.map(({ choice }) => choice)]);
        const names = new Set(tasks.map(({ text }) => text));
        const applied = content(
          [...before.decisions.filter(({ choice }) => !gone.has(choice)), ...decisions],
          [
            ...before.tasks.filter(({ text }) => !names.has(text)),
            ...tasks.filter(({ status }) => status !== "dropped"),
          ],
        );
        expect(bag(applied)).toEqual(bag(after));
      }),
    );
  });
});
