import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SeenIn, treeOf } from "../../../../src/model/fold/item/tree.js";
import type { Note, NoteContent, TurnNotes } from "../../../../src/model/fold/session/note.js";
import type { Reset } from "../../../../src/text/shell/git-reset.js";

/** One turn of a session; its notes are a second apart. */
function turn(
  notes: readonly NoteContent[],
  { session = "s", branch = "feat/x", at = 1_000 } = {},
): TurnNotes {
  return {
    session,
    turn: `t${at}`,
    n: 1,
    at,
    branch,
    edited: [],
    notes: notes.map((note, index): Note => ({ event: `e${at}-${index}`, at: at + index * 1_000, ...note })),
  };
}

const edit = (...paths: string[]): NoteContent => ({ is: "edit", branch: "feat/x", paths });
const commit = (subject: string, branch = "feat/x"): NoteContent => ({
  is: "commit",
  sha: subject.length.toString(16).padStart(7, "0"),
  branch,
  subject,
});
const push: NoteContent = { is: "push", branch: "feat/x" };
const check = (ok: boolean, scope = "", runner = "vitest"): NoteContent => ({
  is: "check",
  runner,
  scope,
  command: `npx vitest run ${scope}`,
  ok,
  error: ok ? "" : "expected 2 to be 3",
});
const reset = (how: Reset["how"], ...paths: string[]): NoteContent => ({
  is: "reset",
  how,
  paths,
});
const opened: NoteContent = { is: "pull-request", number: "7", title: "Retry", state: "opened" };

describe("files that are not committed", () => {
  test.each<[string, readonly NoteContent[], readonly string[]]>([
    ["edited", [edit("src/a.ts"), edit("src/b.ts")], ["src/a.ts", "src/b.ts"]],
    ["committed", [edit("src/a.ts"), commit("one")], []],
    [
      "edited again after the commit",
      [edit("src/a.ts", "src/b.ts"), commit("one"), edit("src/a.ts")],
      ["src/a.ts"],
    ],
    [
      "the last edited file is the last",
      [edit("src/a.ts", "src/b.ts"), edit("src/a.ts")],
      ["src/b.ts", "src/a.ts"],
    ],
    ["a commit that names no branch", [edit("src/a.ts"), commit("one", "")], []],
    ["stashed", [edit("src/a.ts"), reset("stash")], []],
    ["stashed and taken back", [edit("src/a.ts"), reset("stash"), reset("unstash")], ["src/a.ts"]],
    ["one file restored", [edit("src/a.ts", "src/b.ts"), reset("discard", "src/b.ts")], ["src/a.ts"]],
    ["a folder restored", [edit("src/a.ts", "README.md"), reset("discard", "src")], ["README.md"]],
    [
      "restored from within a folder",
      [edit("src/a.ts", "src/ba.ts"), reset("discard", "a.ts")],
      ["src/ba.ts"],
    ],
    ["reset", [edit("src/a.ts", "src/b.ts"), reset("discard")], []],
    ["git found nothing", [edit("src/a.ts"), reset("clean")], []],
    [
      "outside of the project",
      [edit("/tmp/x.ts", "~/.claude/plans/p.md", "../other/a.ts", "C:/x.ts", ".claude/plans/p.md")],
      [],
    ],
    [
      "scratch",
      [edit("tmp/x.ts", "node_modules/a/index.js", ".git/config", "out.log", "web/.env.local")],
      [],
    ],
    ["in a work tree", [edit(".claude/worktrees/retry/src/a.ts", "src/a.ts")], ["src/a.ts"]],
  ])("%s", (_, notes, dirty) => {
    expect(treeOf([turn(notes)]).dirty).toEqual(dirty);
  });

  test("a commit of another session clears only the files of its branch", () => {
    const here = turn([edit("src/a.ts")]);
    const at = 9_000;
    expect(treeOf([here, turn([commit("one")], { session: "o", at })]).dirty).toEqual([]);
    const other = turn([commit("one", "main")], { session: "o", branch: "main", at });
    const later = turn([{ is: "interrupt" }], { at: at + 1 });
    expect(treeOf([here, other, later]).dirty).toEqual(["src/a.ts"]);
    // The session may be over, and its work tree on another branch now.
    expect(treeOf([here, other])).toMatchObject({ dirty: [], doubtful: ["src/a.ts"] });
    expect(treeOf([here, other, turn([edit("src/a.ts")], { session: "o", at: at + 1 })])).toMatchObject({
      dirty: ["src/a.ts"],
      doubtful: [],
    });
  });

  test("files go along to a branch that the agent makes, and are doubtful if another one is there", () => {
    const on = (branch: string): NoteContent => ({ is: "edit", branch, paths: ["src/b.ts"] });
    const first = turn([edit("src/a.ts")]);
    expect(treeOf([first, turn([on("feat/y")], { at: 5_000 })])).toMatchObject({ doubtful: [] });
    expect(treeOf([first, turn([on("feat/y")], { at: 5_000, branch: "feat/y" })])).toMatchObject({
      dirty: ["src/b.ts"],
      doubtful: ["src/a.ts"],
    });
  });

  test("notes of sessions side by side count in order of time", () => {
    const late = turn([edit("src/a.ts"), edit("src/b.ts")], { at: 5_000 });
    const between = turn([commit("one")], { session: "o", at: 5_500 });
    expect(treeOf([late, between]).dirty).toEqual(["src/b.ts"]);
  });
});

describe("what git said", () => {
  const seen = (told: Partial<SeenIn>): SeenIn => ({
    session: "s",
    at: 50_000,
    branch: "feat/x",
    dirty: [],
    dirtyCount: 0,
    untracked: 0,
    stashes: 0,
    ...told,
  });
  const edited = turn([edit("src/a.ts", "new/b.ts"), commit("one"), edit("src/c.ts")]);

  test.each<[string, Partial<SeenIn>, readonly string[]]>([
    ["a clean tree", {}, []],
    ["what is changed after all", { dirty: ["src/a.ts", "src/z.ts"], dirtyCount: 2 }, ["src/a.ts"]],
    ["an untracked folder", { dirty: ["new/"], dirtyCount: 1 }, ["new/b.ts"]],
    [
      "a list that was cut says nothing of the rest",
      { dirty: ["src/a.ts"], dirtyCount: 9 },
      ["src/c.ts", "src/a.ts"],
    ],
    ["in another work tree", { session: "o", branch: "main" }, ["src/c.ts"]],
    ["before the edit", { at: 2_500 }, ["src/c.ts"]],
  ])("%s", (_, told, dirty) => {
    expect(treeOf([edited], [seen(told)]).dirty).toEqual(dirty);
  });

  test.each<[string, Partial<SeenIn>, readonly string[]]>([
    ["pushed", { upstream: "origin/feat/x", ahead: 0, behind: 0 }, []],
    ["the last one is not", { upstream: "origin/feat/x", ahead: 1, behind: 0 }, ["two"]],
    ["no upstream", {}, ["one", "two"]],
    ["another branch", { branch: "main", ahead: 0, behind: 0 }, ["one", "two"]],
  ])("commits: %s", (_, told, subjects) => {
    const { unpushed } = treeOf([turn([commit("one"), commit("two")])], [seen(told)]);
    expect(unpushed.map(({ subject }) => subject)).toEqual(subjects);
  });

  test("stashes of this work that are still there", () => {
    const stashed = turn([edit("src/a.ts"), reset("stash")]);
    expect(treeOf([stashed]).stashes).toBe(1);
    expect(treeOf([stashed], [seen({ stashes: 2 })]).stashes).toBe(1);
    expect(treeOf([stashed], [seen({ stashes: 0 })]).stashes).toBe(0);
    expect(treeOf([stashed, turn([reset("drop")], { at: 9_000 })]).stashes).toBe(0);
    expect(treeOf([turn([reset("stash")])], [seen({ stashes: 2 })]).stashes).toBe(0);
  });

  test("work is shared if something was pushed or a branch has an upstream", () => {
    expect(treeOf([edited]).isShared).toBe(false);
    expect(treeOf([edited, turn([push])]).isShared).toBe(true);
    expect(treeOf([edited], [seen({ upstream: "origin/feat/x" })]).isShared).toBe(true);
  });
});

describe("commits, pushes and pull requests", () => {
  test.each<[string, readonly NoteContent[], readonly string[]]>([
    ["not pushed", [commit("one"), commit("two")], ["one", "two"]],
    ["pushed", [commit("one"), push], []],
    ["since the push", [commit("one"), push, commit("two")], ["two"]],
    ["amended", [commit("one"), commit("one")], ["one"]],
    ["another branch was pushed", [commit("one"), { is: "push", branch: "main" }], ["one"]],
  ])("%s", (_, notes, subjects) => {
    expect(treeOf([turn(notes)]).unpushed.map(({ subject }) => subject)).toEqual(subjects);
  });

  test("a pushed branch without a pull request", () => {
    const isWithout = (...notes: NoteContent[]) => treeOf([turn(notes)]).isPushedWithoutPullRequest;
    expect(isWithout(commit("one"))).toBe(false);
    expect(isWithout(commit("one"), push)).toBe(true);
    expect(isWithout(commit("one"), push, opened)).toBe(false);
    expect(isWithout(opened, commit("one"), push)).toBe(false);
    expect(isWithout(commit("one", "main"), { is: "push", branch: "main" })).toBe(false);
  });

  test("the pull request keeps its title when its state changes", () => {
    const merged: NoteContent = { is: "pull-request", number: "7", title: "", state: "merged" };
    expect(treeOf([turn([push, opened, merged])]).pullRequest).toEqual({
      number: "7",
      title: "Retry",
      state: "merged",
    });
    expect(treeOf([turn([push, opened, { ...merged, state: "failing" }, push])]).pullRequest?.state).toBe(
      "opened",
    );
    const other: NoteContent = { is: "pull-request", number: "8", title: "", state: "opened" };
    expect(treeOf([turn([push, opened, other])]).pullRequest?.title).toBe("");
  });

  test("the branch is that of the last work", () => {
    expect(treeOf([turn([edit("src/a.ts"), commit("one", "feat/y")])]).branch).toBe("feat/y");
    expect(treeOf([]).branch).toBeUndefined();
  });
});

describe("checks", () => {
  const checks = (...notes: NoteContent[]) =>
    treeOf([turn(notes)]).checks.map(({ scope, ok, isStale }) => ({ scope, ok, isStale }));

  test("the last result of each, and whether files were edited since", () => {
    expect(checks(check(false), edit("src/a.ts"), check(true))).toEqual([
      { scope: "", ok: true, isStale: false },
    ]);
    expect(checks(check(true), edit("src/a.ts"))).toEqual([{ scope: "", ok: true, isStale: true }]);
    expect(checks(check(true), edit("/tmp/a.ts"))).toEqual([{ scope: "", ok: true, isStale: false }]);
  });

  test("a run of everything includes each part, a failure of everything does not", () => {
    const part = { scope: "test/a.test.ts", ok: false, isStale: false };
    expect(checks(check(false, part.scope), check(true))).toEqual([{ scope: "", ok: true, isStale: false }]);
    expect(checks(check(false, part.scope), check(false))).toEqual([
      part,
      { scope: "", ok: false, isStale: false },
    ]);
    expect(checks(check(false, part.scope), check(true, "", "tsc"))).toHaveLength(2);
  });
});

describe("for any notes", () => {
  const path = fc.constantFrom("src/a.ts", "src/b.ts", "README.md", "/tmp/x");
  const content: fc.Arbitrary<NoteContent> = fc.oneof(
    fc.uniqueArray(path, { minLength: 1 }).map((paths) => edit(...paths)),
    fc.constantFrom(commit("one"), commit("two", "main"), push, opened, check(true), check(false, "a")),
    fc.constantFrom(reset("stash"), reset("unstash"), reset("drop"), reset("discard", "src/a.ts")),
  );
  const turns = fc
    .array(fc.tuple(fc.array(content), fc.constantFrom("s", "o")))
    .map((all) => all.map(([notes, session], n) => turn(notes, { session, at: 1_000 + n * 100_000 })));

  test("only edited files of the project are dirty, and the same notes give the same state", () => {
    fc.assert(
      fc.property(turns, (all) => {
        const tree = treeOf(all);
        const edited = all.flatMap(({ notes }) =>
          notes.flatMap((note) => (note.is === "edit" ? note.paths : [])),
        );
        expect(edited).toEqual(expect.arrayContaining([...tree.dirty]));
        expect(tree.dirty).not.toContain("/tmp/x");
        expect(tree.stashes).toBeGreaterThanOrEqual(0);
        expect(treeOf(all)).toEqual(tree);
      }),
    );
  });

  test("a commit on every branch leaves nothing", () => {
    fc.assert(
      fc.property(turns, (all) => {
        const last = { at: 1e9 };
        const whole = ["s", "o"].map((session) => turn([commit("all")], { session, ...last }));
        expect(treeOf([...all, ...whole]).dirty).toEqual([]);
      }),
    );
  });
});

describe("a failure that the work has left behind", () => {
  const failing = (...turns: TurnNotes[]) =>
    treeOf(turns).checks.flatMap(({ ok, command }) => (ok ? [] : command));
  const FAILED = "npx vitest run test/a.test.ts";
  const failed = turn([check(false, "test/a.test.ts")]);
  const later = (session: string, at: number, ...notes: NoteContent[]) => turn(notes, { session, at });

  test("outlives a side task", () => {
    expect(failing(failed, later("side", 90_000, edit("src/log.ts")))).toEqual([FAILED]);
    expect(failing(failed, later("side", 90_000, edit("src/log.ts"), commit("Log")))).toEqual([FAILED]);
  });

  test("is over if two sessions went on without it", () => {
    const [one, two] = [later("b", 90_000, edit("src/b.ts")), later("c", 180_000, edit("src/c.ts"))];
    expect(failing(failed, one, two)).toEqual([]);
    expect(failing(failed, one, two, later("d", 270_000, check(false, "test/a.test.ts")))).toEqual([FAILED]);
  });

  test("is over if its work was committed and a check of the same kind has passed since", () => {
    const passed = check(true, "src/b.test.ts", "npm");
    expect(failing(failed, later("s", 90_000, edit("src/a.ts"), passed, commit("Mend")))).toEqual([]);
    expect(failing(failed, later("s", 90_000, edit("src/a.ts"), passed))).toEqual([FAILED]);
  });
});
