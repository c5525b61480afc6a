import { beforeAll, describe, expect, test } from "vitest";
import { turn } from "./branch-story.js";
import { Stage } from "./stage.js";

const stage = new Stage("main");

beforeAll(() => {
  turn(stage, "aaaa-1111", {
    ask: "Which queue do we take for the upload jobs?",
    says: "We decided to use Redis for the job queue because it is there already.",
  });
  turn(stage, "bbbb-2222", {
    ask: "The Redis queue loses jobs, change it",
    says: "We decided to use Postgres instead of Redis for the job queue.",
  });
  stage.cli([
    "remember",
    "decision",
    "retry three times",
    "--because",
    "the API is flaky",
    "--rejected",
    "a queue",
  ]);
});

describe("decisions", () => {
  test("are drawn with what took whose place, why, and what was rejected", () => {
    const { stdout, status } = stage.cli(["decisions"]);
    expect(status).toBe(0);
    expect(stdout).toContain("○ Redis for the job queue");
    expect(stdout).toContain("because it is there already");
    expect(stdout).toMatch(/└─ ● .*Postgres/);
    expect(stdout).toContain("● retry three times");
    expect(stdout).toContain("✗ a queue");
    expect(stdout).toContain("superseded by");
    // No colours where nobody looks.
    expect(stdout).not.toContain("\u001b");
  });

  test("fit a narrow terminal", () => {
    const long =
      "keep every thumbnail of every picture in a bucket of its own near to the people who look at it";
    stage.cli(["remember", "decision", long]);
    const lines = stage.cli(["decisions", "--all"]).stdout.split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(lines.join(" ").replace(/[│├└─\s]+/g, " ")).toContain(long);
  });

  test("supersede each other by what is stated, and JSON has the whole tree", () => {
    const id = stage.json(["remember"]).find(({ text }: { text: string }) => text === "retry three times").id;
    stage.cli(["remember", "decision", "retry five times", "--supersedes", id]);
    const { lines, currentBranch } = stage.json(["decisions", "--all"]);
    const trees = lines.flatMap(({ groups }: { groups: { trees: object[] }[] }) =>
      groups.flatMap(({ trees }) => trees),
    );
    expect(trees).toContainEqual(
      expect.objectContaining({
        choice: "retry three times",
        isCurrent: false,
        rejected: ["a queue"],
        children: [expect.objectContaining({ choice: "retry five times", isCurrent: true })],
      }),
    );
    expect(currentBranch).toBe("main");
  });

  test("are filtered by session, branch and thread, with a clear word where there is none", () => {
    const { stdout } = stage.cli(["decisions", "--session", "bbbb"]);
    expect(stdout).toContain("Postgres");
    expect(stdout).not.toContain("retry");
    expect(stage.cli(["decisions", "--branch", "feat/none"]).stdout).toContain("No decision matches");
    expect(stage.cli(["decisions", "--session", "zzzz"])).toMatchObject({ status: 1 });
    expect(stage.cli(["decisions", "--thread", "zzzz"])).toMatchObject({ status: 1 });
    expect(stage.cli(["decisions", "--help"]).stdout).toContain("Examples:");
  });
});
