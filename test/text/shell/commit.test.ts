import { describe, expect, test } from "vitest";
import { commitsIn } from "../../../src/text/shell/commit.js";

describe("a commit", () => {
  test.each([
    "git commit -m done",
    "git add -A && git commit -am 'done'",
    "git -C packages/a -c user.name=Ada commit --amend --no-edit",
    "git commit -m \"$(cat <<'EOF'\nMany words\nEOF\n)\"",
    "cd a; GIT_EDITOR=true git commit",
  ])("is made by %j", (command) => {
    expect(commitsIn(command)).toBe(true);
  });

  test.each([
    "git log --grep commit",
    "git show commit",
    'echo "git commit"',
    "git commit --dry-run",
    "git commit-tree abc",
    "grep 'git commit' README.md",
    "cat <<'EOF'\ngit commit\nEOF",
    "",
  ])("is not made by %j", (command) => {
    expect(commitsIn(command)).toBe(false);
  });
});
