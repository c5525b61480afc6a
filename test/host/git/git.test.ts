import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readPlace, readRemote } from "../../../src/host/git/git.js";
import { readGitFacts } from "../../../src/host/git/git-facts.js";
import { runsWild } from "../../growth.js";

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "tidemark-git-"));
});

const identity = {
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

function git(cwd: string, ...args: string[]): string {
  const env = { ...process.env, ...identity };
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], { cwd, env, stdio: "pipe" })
    .toString()
    .trim();
}

function repository(name = "app"): string {
  const root = join(top, name);
  mkdirSync(root);
  git(root, "init", "-q", "-b", "main");
  git(root, "commit", "-q", "--allow-empty", "-m", name);
  return root;
}

describe("readPlace", () => {
  it("finds root, branch and head from a subfolder", () => {
    const root = repository();
    mkdirSync(join(root, "a", "b"), { recursive: true });
    const place = {
      root,
      commonDir: join(root, ".git"),
      branch: "main",
      head: git(root, "rev-parse", "HEAD"),
    };
    expect(readPlace(join(root, "a", "b"))).toMatchObject(place);
    expect(readPlace(`${root}/`)).toMatchObject(place);
    expect(readPlace(join(root, ".git", "objects"))).toMatchObject(place);
  });

  it("knows the branch before the first commit", () => {
    git(top, "init", "-q", "-b", "feature/x");
    expect(readPlace(top)).toMatchObject({ root: top, commonDir: join(top, ".git"), branch: "feature/x" });
  });

  it("reads packed refs and a detached head", () => {
    const root = repository();
    const head = git(root, "rev-parse", "HEAD");
    git(root, "branch", "mainly");
    git(root, "pack-refs", "--all");
    expect(readPlace(root)).toMatchObject({ branch: "main", head });
    git(root, "checkout", "-q", "--detach");
    expect(readPlace(root)).toMatchObject({ root, commonDir: join(root, ".git"), head });
  });

  it("finds a branch in packed refs of many megabytes", () => {
    const root = repository();
    const head = git(root, "rev-parse", "HEAD");
    rmSync(join(root, ".git", "refs", "heads", "main"));
    const tags = Array.from(
      { length: 40_000 },
      (_, index) => `${head} refs/tags/some-long-tag-name-${index}\n`,
    );
    writeFileSync(
      join(root, ".git", "packed-refs"),
      `# pack-refs\n${head} refs/heads/main\n${tags.join("")}`,
    );
    expect(readPlace(root).head).toBe(head);
  });

  it("gives a linked worktree its own root and branch and the shared folder", () => {
    const root = repository();
    const tree = join(top, "tree");
    git(root, "worktree", "add", "-q", "-b", "side", tree);
    const head = git(root, "rev-parse", "HEAD");
    expect(readPlace(tree)).toMatchObject({
      root: tree,
      commonDir: join(root, ".git"),
      branch: "side",
      head,
    });
  });

  it("gives a submodule its own folder", () => {
    const root = repository();
    const part = repository("part");
    git(root, "submodule", "--quiet", "add", part, "lib");
    const place = readPlace(join(root, "lib"));
    expect(place).toMatchObject({ root: join(root, "lib"), commonDir: join(root, ".git", "modules", "lib") });
    expect(place.head).toBe(git(part, "rev-parse", "HEAD"));
  });

  it("takes a fake .git for none, and looks further up", () => {
    const root = repository();
    const inner = join(root, "inner");
    mkdirSync(join(inner, ".git"), { recursive: true });
    expect(readPlace(inner).root).toBe(root);
    writeFileSync(join(inner, ".git", "HEAD"), "nothing of the kind\n");
    expect(readPlace(inner).root).toBe(root);
    rmSync(join(inner, ".git"), { recursive: true });
    for (const pointer of [
      "gitdir: /nowhere/at/all\n",
      "gitdir:\n",
      "rubbish",
      "gitdir: a\0b\n",
      "gitdir: //host/share\n",
    ]) {
      writeFileSync(join(inner, ".git"), pointer);
      expect(readPlace(inner).root).toBe(root);
    }
  });

  it("is the folder itself where there is no repository", () => {
    const folder = join(top, "plain");
    mkdirSync(folder);
    expect(readPlace(folder)).toMatchObject({ root: folder });
  });

  it.each([
    ["a/b"],
    [""],
    ["/tmp/a\0b"],
    ["/nowhere/at/all"],
    [`/${"x".repeat(5000)}`],
    ["/a".repeat(20_000)],
  ])("gives back what is no place (%#)", (cwd) => {
    expect(readPlace(cwd)).toMatchObject({ root: cwd });
  });

  it("gives back what is not even a string", () => {
    // What a payload may hold, past the types.
    for (const cwd of [undefined, 7, null]) {
      expect(Reflect.apply(readPlace, undefined, [cwd])).toEqual({ root: cwd });
    }
  });

  it("still knows the repository of a subfolder that was removed", () => {
    const root = repository();
    expect(readPlace(join(root, "gone", "deep")).root).toBe(root);
  });

  it("knows no branch where refs are in a format it cannot read", () => {
    const root = repository();
    writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/.invalid\n");
    expect(readPlace(root)).toMatchObject({ root, commonDir: join(root, ".git") });
  });

  it("follows no ref out of the repository and keeps no strange names", () => {
    const root = repository();
    const sha = git(root, "rev-parse", "HEAD");
    writeFileSync(join(root, "secret"), `${sha}\n`);
    for (const ref of ["refs/heads/../../../secret", "refs/heads/\u001b[31m", "refs/heads/a b", "secret"]) {
      writeFileSync(join(root, ".git", "HEAD"), `ref: ${ref}\n`);
      expect(readPlace(root)).toMatchObject({ root, commonDir: join(root, ".git") });
    }
  });

  it.skipIf(process.platform === "win32")("does not wait for a pipe nor read a device", () => {
    const root = repository();
    const head = join(root, ".git", "HEAD");
    rmSync(head);
    execFileSync("mkfifo", [head]);
    expect(readPlace(root)).toMatchObject({ root });
    rmSync(head);
    symlinkSync("/dev/zero", head);
    expect(readPlace(root)).toMatchObject({ root });
    rmSync(head);
    symlinkSync("HEAD", head);
    expect(readPlace(root)).toMatchObject({ root });
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "takes the unreadable for missing",
    () => {
      const root = repository();
      chmodSync(join(root, ".git"), 0);
      expect(readPlace(root)).toMatchObject({ root });
      chmodSync(join(root, ".git"), 0o700);
    },
  );
});

describe("readRemote", () => {
  function remoteOf(config: string): string | undefined {
    writeFileSync(join(top, "config"), config);
    return readRemote(top);
  }

  it("is what git itself says", () => {
    const root = repository();
    git(root, "remote", "add", "upstream", "https://h/up.git");
    expect(readRemote(join(root, ".git"))).toBe("https://h/up.git");
    git(root, "remote", "add", "origin", 'git@h:or"i#g;in \\x.git');
    expect(readRemote(join(root, ".git"))).toBe(git(root, "config", "remote.origin.url"));
  });

  it.each([
    ['[remote "origin"]\n\turl = a\n', "a"],
    ['[REMOTE "origin"] URL=a # note\n', "a"],
    ['[remote "x"]\nurl = b\n[remote "origin"]\nurl = a\nurl = c\n', "a"],
    ['[remote "x"]\r\nurl = b\r\n', "b"],
    ['[remote "origin"]\npushurl = p\n; url = no\nurl = "a # b"\n', "a # b"],
    ['[remote "Origin"]\nurl = b\n[core]\nurl = c\n', "b"],
    ['[branch "origin"]\nurl = c\n', undefined],
    ["[remote]\nurl = c\n", undefined],
    ["", undefined],
    ['\0\0[[["\\', undefined],
  ])("reads %j as %j", (config, url) => {
    expect(remoteOf(config)).toBe(url);
  });

  it("reads a long hostile config in no more time than it is long", () => {
    const configs = [
      (size: number) => `[remote "${"\\".repeat(size)}\n${" ".repeat(size)}`,
      (size: number) => "[remote ".repeat(size / 4),
    ];
    for (const config of configs) expect(runsWild(500_000, (size) => remoteOf(config(size)))).toBe(false);
  });

  it("is undefined where there is no config", () => {
    expect(readRemote(join(top, "nowhere"))).toBeUndefined();
  });
});

describe("readGitFacts", () => {
  it("finds the roots, smallest first, and the remote", () => {
    const root = repository();
    git(root, "checkout", "-q", "--orphan", "other");
    git(root, "commit", "-q", "--allow-empty", "-m", "second root");
    git(root, "merge", "-q", "--allow-unrelated-histories", "-m", "both", "main");
    git(root, "remote", "add", "origin", "https://h/x");
    const facts = readGitFacts(readPlace(root), process.env);
    expect(facts).toEqual({
      roots: git(root, "rev-list", "--max-parents=0", "HEAD").split("\n").sort(),
      shallow: false,
      remote: "https://h/x",
    });
    expect(facts.roots).toHaveLength(2);
  });

  it("knows no roots of a shallow clone, of no commit, of no repository and without git", () => {
    const root = repository();
    git(root, "commit", "-q", "--allow-empty", "-m", "two");
    git(top, "clone", "-q", "--depth", "1", `file://${root}`, "thin");
    expect(readGitFacts(readPlace(join(top, "thin")), process.env)).toMatchObject({
      roots: [],
      shallow: true,
    });
    const empty = join(top, "empty");
    git(top, "init", "-q", "empty");
    expect(readGitFacts(readPlace(empty), process.env)).toEqual({ roots: [], shallow: false });
    expect(readGitFacts({ root: top }, process.env)).toEqual({ roots: [], shallow: false });
    expect(readGitFacts(readPlace(root), { ...process.env, PATH: "/nowhere" }).roots).toEqual([]);
  });

  it("answers for the place, whatever repository the environment names", () => {
    const root = repository();
    const other = repository("other");
    const env = { ...process.env, GIT_DIR: join(other, ".git"), GIT_WORK_TREE: other };
    expect(readGitFacts(readPlace(root), env).roots).toEqual([git(root, "rev-parse", "HEAD")]);
  });

  it("is not deceived by grafts and replacements", () => {
    const root = repository();
    const first = git(root, "rev-parse", "HEAD");
    git(root, "commit", "-q", "--allow-empty", "-m", "two");
    git(root, "replace", "--graft", "HEAD");
    writeFileSync(join(root, ".git", "info", "grafts"), `${git(root, "rev-parse", "HEAD")}\n`);
    expect(readGitFacts(readPlace(root), process.env).roots).toEqual([first]);
  });

  it.skipIf(process.platform === "win32")("gives up on a git that takes too long", () => {
    const root = repository();
    const bin = join(top, "bin");
    mkdirSync(bin);
    const over = join(top, "over");
    writeFileSync(join(bin, "git"), `#!/bin/sh\n(sleep 30; : > '${over}')\n:\n`, { mode: 0o755 });
    const facts = readGitFacts(readPlace(root), { ...process.env, PATH: `${bin}:${process.env.PATH}` });
    expect(facts.roots).toEqual([]);
    expect(existsSync(over)).toBe(false);
  });

  it.skipIf(process.platform === "win32")("runs nothing that a hostile repository names", () => {
    const root = repository();
    const marker = join(top, "marker");
    const script = join(root, "run.sh");
    writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${marker}\n`, { mode: 0o755 });
    // A `git` in the project, reached by a PATH that looks in the current folder first.
    writeFileSync(join(root, "git"), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    for (const hook of ["post-checkout", "reference-transaction", "post-index-change"]) {
      writeFileSync(join(root, ".git", "hooks", hook), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    }
    for (const key of ["core.fsmonitor", "core.sshCommand", "core.pager", "pager.rev-list", "core.askPass"]) {
      git(root, "config", key, script);
    }
    for (const key of [
      "core.gitProxy",
      "core.editor",
      "core.alternateRefsCommand",
      "diff.external",
      "gpg.program",
    ]) {
      git(root, "config", key, script);
    }
    git(root, "config", "core.hooksPath", join(root, ".git", "hooks"));
    git(root, "config", "credential.helper", `!${script}`);
    git(root, "config", "alias.rev-list", `!${script}`);
    git(root, "config", "log.showSignature", "true");
    const env = { ...process.env, PATH: `.:${process.env.PATH}`, GIT_SSH_COMMAND: script, GIT_PAGER: script };
    const head = readPlace(root).head;
    expect(readGitFacts(readPlace(root), env).roots).toEqual([head]);
    readGitFactsOfPartial(root, script, env);
    expect(existsSync(marker)).toBe(false);
  });

  /** A partial clone whose commits are missing: git would fetch them with the programs named in the config. */
  function readGitFactsOfPartial(root: string, script: string, env: typeof process.env): void {
    git(root, "config", "core.repositoryFormatVersion", "1");
    git(root, "config", "extensions.partialClone", "origin");
    git(root, "config", "remote.origin.promisor", "true");
    git(root, "config", "remote.origin.uploadpack", script);
    renameSync(join(root, ".git", "objects"), join(root, ".git", "objects.gone"));
    mkdirSync(join(root, ".git", "objects", "pack"), { recursive: true });
    for (const url of [`ext::${script}`, `file://${root}`, "ssh://localhost/x", root]) {
      git(root, "config", "remote.origin.url", url);
      expect(readGitFacts(readPlace(root), env).roots).toEqual([]);
    }
  }

  it.skipIf(process.getuid?.() !== 0)(
    "has no roots of a repository that git refuses as another user's",
    () => {
      const root = repository();
      execFileSync("chown", ["-R", "12345:12345", root]);
      expect(readGitFacts(readPlace(root), process.env).roots).toEqual([]);
    },
  );
});
