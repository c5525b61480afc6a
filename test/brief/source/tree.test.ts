import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { treeLines } from "../../../src/brief/source/tree.js";
import { unknownWorld, type World } from "../../../src/host/world.js";
import type { LastCheck, TreeState } from "../../../src/model/fold/item/tree.js";
import { english } from "../../../src/render/english.js";
import { french } from "../../../src/render/french.js";

const CLEAN: TreeState = {
  branch: "feat/x",
  dirty: [],
  doubtful: [],
  unpushed: [],
  isPushedWithoutPullRequest: false,
  isShared: true,
  stashes: 0,
  checks: [],
};

const check = (told: Partial<LastCheck> = {}): LastCheck => ({
  runner: "go test",
  scope: "",
  command: "go test ./...",
  ok: true,
  error: "",
  isStale: false,
  ...told,
});
const failed = { ok: false, error: "retry_test.go:12: got 2, want 3" };
const commits = ["one", "two", "fix retry"].map((subject) => ({ sha: "0a1b2c3", branch: "feat/x", subject }));

const said = (tree: Partial<TreeState>, world: World = unknownWorld, phrases = english) =>
  treeLines({ ...CLEAN, ...tree }, world, phrases).map(({ text }) => text);
const at = (tree: Partial<NonNullable<World["tree"]>>, branch: World["branch"] = () => "here"): World => ({
  ...unknownWorld,
  branch,
  tree: { branch: "feat/x", dirty: [], stashes: 0, ...tree },
});

test("nothing is said of a tree with nothing left", () => {
  expect(said({})).toEqual([]);
  expect(said({ checks: [check(failed)] })).toEqual([]);
});

describe("not committed", () => {
  const dirty = ["old.go", "go.mod", "cmd/main.go", "retry_test.go", "pkg/retry.go"];

  test("names the files edited last and counts the others", () => {
    const [line] = treeLines({ ...CLEAN, dirty, checks: [check()] }, unknownWorld, english);
    expect(line?.text).toBe(
      "Not committed: retry.go, retry_test.go, main.go (+2) · tests pass since the last edit",
    );
    expect(line?.items).toEqual(["file:pkg/retry.go", "file:retry_test.go", "file:cmd/main.go"]);
  });

  test("names the folder if two files have one name", () => {
    expect(said({ dirty: ["a/index.ts", "b/index.ts", "c.ts"] })).toEqual([
      "Not committed: c.ts, b/index.ts, a/index.ts",
    ]);
  });

  test.each<[string, readonly LastCheck[], string]>([
    ["no check", [], ""],
    ["passed", [check()], " · tests pass since the last edit"],
    ["a part passed", [check({ scope: "./pkg" })], " · tests pass since the last edit (./pkg)"],
    ["failed", [check(failed)], " · tests last failed"],
    [
      "failed before the edit",
      [check({ ...failed, error: "", isStale: true })],
      " · tests last failed, edited since",
    ],
    ["passed before the edit", [check({ isStale: true })], " · edited since the last test run"],
    [
      "one part failed",
      [check({ ...failed, scope: "./a", error: "" }), check({ scope: "./b" })],
      " · tests last failed: ./a",
    ],
    [
      "a part passed after the edit",
      [check({ ...failed, isStale: true }), check({ scope: "./b" })],
      " · tests pass since the last edit (./b)",
    ],
    ["another check", [check({ runner: "tsc", command: "npx tsc" })], " · `tsc` passes since the last edit"],
    [
      "tests tell more than other checks",
      [check({ isStale: true }), check({ runner: "tsc", command: "npx tsc" })],
      " · edited since the last test run",
    ],
  ])("%s", (_, checks, text) => {
    expect(said({ dirty: ["a.go"], checks })).toEqual([`Not committed: a.go${text}`]);
  });

  test("files that git reports clean are left out", () => {
    expect(said({ dirty: ["a.go", "b.go"] }, at({ dirty: ["b.go", "z.go"] }))).toEqual([
      "Not committed: b.go",
    ]);
    expect(said({ dirty: ["a.go"] }, at({}))).toEqual([]);
  });

  test("doubtful files are named only if git reports them", () => {
    const tree = { doubtful: ["old.go"], dirty: ["a.go"] };
    expect(said(tree)).toEqual(["Not committed: a.go"]);
    expect(said(tree, at({ dirty: ["old.go"] }))).toEqual(["Not committed: old.go"]);
  });
});

describe("not pushed", () => {
  test.each<[string, Partial<TreeState>, World, readonly string[]]>([
    ["by the events", { unpushed: commits }, unknownWorld, ["3 commits (last: fix retry)"]],
    ["one", { unpushed: commits.slice(-1) }, unknownWorld, ["fix retry"]],
    ["git counts otherwise", { unpushed: commits }, at({ ahead: 2 }), ["2 commits (last: fix retry)"]],
    ["git has pushed them", { unpushed: commits }, at({ ahead: 0 }), []],
    ["no upstream", { unpushed: commits }, at({}), ["3 commits (last: fix retry)"]],
    ["nobody pushes here", { unpushed: commits, isShared: false }, unknownWorld, []],
    ["of another branch", { unpushed: commits, branch: "feat/y" }, unknownWorld, []],
    ["merged since", { unpushed: commits }, at({}, () => "merged"), []],
  ])("%s", (_, tree, world, lines) => {
    expect(said(tree, world)).toEqual(lines.map((text) => `Committed, not pushed: ${text}`));
  });
});

test("pull requests", () => {
  expect(said({ isPushedWithoutPullRequest: true })).toEqual(["Pushed, no pull request seen: feat/x"]);
  expect(
    said(
      { isPushedWithoutPullRequest: true },
      at({}, () => "merged"),
    ),
  ).toEqual([]);
  const pullRequest = { number: "7", title: "Retry uploads", state: "failing" } as const;
  expect(said({ pullRequest })).toEqual(["Pull request #7 Retry uploads: checks fail"]);
  expect(said({ pullRequest: { ...pullRequest, state: "merged" } })).toEqual([]);
});

test("a stash", () => {
  expect(said({ stashes: 1 })).toEqual([]);
  expect(said({ stashes: 1 }, at({ stashes: 3 }))).toEqual(["Stash: 1"]);
  expect(said({ stashes: 1 }, at({ stashes: 0 }))).toEqual([]);
});

test("in French", () => {
  const tree = { dirty: ["a.go"], unpushed: commits, isPushedWithoutPullRequest: true, stashes: 1 };
  expect(
    said({ ...tree, checks: [check()] }, at({ branch: "main", dirty: ["a.go"], stashes: 1 }), french),
  ).toEqual([
    "Non commité: a.go · tests passent depuis la dernière modification",
    "Commité, non poussé: 3 commits (dernier : fix retry)",
    "Poussé, aucune pull request vue: feat/x",
    "Stash: 1",
  ]);
});

test("any recorded text becomes one short line", () => {
  const text = fc.string({ unit: "binary", maxLength: 300 });
  fc.assert(
    fc.property(fc.array(text), text, text, (dirty, subject, error) => {
      const unpushed = [{ sha: "", branch: "feat/x", subject }];
      for (const line of said({ dirty, unpushed, checks: [check({ ok: false, error })] })) {
        expect(line).not.toContain("\n");
        expect(line.length).toBeLessThan(400);
      }
    }),
  );
});
