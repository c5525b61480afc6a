import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findCheckpoint, listCheckpoints } from "../../../src/checkpoint/record.js";
import { dropIndexes } from "../../../src/checkpoint/shadow/shadow.js";
import { storageOf } from "../../../src/checkpoint/shadow/storage.js";
import { everyByte, WorkTree } from "../work-tree.js";

let tree: WorkTree;
beforeEach(() => {
  tree = new WorkTree();
});
afterEach(() => tree.leave());

describe("a checkpoint", () => {
  test("is found by its name and listed newest first; names are never used again", () => {
    tree.write("a", "1");
    const first = tree.take({ label: "before the change", branch: "main", head: "0".repeat(40) });
    tree.write("a", "2");
    tree.write("b", "2");
    const light = tree.take({ reason: "prompt" });
    const second = tree.take();
    expect([first.id, light.id, second.id]).toEqual(["c1", "t1", "c2"]);
    expect([first.changed, light.changed, second.changed]).toEqual([undefined, 2, 0]);
    expect(listCheckpoints(tree.home, "photo-box")).toEqual([second, light, first]);
    expect(findCheckpoint(tree.home, "photo-box", "c1")).toEqual(first);
    expect(findCheckpoint(tree.home, "photo-box", "../c1")).toBeUndefined();
    rmSync(join(storageOf(tree.home, "photo-box").points, "c2.json"));
    expect(tree.take().id).toBe("c3");
  });

  test("is not kept from its name by what else lies beside the records", () => {
    tree.write("a", "1");
    const first = tree.take();
    const { points } = storageOf(tree.home, "photo-box");
    for (const name of ["c1 (copy).json", "conflict.json", "c1.json.99.abc"])
      writeFileSync(join(points, name), "{}");
    const second = tree.take();
    expect(second.id).toBe("c2");
    expect(listCheckpoints(tree.home, "photo-box")).toEqual([second, first]);
  });

  test("that is light is not made where nothing has changed", () => {
    tree.write("a", "1");
    const first = tree.take();
    expect(tree.try({ reason: "prompt" })).toEqual({ is: "unchanged", checkpoint: first });
    tree.write("a", "1");
    expect(tree.try({ reason: "shell" })).toEqual({ is: "unchanged", checkpoint: first });
    tree.write("a", "2");
    expect(tree.try({ reason: "prompt" })).toMatchObject({
      is: "taken",
      checkpoint: { id: "t1", changed: 1 },
    });
  });

  test("leaves out what is ignored, in all the ways git knows", () => {
    writeFileSync(join(tree.folder, "global"), "global.txt\n");
    writeFileSync(join(tree.folder, "of-repository"), "configured.txt\n");
    execFileSync("git", ["config", "--global", "core.excludesFile", join(tree.folder, "global")], {
      env: tree.env,
    });
    tree.write(".gitignore", "*.log\n!kept.log\n");
    tree.write("sub/.gitignore", "/made/\n");
    writeFileSync(join(tree.root, ".git/info/exclude"), "excluded.txt\n");
    for (const path of ["a.log", "kept.log", "sub/made/x", "made/x", "excluded.txt", "global.txt"])
      tree.write(path, path);
    expect(kept()).toEqual([".gitignore", "kept.log", "made/x", "sub/.gitignore"]);
    tree.git("config", "core.excludesFile", join(tree.folder, "of-repository"));
    tree.write("configured.txt", "x");
    expect(kept()).toEqual([".gitignore", "global.txt", "kept.log", "made/x", "sub/.gitignore"]);
  });

  test("has what git tracks although it is ignored, also where it was added later", () => {
    tree.write(".gitignore", "*.log\n");
    for (const name of ["one.log", "two.log", "three.log"]) tree.write(name, "1");
    tree.git("add", "-f", "one.log");
    expect(kept()).toEqual([".gitignore", "one.log"]);
    tree.git("add", "-f", "two.log");
    expect(kept()).toEqual([".gitignore", "one.log", "two.log"]);
  });

  test("lets go of what was ignored since", () => {
    tree.write("node_modules/x/index.js", "x");
    tree.write("a", "x");
    expect(kept()).toEqual(["a", "node_modules/x/index.js"]);
    tree.write(".gitignore", "node_modules/\n");
    expect(kept()).toEqual([".gitignore", "a"]);
  });

  test("names what is too large or no file, and leaves it alone", () => {
    mkdirSync(tree.home, { mode: 0o700 });
    writeFileSync(join(tree.home, "config.json"), JSON.stringify({ checkpoint: { largestMegabytes: 1 } }), {
      mode: 0o600,
    });
    tree.write("video/größe.bin", "");
    truncateSync(join(tree.root, "video/größe.bin"), 1_048_577);
    tree.write("pipe", "was a file");
    tree.write("fine", "x");
    expect(tree.take()).toMatchObject({ left: [{ path: "video/größe.bin", why: "large" }], leftCount: 1 });
    tree.remove("pipe");
    execFileSync("mkfifo", [join(tree.root, "pipe")]);
    const { left } = tree.take();
    expect(left).toContainEqual({ path: "pipe", why: "special" });
    const checkpoint = tree.take();
    tree.write("fine", "y");
    expect(tree.restore(checkpoint).refused).toEqual([]);
    expect(lstatSync(join(tree.root, "video/größe.bin")).size).toBe(1_048_577);
  });

  test("in a folder without git has all but what can be made again", () => {
    const plain = new WorkTree({ isGit: false });
    for (const path of ["a.txt", "node_modules/m/i.js", ".venv/x", "deep/__pycache__/y", "deep/b"])
      plain.write(path, path);
    const before = plain.files();
    const checkpoint = plain.take();
    plain.write("a.txt", "changed");
    plain.remove("deep");
    plain.write("node_modules/m/i.js", "changed");
    plain.restore(checkpoint);
    expect(Object.keys(plain.files())).toEqual(
      Object.keys(before).filter((path) => !path.includes("pycache")),
    );
    expect([plain.read("a.txt"), plain.read("node_modules/m/i.js")]).toEqual(["a.txt", "changed"]);
    plain.leave();
  });

  test("does not keep its own data folder where that lies inside", () => {
    tree.write("a", "1");
    const home = join(tree.root, "odd [data] folder");
    expect(tree.take({ home })).toMatchObject({ leftCount: 0 });
    expect(tree.try({ home, reason: "prompt" })).toMatchObject({ is: "unchanged" });
  });

  test("closes what it keeps to others", () => {
    tree.write("a", "1");
    tree.take();
    const all = readdirSync(tree.home, { recursive: true, encoding: "utf8" }).map((name) =>
      join(tree.home, name),
    );
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((path) => (lstatSync(path).mode & 0o077) !== 0)).toEqual([]);
  });
});

describe("repositories inside", () => {
  test("are kept with their files: a submodule, one without a commit, one in another", () => {
    const other = new WorkTree();
    other.write("lib.c", "int x;\n");
    other.commit();
    tree.write("a", "1");
    tree.commit();
    tree.git("submodule", "--quiet", "add", other.root, "vendor/lib");
    tree.write("vendor/lib/untracked.c", "int y;\n");
    mkdirSync(join(tree.root, "bare"));
    tree.gitIn("bare", "init", "-q");
    tree.write("bare/first.txt", "not committed");
    tree.write("bare/.gitignore", "secret\n");
    tree.write("bare/secret", "ignored");
    mkdirSync(join(tree.root, "bare/deeper"));
    tree.gitIn("bare/deeper", "init", "-q");
    tree.write("bare/deeper/file", "deep");
    const git = everyByte(join(tree.root, ".git"));
    const inner = everyByte(join(tree.root, "bare/.git"));
    const before = tree.files();
    const checkpoint = tree.take();
    expect(checkpoint.trees.map(({ path }) => path)).toEqual(["", "bare", "vendor/lib", "bare/deeper"]);
    tree.write("vendor/lib/lib.c", "broken");
    tree.remove("vendor/lib/untracked.c");
    tree.write("bare/second.txt", "new");
    tree.write("bare/first.txt", "changed");
    const { present, refused } = tree.restore(checkpoint);
    expect(refused).toEqual([]);
    expect(tree.files()).toEqual(before);
    tree.remove("bare/deeper");
    tree.remove("vendor");
    expect(tree.restore(checkpoint).refused).toEqual([]);
    expect(tree.files()).toEqual(before);
    expect(everyByte(join(tree.root, ".git"))).toEqual(git);
    expect(everyByte(join(tree.root, "bare/.git"))).toEqual(inner);
    expect(present.changed).toBe(4);
    other.leave();
  });

  test("that come to be where plain files were lose nothing", () => {
    tree.write("part/a", "1");
    tree.write("b", "1");
    const checkpoint = tree.take();
    const before = tree.files();
    tree.gitIn("part", "init", "-q");
    tree.write("part/new", "2");
    dropIndexes(storageOf(tree.home, "photo-box"));
    const { present, refused } = tree.restore(checkpoint);
    expect(present.trees.map(({ path }) => path)).toEqual(["", "part"]);
    expect(refused).toEqual([]);
    expect(tree.files()).toEqual(before);
  });

  test("are left out where they are work trees of the same repository", () => {
    tree.write("a", "1");
    tree.commit();
    tree.git("worktree", "add", "-q", "trees/side");
    tree.write("trees/side/b", "2");
    expect(kept()).toEqual(["a"]);
    const side = { root: join(tree.root, "trees/side") };
    expect(tree.take(side).trees).toHaveLength(1);
    expect(kept(side)).toEqual(["a", "b"]);
  });
});

describe("unusual work trees", () => {
  test("a sparse one has what is there", () => {
    tree.write("in/a", "1");
    tree.write("out/b", "1");
    tree.commit();
    tree.git("sparse-checkout", "set", "--cone", "in");
    expect(existsSync(join(tree.root, "out"))).toBe(false);
    const checkpoint = tree.take();
    tree.write("in/a", "2");
    tree.restore(checkpoint);
    expect(Object.keys(tree.files())).toEqual(["in/a"]);
    expect(tree.read("in/a")).toBe("1");
  });

  test("a shallow clone", () => {
    tree.write("a", "1");
    tree.commit();
    tree.write("a", "2");
    tree.commit();
    const clone = join(tree.folder, "clone");
    execFileSync("git", ["clone", "-q", "--depth=1", `file://${tree.root}`, clone], { env: tree.env });
    expect(kept({ root: clone })).toEqual(["a"]);
  });

  test("a home folder, and what is above it, is refused", () => {
    expect(tree.try({ root: tree.folder })).toMatchObject({
      is: "unable",
      why: expect.stringContaining("home folder"),
    });
    expect(tree.try({ root: "/" })).toMatchObject({ is: "unable" });
    symlinkSync(tree.folder, join(tree.root, "link"));
    expect(tree.try({ root: join(tree.root, "link") })).toMatchObject({ is: "unable" });
  });

  test("a folder that is not there is named, and nothing is made for it until it is", () => {
    const root = join(tree.folder, "gone");
    for (const reason of ["prompt", "hand"] as const)
      expect(tree.try({ root, reason })).toEqual({
        is: "unable",
        why: `No checkpoint can be made: ${root} is not there.`,
      });
    expect(existsSync(storageOf(tree.home, "photo-box").folder)).toBe(false);
    writeFileSync(root, "");
    expect(tree.try({ root })).toMatchObject({ why: expect.stringContaining("is not a folder") });
    rmSync(root);
    mkdirSync(root);
    expect(tree.try({ root, reason: "prompt" })).toMatchObject({ is: "taken" });
  });

  test("a folder without git and with very many files is refused, and not looked through again at once", () => {
    const plain = new WorkTree({ isGit: false });
    for (let folder = 0; folder < 201; folder += 1) {
      mkdirSync(join(plain.root, `f${folder}`));
      for (let n = 0; n < 100; n += 1) writeFileSync(join(plain.root, `f${folder}`, `${n}`), "");
    }
    expect(plain.try()).toMatchObject({ is: "unable", why: expect.stringContaining("20,000 files") });
    plain.remove(".");
    mkdirSync(plain.root);
    expect(plain.try({ reason: "prompt" })).toMatchObject({ is: "unable" });
    expect(plain.try()).toMatchObject({ is: "taken" });
    expect(plain.try({ reason: "prompt" })).toMatchObject({ is: "unchanged" });
    plain.leave();
  });

  test("one without a git to be found", () => {
    tree.write("a", "1");
    expect(tree.try({ env: { ...tree.env, PATH: "/nonexistent" } })).toMatchObject({
      is: "unable",
      why: expect.stringContaining("git is not installed"),
    });
  });
});

/** What a checkpoint of now has, by path. */
function kept(wish: { root?: string } = {}): string[] {
  const { commit } = tree.take(wish);
  const git = storageOf(tree.home, "photo-box").git;
  return execFileSync("git", ["--git-dir", git, "ls-tree", "-r", "--name-only", `${commit}:tree0000`], {
    ...{ encoding: "utf8", env: tree.env },
  })
    .split("\n")
    .filter((line) => line !== "");
}
