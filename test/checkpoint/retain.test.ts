import { describe, expect, test } from "vitest";
import type { Checkpoint } from "../../src/checkpoint/checkpoint.js";
import { outlived } from "../../src/checkpoint/retain.js";

const DAY = 86_400_000;
const NOW = 100 * DAY;

function checkpoint(
  id: string,
  reason: Checkpoint["reason"],
  at = Number(id.slice(1)),
  session = "s1",
): Checkpoint {
  const commit = "0".repeat(40);
  return {
    id,
    reason,
    at,
    session,
    project: "p",
    agent: "claude",
    root: "/srv/p",
    commit,
    trees: [],
    left: [],
    leftCount: 0,
  };
}

describe("what outlived its use", () => {
  test("five automatic ones of a session stay: the newest, those before destructive commands, then others", () => {
    const reasons = [
      "destructive",
      "tools",
      "destructive",
      "plan",
      "commit",
      "tools",
      "compaction",
      "tools",
    ] as const;
    const all = reasons.map((reason, n) => checkpoint(`c${n + 1}`, reason));
    expect(outlived(all, NOW).sort()).toEqual(["c2", "c4", "c5"]);
  });

  test("the newest stays even beside five before destructive commands", () => {
    const all = [1, 2, 3, 4, 5].map((n) => checkpoint(`c${n}`, "destructive"));
    expect(outlived([...all, checkpoint("c6", "tools")], NOW)).toEqual(["c1"]);
  });

  test("each session has its own, and what a person made, or a restore, stays", () => {
    const all = Array.from({ length: 40 }, (_, n) =>
      checkpoint(
        `c${n}`,
        n % 4 === 0 ? "hand" : n % 4 === 1 ? "restore" : "tools",
        n,
        n % 8 < 4 ? "s1" : "s2",
      ),
    );
    const gone = new Set(outlived(all, NOW));
    const left = all.filter(({ id }) => !gone.has(id));
    expect(left.filter(({ reason }) => reason === "hand" || reason === "restore")).toHaveLength(20);
    expect(left.filter(({ reason, session }) => reason === "tools" && session === "s1")).toHaveLength(5);
    expect(left.filter(({ reason, session }) => reason === "tools" && session === "s2")).toHaveLength(5);
  });

  test("of light ones the last thirty of the last seven days", () => {
    const recent = Array.from({ length: 40 }, (_, n) =>
      checkpoint(`t${n + 10}`, n % 2 ? "prompt" : "shell", NOW - 40 + n),
    );
    const old = [
      checkpoint("t1", "prompt", NOW - 8 * DAY, "s2"),
      checkpoint("t2", "prompt", NOW - 6 * DAY, "s2"),
    ];
    const gone = outlived([...recent, ...old], NOW);
    expect(gone.sort()).toEqual(["t1", ...recent.slice(0, 10).map(({ id }) => id)].sort());
  });
});
