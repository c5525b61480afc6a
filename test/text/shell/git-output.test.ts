import { describe, expect, test } from "vitest";
import { gitActs } from "../../../src/text/shell/git-output.js";

const acts = (command: string, output = "", ok = true) => gitActs({ command, output, ok, branch: "cart" });
const commit = (subject: string, sha = "", branch = "") => ({ is: "commit", sha, branch, subject });
const push = (branch: string) => ({ is: "push", branch });
const request = (number: string, state: string, title = "") => ({ is: "pull-request", number, title, state });

describe("commits", () => {
  test.each([
    [
      "git commit -m 'Cache it'",
      "[cart 1a2b3c4] Cache it\n 1 file changed, 2 insertions(+)",
      [commit("Cache it", "1a2b3c4", "cart")],
    ],
    [
      "git commit -am x",
      "[main (root-commit) 1a2b3c4d] First things first",
      [commit("First things first", "1a2b3c4d", "main")],
    ],
    ["git commit -am x", "[detached HEAD 1a2b3c4] Try", [commit("Try", "1a2b3c4")]],
    ["git add -A && git commit -qm 'Cache it'", "", [commit("Cache it")]],
    [
      "git commit -q -m \"$(cat <<'EOF'\nCache it\n\nBecause it is slow; really.\nEOF\n)\"",
      "",
      [commit("Cache it")],
    ],
    [
      "git commit -q -F - <<'EOF'\nCache it\n\nmore\nEOF\ngit log --oneline -1",
      "1a2b3c4 Cache it",
      [commit("Cache it", "1a2b3c4")],
    ],
    ["git commit -m 'Cache it' | tail -1", " 1 file changed, 2 insertions(+)", [commit("Cache it")]],
    ["git commit -m 'Cache it' | tail -1", "husky - pre-commit script failed", []],
    ["git commit --dry-run -m 'Cache it'", "", []],
    ["git commit -m 'Cache it'", "nothing to commit, working tree clean", []],
    ["git commit -m 'Cache it'", "Process running with session ID 7", []],
    ["echo git commit -m x", "", []],
    ["npm test", "[main 1a2b3c4] a line of a test", []],
  ])("%s → %s", (command, output, found) => {
    expect(acts(command, output)).toEqual(found);
  });

  test("are not made by a command that failed", () => {
    expect(acts("git commit -m 'Cache it'", "Exit code 1\nhusky - pre-commit script failed", false)).toEqual(
      [],
    );
  });
});

describe("pushes", () => {
  test.each([
    ["git push", "To github.com:kim/shop.git\n   1a2b3c4..2b3c4d5  cart -> cart", [push("cart")]],
    [
      "git push -u origin cart 2>&1 | tail -2",
      " * [new branch]      cart -> cart\nbranch 'cart' set up",
      [push("cart")],
    ],
    [
      "git push --force-with-lease",
      "To github.com:kim/shop.git\n + 1a2b3c4...2b3c4d5 cart -> cart (forced update)",
      [push("cart")],
    ],
    ["git push -q origin HEAD:release", "", [push("release")]],
    ["git push -q", "", [push("cart")]],
    ["git push; true", "", []],
    ["git push", "Everything up-to-date", []],
    ["git push || true", "To github.com:kim/shop.git\n ! [rejected]        cart -> cart (fetch first)", []],
    [
      "git pull && git push --dry-run",
      "From github.com:kim/shop\n   1a2b3c4..2b3c4d5  main -> origin/main",
      [],
    ],
    ["git fetch", "From github.com:kim/shop\n   1a2b3c4..2b3c4d5  main       -> origin/main", []],
  ])("%s → %s", (command, output, found) => {
    expect(acts(command, output)).toEqual(found);
  });

  test("are not made by a command that failed", () => {
    expect(acts("git push", "Exit code 1\nerror: failed to push some refs", false)).toEqual([]);
  });

  test("come after the commit of the same command", () => {
    const output =
      "[cart 1a2b3c4] Cache it\nTo github.com:kim/shop.git\n   1a2b3c4..2b3c4d5  cart -> cart\nhttps://github.com/kim/shop/pull/12";
    const command =
      "git add -A && git commit -m 'Cache it' && git push && gh pr create --title 'Faster cart' --body x";
    expect(acts(command, output)).toEqual([
      commit("Cache it", "1a2b3c4", "cart"),
      push("cart"),
      request("12", "opened", "Faster cart"),
    ]);
  });
});

describe("pull requests", () => {
  test.each([
    [
      "gh pr create -t 'Faster cart' --fill",
      "https://github.com/kim/shop/pull/12",
      [request("12", "opened", "Faster cart")],
    ],
    [
      "glab mr create --title=Faster",
      "https://gitlab.com/kim/shop/-/merge_requests/7",
      [request("7", "opened", "Faster")],
    ],
    [
      "gh pr merge 12 --squash",
      "✓ Squashed and merged pull request kim/shop#12 (Faster cart)",
      [request("12", "merged", "Faster cart")],
    ],
    ["gh pr merge 12 --squash", "", [request("12", "merged")]],
    ["gh pr merge 12 --auto --squash", "", []],
    [
      "gh pr close 12",
      "✓ Closed pull request kim/shop#12 (Faster cart)",
      [request("12", "closed", "Faster cart")],
    ],
    ["gh pr checks 12", "lint\tpass\t30s\thttps://x\ntest\tpass\t1m\thttps://x", [request("12", "passing")]],
    ["gh pr checks 12", "lint\tpass\t30s\thttps://x\ntest\tpending\t0\thttps://x", []],
    ["gh pr checks 12 | grep lint", "lint\tpass\t30s\thttps://x", []],
    ["gh pr checks 12 2>&1 | grep -E 'fail'", "test\tfail\t30s\thttps://x", [request("12", "failing")]],
    [
      "gh pr view 12 --json state,title",
      '{"state":"MERGED","title":"Faster cart"}',
      [request("12", "merged", "Faster cart")],
    ],
    ["gh pr view 12 --json state -q .state", "MERGED", [request("12", "merged")]],
    ["gh pr view 12", "title:\tFaster cart\nstate:\tOPEN\nnumber:\t12", []],
  ])("%s → %s", (command, output, found) => {
    expect(acts(command, output)).toEqual(found);
  });

  test("fail with the exit code of their checks", () => {
    expect(acts("gh pr checks 12", "Exit code 1\ntest\tfail\t3m\thttps://x", false)).toEqual([
      request("12", "failing"),
    ]);
  });

  test("are not opened twice", () => {
    const output =
      'Exit code 1\na pull request for branch "cart" already exists:\nhttps://github.com/kim/shop/pull/12';
    expect(acts("gh pr create --fill", output, false)).toEqual([]);
  });
});
