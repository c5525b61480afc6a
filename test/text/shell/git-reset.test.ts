import { expect, test } from "vitest";
import { resetsIn } from "../../../src/text/shell/git-reset.js";

test.each([
  ["git stash", [{ how: "stash", paths: [] }]],
  ["git stash push -m 'half done'", [{ how: "stash", paths: [] }]],
  ["git stash -m wip", [{ how: "stash", paths: [] }]],
  ["git stash -- src/a.ts", [{ how: "stash", paths: ["src/a.ts"] }]],
  [
    "git stash && npm test; git stash pop",
    [
      { how: "stash", paths: [] },
      { how: "unstash", paths: [] },
    ],
  ],
  ["git stash drop", [{ how: "drop", paths: [] }]],
  ["git -C app reset --hard HEAD~1", [{ how: "discard", paths: [] }]],
  ["cd app && git checkout -- src/a.ts src/b.ts", [{ how: "discard", paths: ["src/a.ts", "src/b.ts"] }]],
  ["git checkout HEAD -- ./src/a.ts", [{ how: "discard", paths: ["src/a.ts"] }]],
  ["git checkout .", [{ how: "discard", paths: [] }]],
  ["git restore --source main src/a.ts", [{ how: "discard", paths: ["src/a.ts"] }]],
  ["git restore .", [{ how: "discard", paths: [] }]],
  ["git switch --discard-changes main", [{ how: "discard", paths: [] }]],
  ["git restore --staged src/a.ts", []],
  ["git reset HEAD~1", []],
  ["git reset src/a.ts", []],
  ["git checkout -b feat/retry", []],
  ["git checkout main", []],
  ["git switch main", []],
  ["git stash list", []],
  ["echo git stash", []],
  ["git commit -m 'git reset --hard is documented'", []],
])("%s", (command, resets) => {
  expect(resetsIn(command, "")).toEqual(resets);
});

test("git status that found nothing", () => {
  const clean = "On branch main\nnothing to commit, working tree clean";
  expect(resetsIn("git status", clean)).toEqual([{ how: "clean", paths: [] }]);
  expect(resetsIn("git add . && git commit -m x && git status", clean)).toEqual([
    { how: "clean", paths: [] },
  ]);
  expect(resetsIn("git status --short", "")).toEqual([{ how: "clean", paths: [] }]);
  expect(resetsIn("git status --porcelain", "?? a.ts")).toEqual([]);
  expect(resetsIn("git status --short | wc -l", "")).toEqual([]);
  expect(resetsIn("git status src", clean)).toEqual([]);
  expect(resetsIn("git status", "On branch main\nChanges not staged for commit:\n\tmodified: a.ts")).toEqual(
    [],
  );
  expect(resetsIn("cat notes.txt", clean)).toEqual([]);
});
