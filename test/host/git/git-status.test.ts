import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readPlace } from "../../../src/host/git/git.js";
import { readStatus } from "../../../src/host/git/git-status.js";

let top: string;
let root: string;

function git(...args: string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  return execFileSync("git", [...identity, ...args], { cwd: root, stdio: "pipe" })
    .toString()
    .trim();
}

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

const status = (paths?: readonly string[]) =>
  readStatus(readPlace(root), process.env, { timeout: 10_000, paths });

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "tidemark-status-"));
  root = join(top, "app");
  mkdirSync(root);
  git("init", "-q", "-b", "main");
  write("a.ts", "one\n");
  write("src/b c.ts", "one\n");
  git("add", ".");
  git("commit", "-qm", "first");
});

describe("readStatus", () => {
  test("a clean tree without an upstream", () => {
    expect(status()).toEqual({
      branch: "main",
      head: git("rev-parse", "HEAD"),
      upstream: undefined,
      ahead: undefined,
      behind: undefined,
      changed: [],
      untracked: [],
      stashes: 0,
    });
  });

  test("changed, staged, deleted, moved and untracked paths", () => {
    write("src/b c.ts", "two\n");
    write("new/one.ts", "");
    write("new/two.ts", "");
    git("mv", "a.ts", "z.ts");
    const seen = status();
    expect(seen?.changed).toEqual(["a.ts", "src/b c.ts", "z.ts"]);
    expect(seen?.untracked).toEqual(["new/"]);
    rmSync(join(root, "z.ts"));
    expect(status()?.changed).toContain("z.ts");
  });

  test("only the paths that are asked for, each literally", () => {
    write("src/b c.ts", "two\n");
    write("a.ts", "two\n");
    write("new/one.ts", "");
    const seen = status(["src/b c.ts", "new/one.ts", "*.ts", "gone.ts"]);
    expect(seen?.changed).toEqual(["src/b c.ts"]);
    expect(seen?.untracked).toEqual(["new/one.ts"]);
    expect(status([])).toMatchObject({ branch: "main", changed: [], untracked: [] });
  });

  test("conflicts", () => {
    git("checkout", "-qb", "other");
    write("a.ts", "other\n");
    git("commit", "-qam", "other");
    git("checkout", "-q", "main");
    write("a.ts", "main\n");
    git("commit", "-qam", "main");
    expect(() => git("merge", "other")).toThrow();
    expect(status()?.changed).toEqual(["a.ts"]);
  });

  test("commits ahead and behind, stashes, a detached head", () => {
    git("init", "-q", "--bare", join(top, "origin.git"));
    git("remote", "add", "origin", join(top, "origin.git"));
    git("push", "-qu", "origin", "main");
    expect(status()).toMatchObject({ upstream: "origin/main", ahead: 0, behind: 0 });
    git("commit", "-qm", "second", "--allow-empty");
    write("a.ts", "two\n");
    git("stash", "-q");
    expect(status()).toMatchObject({ ahead: 1, behind: 0, stashes: 1, changed: [] });
    git("checkout", "-q", "--detach");
    expect(status()?.branch).toBeUndefined();
  });

  test("nothing outside of a repository, or if git is not there", () => {
    expect(readStatus({ root: top }, process.env, { timeout: 10_000 })).toBeUndefined();
    expect(readStatus(readPlace(root), { PATH: top }, { timeout: 10_000 })).toBeUndefined();
  });
});

describe("a repository that wants to run programs", () => {
  const proof = () => join(top, "ran");
  /** A file that git has to read again, in order to know whether it changed. */
  const touch = () => {
    write(".gitattributes", "*.ts filter=evil\n");
    utimesSync(join(root, "a.ts"), 1, 1);
  };
  const config = (...lines: string[]) => writeFileSync(join(root, ".git", "config"), `${lines.join("\n")}\n`);
  const core = "[core]\n\trepositoryformatversion = 0";

  test("the filter would run: this test can fail", () => {
    config(core, '[filter "evil"]', `\tclean = "touch '${proof()}'; cat"`);
    touch();
    git("status");
    expect(existsSync(proof())).toBe(true);
  });

  test.each([
    ["a filter", () => config(core, '[filter "evil"]', `\tclean = "touch '${proof()}'; cat"`)],
    [
      "a required filter",
      () => config(core, '[FILTER "evil"]', "required", `clean = "touch '${proof()}'; cat"`),
    ],
    ["a filter process", () => config(core, '[filter "evil"]', `\tprocess = "touch '${proof()}'"`)],
    ["after another section", () => config(`[core][filter "evil"]`, `\tclean = "touch '${proof()}'; cat"`)],
    [
      "an included filter",
      () => {
        writeFileSync(join(top, "more"), `[filter "evil"]\n\tclean = "touch '${proof()}'; cat"\n`);
        config(core, "[include]", `\tpath = ${join(top, "more")}`);
      },
    ],
    ["a monitor", () => config(core, `\tfsmonitor = "touch '${proof()}'"`)],
  ])("%s does not run", (_, make) => {
    make();
    touch();
    expect(status()?.untracked).toContain(".gitattributes");
    expect(existsSync(proof())).toBe(false);
  });

  test("a filter that cannot be switched off: git is not asked", () => {
    config(core, '[filter "a=b"]', `\tclean = "touch '${proof()}'; cat"`);
    write(".gitattributes", "*.ts filter=a=b\n");
    utimesSync(join(root, "a.ts"), 1, 1);
    expect(status()).toBeUndefined();
    expect(existsSync(proof())).toBe(false);
  });
});
