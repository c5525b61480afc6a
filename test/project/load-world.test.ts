import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readPlace } from "../../src/host/git/git.js";
import { readChanges } from "../../src/host/git/git-changes.js";
import { lookAround, unknownWorld } from "../../src/host/world.js";

let top: string;
let root: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "tidemark-world-"));
  root = join(top, "app");
  mkdirSync(root);
});

const NOON = 1_800_000_000_000;

describe("files", () => {
  test("are the same, changed or gone", () => {
    write("src/same.ts", NOON);
    write("src/changed.ts", NOON + 60_000);
    write("src/formatted.ts", NOON + 900);
    mkdirSync(join(root, "src/folder"));
    const paths = ["src/same.ts", "src/changed.ts", "src/formatted.ts", "src/none.ts", "none/a.ts"];
    const world = lookAround({ root }, { files: [...paths, "src/folder", "src/same.ts/x"] }, {});
    expect(paths.map((path) => world.file(path, NOON))).toEqual(["same", "changed", "same", "gone", "gone"]);
    expect(world.file("src/folder", NOON)).toBe("gone");
    expect(world.file("src/same.ts/x", NOON)).toBe("gone");
    expect(world.file("src/never-asked.ts", NOON)).toBe("unknown");
  });

  test("outside of the project are not looked at", () => {
    writeFileSync(join(top, "secret"), "");
    symlinkSync(top, join(root, "out"));
    symlinkSync(join(top, "secret"), join(root, "link"));
    const paths = ["../secret", "a/../../secret", "..\\secret", join(top, "secret"), "~/x", "C:\\x", "C:x"];
    const files = [...paths, "out/secret", "out/none", "", ".", "a\0b", "x".repeat(5_000)];
    const world = lookAround({ root }, { files }, {});
    for (const path of files) expect(world.file(path, NOON), path).toBe("unknown");
    // The link is a file of the project; where it leads is not.
    rmSync(join(top, "secret"));
    expect(lookAround({ root }, { files: ["link"] }, {}).file("link", Date.now())).toBe("same");
  });

  test("are unknown where the project is not on this machine", () => {
    const world = lookAround({ root: join(top, "elsewhere") }, { files: ["a.ts"], branches: ["main"] }, {});
    expect(world.file("a.ts", NOON)).toBe("unknown");
    expect(world.branch("main")).toBe("unknown");
    expect(unknownWorld.file("a.ts", NOON)).toBe("unknown");
  });

  test("are 60 at most", () => {
    const files = Array.from({ length: 70 }, (_, at) => `f${at}.ts`);
    const world = lookAround({ root }, { files }, {});
    expect(files.filter((path) => world.file(path, NOON) === "gone")).toHaveLength(60);
  });
});

describe("branches", () => {
  const names = ["main", "topic", "done", "fresh", "none", "packed"];
  const judge = () => {
    const world = lookAround(readPlace(root), { branches: names }, process.env);
    return Object.fromEntries(names.map((name) => [name, world.branch(name)]));
  };
  const expected = {
    main: "here",
    topic: "here",
    done: "merged",
    fresh: "here",
    none: "deleted",
    packed: "here",
  };

  beforeEach(() => {
    repository();
    for (const name of ["topic", "done", "packed"]) {
      git("checkout", "-q", "-b", name, "main");
      commit(name, `${name}.txt`);
    }
    git("checkout", "-q", "main");
    git("merge", "-q", "--no-ff", "-m", "merge", "done");
    git("branch", "fresh");
  });

  test("are here, merged or deleted", () => {
    expect(judge()).toEqual(expected);
    git("pack-refs", "--all");
    expect(judge()).toEqual(expected);
  });

  test("are merged by a fast forward too, but the present one is where the work is", () => {
    git("merge", "-q", "--no-ff", "-m", "merge", "topic");
    expect(judge()["topic"]).toBe("merged");
    git("checkout", "-q", "topic");
    expect(judge()["topic"]).toBe("here");
  });

  test("are judged by the origin's default branch", () => {
    git("update-ref", "refs/remotes/origin/dev", git("rev-parse", "topic"));
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev");
    expect(judge()["topic"]).toBe("merged");
    expect(judge()["done"]).toBe("here");
  });

  test("with names that are none are not looked for", () => {
    const hostile = ["../../HEAD", "-d", "a b", "$(touch x)", "", "refs\0"];
    const world = lookAround(readPlace(root), { branches: hostile }, process.env);
    expect(hostile.map((name) => world.branch(name))).toEqual([
      "unknown",
      "deleted",
      "unknown",
      "unknown",
      "unknown",
      "unknown",
    ]);
  });

  test("are unknown without git's files, and where git cannot be asked", () => {
    const world = lookAround(readPlace(root), { branches: ["done", "none", "main"] }, { PATH: top });
    expect(["done", "none", "main"].map((name) => world.branch(name))).toEqual([
      "unknown",
      "deleted",
      "here",
    ]);
    rmSync(join(root, ".git"), { recursive: true });
    expect(judge()["main"]).toBe("unknown");
  });
});

describe("new commits", () => {
  let old: string;
  beforeEach(() => {
    repository();
    old = git("rev-parse", "HEAD");
  });

  test("are told with their subjects and the files they changed most", () => {
    commit("one\n\nand a body", "src/a.ts");
    commit("two: <b> · \u202e", "src/a.ts");
    commit("three", "näme with\nnewline.ts");
    const changes = lookAround(readPlace(root), { head: old }, process.env).commits;
    expect(changes).toEqual({
      count: 3,
      subjects: ["three", "two: <b> · \u202e", "one"],
      files: ["src/a.ts", "näme with\nnewline.ts"],
    });
  });

  test("are 20 at most, and all are counted", () => {
    for (let at = 0; at < 23; at += 1) git("commit", "-q", "--allow-empty", "-m", `c${at}`);
    const changes = readChanges(root, old, process.env);
    expect(changes?.count).toBe(23);
    expect(changes?.subjects).toHaveLength(20);
    expect(changes?.subjects[0]).toBe("c22");
  });

  test("are unknown since a commit that is not there, and none since the present one", () => {
    expect(readChanges(root, "0123456789".repeat(4), process.env)).toBeUndefined();
    expect(readChanges(root, "--all", process.env)).toBeUndefined();
    expect(readChanges(root, old, process.env)).toEqual({ count: 0, subjects: [], files: [] });
    expect(lookAround(readPlace(root), { head: old }, process.env).commits).toBeUndefined();
    expect(readChanges(join(top, "none"), old, process.env)).toBeUndefined();
  });

  test("start nothing that the repository names", () => {
    commit("one", "a.txt");
    const script = join(top, "run");
    writeFileSync(script, `#!/bin/sh\ntouch ${join(top, "ran")}\n`, { mode: 0o755 });
    const signed = execFileSync("git", ["cat-file", "commit", "HEAD"], { cwd: root }).toString();
    const withSignature = signed.replace(
      "\n\n",
      "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n",
    );
    const made = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], {
      cwd: root,
      input: withSignature,
    });
    git("reset", "-q", "--soft", made.toString().trim());
    for (const [key, value] of [
      ["log.showSignature", "true"],
      ["gpg.program", script],
      ["diff.external", script],
      ["core.pager", script],
      ["core.fsmonitor", script],
    ] as const) {
      git("config", key, value);
    }
    expect(readChanges(root, old, process.env)?.subjects).toEqual(["one"]);
    expect(() => execFileSync("ls", [join(top, "ran")], { stdio: "pipe" })).toThrow();
  });
});

function write(path: string, at: number): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, path);
  utimesSync(file, at / 1_000, at / 1_000);
}

function repository(): void {
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "first");
}

let writes = 0;
function commit(message: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${path} ${writes++}`);
  git("add", "-A");
  git("commit", "-q", "-m", message);
}

function git(...args: string[]): string {
  const who = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com" };
  const by = { GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.com" };
  const env = { ...process.env, ...who, ...by };
  return execFileSync("git", args, { cwd: root, env, stdio: "pipe" }).toString().trim();
}
