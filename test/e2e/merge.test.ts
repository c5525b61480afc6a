import { beforeEach, describe, expect, test } from "vitest";
import { turn } from "./branch-story.js";
import { Stage } from "./stage.js";

let stage: Stage;
const on = { TIDEMARK_BRANCH: "idea" };

beforeEach(() => {
  stage = new Stage("main");
  turn(stage, "aaaa-1111", {
    ask: "Plan the upload queue",
    says: "We decided to use Redis for the job queue.",
    plan: [
      ["write the docs page", "pending"],
      ["fix the flaky upload test", "pending"],
    ],
  });
  stage.cli(["branch", "idea"]);
});

/** On the branch one task was done and something was decided; beside it nothing happened, or a task was done. */
const workOnBranch = () =>
  turn(stage, "bbbb-2222", {
    env: on,
    ask: "Try another queue",
    says: "We decided to use Postgres instead of Redis for the job queue.",
    plan: [
      ["write the docs page", "completed"],
      ["move the jobs over", "pending"],
    ],
  });
const events = () => stage.json(["status"]).events;

describe("merging a branch of work", () => {
  test("takes what only one side changed, and later sessions are told", () => {
    workOnBranch();
    const dry = stage.cli(["merge", "idea", "--dry-run"]);
    expect(dry.stdout).toMatch(/\+ decided {2}Postgres/);
    expect(dry.stdout).toMatch(/- decided {2}Redis/);
    expect(dry.stdout).toContain("✓ write the docs page (done)");
    const before = events();
    expect(stage.cli(["merge", "idea"])).toMatchObject({ status: 1 });
    expect(events()).toBe(before);
    expect(stage.cli(["merge", "idea", "--yes"])).toMatchObject({ status: 0 });
    expect(stage.cli(["branch"]).stdout).toContain("merged");
    // In the tree, too, what was taken away no longer holds.
    expect(stage.cli(["decisions"]).stdout).toMatch(/○ Redis for the job queue/);
    const told = stage.told("SessionStart", "cccc-3333", { source: "startup" });
    expect(told).toContain("move the jobs over");
    expect(told).toContain("Postgres");
    expect(told).not.toMatch(/Decided: .*Redis for the job queue/);
    expect(stage.cli(["merge", "idea", "--yes"]).stdout).toContain("brings nothing");
  });

  test("lists what both sides changed, writes nothing while it is unresolved, and goes by what is said", () => {
    workOnBranch();
    turn(stage, "aaaa-1111", {
      goesOn: true,
      ask: "Look at the queue again",
      says: "We decided to use Kafka instead of Redis for the job queue.",
      plan: [
        ["write the docs page", "in_progress"],
        ["fix the flaky upload test", "completed"],
      ],
    });
    const before = events();
    const failed = stage.cli(["merge", "idea", "--yes"]);
    expect(failed).toMatchObject({ status: 1 });
    expect(failed.stderr).toContain("2 of what both sides changed are not resolved");
    expect(failed.stdout).toMatch(/ours .*Kafka/);
    expect(failed.stdout).toMatch(/theirs .*Postgres/);
    expect(events()).toBe(before);
    const { conflicts, changes } = stage.json(["merge", "idea", "--dry-run"]);
    expect(conflicts).toHaveLength(2);
    expect(changes.tasks).toEqual([{ text: "move the jobs over", status: "open" }]);
    const [decision, task] = conflicts.map(({ key }: { key: string }) => key);
    expect(stage.cli(["merge", "idea", "--take", "zzzzzz=ours"]).stderr).toContain("no conflict");
    expect(stage.cli(["merge", "idea", "--take", `${task}=both`]).stderr).toContain(
      "takes ours, theirs, drop",
    );
    expect(stage.cli(["merge", "idea", "--take", `${decision}=theirs`, "--yes"]).status).toBe(1);
    expect(events()).toBe(before);
    const done = stage.cli(["merge", "idea", "--take", "theirs", "--take", `${decision}=both`, "--yes"]);
    expect(done.status).toBe(0);
    const told = stage.cli(["inject", "--budget", "3000"]).stdout;
    expect(told).toContain("Kafka");
    expect(told).toContain("Postgres");
    expect(stage.json(["merge", "idea"])).toMatchObject({ isMerged: true, applied: false });
  });

  test("is taken back, and all is as before", () => {
    workOnBranch();
    const before = stage.cli(["decisions"]).stdout;
    expect(stage.cli(["merge", "idea", "--undo"]).stderr).toContain("no such merge");
    expect(stage.cli(["merge", "idea", "--yes"]).stdout).toContain("Undo: tidemark merge idea --undo");
    const merged = stage.cli(["decisions"]).stdout;
    expect(merged).not.toContain("Branch of work idea");
    expect(merged).toMatch(/○ Redis[\s\S]*● Postgres[\s\S]*merged[\s│]+from idea/);
    expect(stage.cli(["merge", "idea", "--undo"])).toMatchObject({ status: 1 });
    expect(stage.json(["merge", "idea", "--undo", "--dry-run"])).toMatchObject({
      from: "idea",
      applied: false,
    });
    expect(stage.cli(["decisions"]).stdout).toBe(merged);
    expect(stage.cli(["merge", "idea", "--undo", "--yes"]).stdout).toContain("Taken back.");
    expect(stage.cli(["decisions"]).stdout).toBe(before);
    expect(stage.cli(["branch"]).stdout).not.toContain("merged");
    expect(stage.json(["inject"]).text).not.toContain("Postgres");
    expect(stage.json(["merge", "idea", "--yes"])).toMatchObject({ applied: true });
  });

  test("goes into another branch, and a second merge brings what came since", () => {
    workOnBranch();
    stage.cli(["branch", "rewrite", "--from", "aaaa"]);
    expect(stage.json(["merge", "idea", "rewrite", "--yes"])).toMatchObject({
      into: "rewrite",
      applied: true,
    });
    expect(stage.json(["branch", "rewrite"]).decisions).toMatchObject([
      { choice: expect.stringContaining("Postgres") },
    ]);
    expect(stage.json(["inject"]).text).not.toContain("Postgres");
    turn(stage, "dddd-4444", { env: on, says: "We decided to keep thumbnails in a bucket." });
    const again = stage.json(["merge", "idea", "rewrite", "--dry-run"]);
    expect(again.conflicts).toEqual([]);
    expect(again.changes.decisions).toHaveLength(1);
    expect(stage.json(["merge", "idea", "rewrite"])).toEqual(again);
    // And the work on no branch into a branch.
    expect(stage.json(["merge", "none", "idea", "--dry-run"])).toMatchObject({ from: "", into: "idea" });
  });

  test("is refused with a clear word where something does not fit", () => {
    expect(stage.cli(["merge", "absent"]).stderr).toContain("no branch of work");
    expect(stage.cli(["merge", "idea", "idea"]).stderr).toContain("into itself");
    expect(stage.cli(["merge", "idea", "--take", "mine"]).stderr).toContain("--take takes ours, theirs");
    expect(stage.cli(["merge"]).status).toBe(2);
    expect(stage.cli(["merge", "--help"]).stdout).toContain("Examples:");
  });
});
