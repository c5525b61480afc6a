import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { everyByte, WorkTree } from "../work-tree.js";

let tree: WorkTree;
beforeEach(() => {
  tree = new WorkTree();
});
afterEach(() => tree.leave());

/** Checkpoint, change, restore: the files are as they were. And back again: the restore is undone by a restore. */
function expectThereAndBack(change: () => void): void {
  const before = tree.files();
  const checkpoint = tree.take();
  change();
  const after = tree.files();
  expect(after).not.toEqual(before);
  const there = tree.restore(checkpoint);
  expect(there.refused).toEqual([]);
  expect(tree.files()).toEqual(before);
  const back = tree.restore(there.present);
  expect(back.refused).toEqual([]);
  expect(tree.files()).toEqual(after);
}

describe("a restore brings back", () => {
  test("what was changed, deleted, renamed and made", () => {
    for (let n = 0; n < 30; n += 1) tree.write(`src/part${n % 3}/file${n}.ts`, `export const n = ${n};\n`);
    tree.write("notes.txt", "never added to git");
    tree.commit();
    expectThereAndBack(() => {
      tree.write("src/part0/file0.ts", "changed");
      tree.remove("src/part1");
      renameSync(join(tree.root, "src/part2"), join(tree.root, "moved"));
      tree.write("notes.txt", "overwritten");
      tree.write("deep/new/file", "new");
      tree.write("empty", "");
    });
  });

  test("links, also to nothing, and their swaps with files and folders", () => {
    tree.write("folder/a", "a");
    tree.write("other/a", "other");
    tree.link("dangling", "nowhere");
    tree.link("to-file", "folder/a");
    tree.link("to-folder", "folder");
    tree.write("plain", "plain");
    expectThereAndBack(() => {
      tree.remove("dangling");
      tree.write("dangling", "now a file");
      tree.remove("to-folder");
      tree.write("to-folder/inner", "now a folder");
      renameSync(join(tree.root, "folder"), join(tree.root, "away"));
      tree.link("folder", "other");
      tree.remove("plain");
      tree.link("plain", "/etc/hostname");
      tree.remove("to-file");
      tree.link("to-file", "other/a");
    });
    expect(tree.read("other/a")).toBe("other");
  });

  test("a file where a folder was, and a folder where a file was", () => {
    tree.write("one", "file");
    tree.write("two/a/b", "folder");
    expectThereAndBack(() => {
      tree.remove("one");
      tree.write("one/x/y", "folder now");
      tree.remove("two");
      tree.write("two", "file now");
    });
  });

  test("the right to execute and permissions for the owner alone", () => {
    tree.write("run.sh", "#!/bin/sh\n", 0o755);
    tree.write("key.pem", "secret", 0o600);
    tree.write("locked.txt", "read only", 0o444);
    const before = tree.files();
    const checkpoint = tree.take();
    chmodSync(join(tree.root, "run.sh"), 0o644);
    tree.remove("key.pem");
    tree.remove("locked.txt");
    tree.restore(checkpoint);
    expect(tree.files()).toEqual(before);
    expect(statSync(join(tree.root, "key.pem")).mode & 0o777).toBe(0o600);
  });

  test("a file that is overwritten keeps what it allows to others", () => {
    tree.write("shared.txt", "one", 0o664);
    tree.write("tool", "one", 0o750);
    const checkpoint = tree.take();
    tree.write("shared.txt", "two", 0o660);
    tree.write("tool", "two", 0o640);
    tree.restore(checkpoint);
    expect(statSync(join(tree.root, "shared.txt")).mode & 0o777).toBe(0o660);
    expect(statSync(join(tree.root, "tool")).mode & 0o777).toBe(0o750);
  });

  test("any bytes under any name", () => {
    const names = [
      "with space",
      "new\nline",
      'quo"te',
      "tab\there",
      "-dash",
      "back\\slash",
      "ünïcödé",
      "*glob?[a]",
      " lead ",
    ];
    for (const name of names) tree.write(`names/${name}`, `of ${name}`);
    const odd = Buffer.concat([Buffer.from(`${tree.root}/names/`), Buffer.from([0x66, 0xff, 0xfe, 0x80])]);
    writeFileSync(odd, "no text");
    mkdirSync(Buffer.concat([Buffer.from(`${tree.root}/`), Buffer.from([0xe9, 0x20])]));
    writeFileSync(
      Buffer.concat([Buffer.from(`${tree.root}/`), Buffer.from([0xe9, 0x20, 0x2f, 0x78])]),
      "inside",
    );
    tree.write("binary", Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 7919) % 256)));
    expectThereAndBack(() => {
      tree.remove("names");
      tree.write("binary", Buffer.from([0]));
      for (const name of names.slice(3)) tree.write(`names/${name}`, "other");
    });
  });

  test("line ends as they are, whatever git is told to do with them, and starts no filter", () => {
    execFileSync("git", ["config", "--global", "core.autocrlf", "true"], { env: tree.env });
    for (const side of ["clean", "smudge"]) {
      const command = `touch ${tree.folder}/ran; sleep 100`;
      execFileSync("git", ["config", "--global", `filter.slow.${side}`, command], { env: tree.env });
    }
    execFileSync("git", ["config", "--global", "filter.slow.required", "true"], { env: tree.env });
    tree.write(
      ".gitattributes",
      "*.txt text eol=lf\n*.utf text working-tree-encoding=UTF-16\n*.bin filter=slow\n*.id ident\n",
    );
    tree.write("crlf.txt", "one\r\ntwo\r\nthree\n");
    tree.write("crlf.other", "one\r\ntwo\r\n");
    tree.write("wide.utf", Buffer.from("\ufeffwide", "utf16le"));
    tree.write("large.bin", "through the filter");
    tree.write("which.id", "$Id: kept as it is $\n");
    expectThereAndBack(() => {
      for (const name of ["crlf.txt", "crlf.other", "wide.utf", "large.bin", "which.id"])
        tree.write(name, "x\r\n");
    });
    expect(() => statSync(join(tree.folder, "ran"))).toThrow();
  });

  test("only the paths that were asked for", () => {
    tree.write("a/one", "1");
    tree.write("a/two", "2");
    tree.write("b", "3");
    const checkpoint = tree.take();
    tree.write("a/one", "x");
    tree.remove("a/two");
    tree.write("a/new", "x");
    tree.write("b", "x");
    tree.write("ab", "x");
    expect(tree.restore(checkpoint, ["./a/"])).toMatchObject({ written: 2, deleted: 1, refused: [] });
    expect(Object.keys(tree.files())).toEqual(["a/one", "a/two", "ab", "b"].sort());
    expect([tree.read("a/one"), tree.read("b"), tree.read("ab")]).toEqual(["1", "x", "x"]);
    expect(() => tree.restore(checkpoint, ["../elsewhere"])).toThrow(/not a path inside/);
  });
});

describe("a restore leaves alone", () => {
  test("what is ignored, and a folder with such files that stands in a file's place", () => {
    tree.write(".gitignore", "*.log\n/build/\n");
    tree.write("src/main.ts", "1");
    tree.write("thing", "a file");
    const checkpoint = tree.take();
    tree.write("build/out.js", "made");
    tree.write("src/debug.log", "kept by nobody");
    tree.remove("thing");
    tree.write("thing/trace.log", "in the way");
    tree.write("src/main.ts", "2");
    const { refused } = tree.restore(checkpoint);
    expect(refused).toEqual([{ path: "thing", why: "occupied" }]);
    expect(tree.read("src/main.ts")).toBe("1");
    expect(tree.read("build/out.js") + tree.read("src/debug.log") + tree.read("thing/trace.log")).toBe(
      "madekept by nobodyin the way",
    );
  });

  test("what was ignored at the time of the checkpoint, although it is not now", () => {
    tree.write(".gitignore", "*.log\n");
    tree.write("run.log", "not looked at");
    tree.write("src/a", "1");
    const checkpoint = tree.take();
    tree.remove(".gitignore");
    tree.write("src/a", "2");
    tree.write("b", "new");
    const { present, refused } = tree.restore(checkpoint);
    expect(refused).toEqual([]);
    expect(Object.keys(tree.files())).toEqual([".gitignore", "run.log", "src/a"]);
    expect(tree.read("run.log")).toBe("not looked at");
    expect(tree.restore(present).refused).toEqual([]);
    expect(Object.keys(tree.files())).toEqual(["b", "run.log", "src/a"]);
  });

  test("a file that is ignored now where another was kept", () => {
    tree.write("local.env", "kept");
    const checkpoint = tree.take();
    tree.write(".gitignore", "local.env\n");
    tree.take();
    tree.write("local.env", "ignored since, and other");
    expect(tree.restore(checkpoint, ["local.env"]).refused).toEqual([{ path: "local.env", why: "occupied" }]);
    expect(tree.read("local.env")).toBe("ignored since, and other");
  });

  test("what lies behind a linked folder", () => {
    tree.write(".gitignore", "/vendor\n");
    tree.git("add", ".gitignore");
    tree.write("vendor/lib.js", "of the project");
    tree.git("add", "-f", "vendor/lib.js");
    const checkpoint = tree.take();
    tree.remove("vendor");
    mkdirSync(join(tree.folder, "outside"));
    writeFileSync(join(tree.folder, "outside", "lib.js"), "of somebody else");
    tree.link("vendor", join(tree.folder, "outside"));
    const { refused } = tree.restore(checkpoint);
    expect(refused).toEqual([{ path: "vendor/lib.js", why: "occupied" }]);
    expect(tree.files(join(tree.folder, "outside"))).toEqual({ "lib.js": expect.stringContaining("16:") });
  });

  test("what was changed after the present was kept", () => {
    tree.write("a", "1");
    tree.write("b", "1");
    const checkpoint = tree.take();
    tree.write("a", "2");
    tree.write("b", "2");
    tree.write("c", "2");
    const present = tree.take({ reason: "restore" });
    tree.write("a", "not kept");
    tree.write("c", "not kept either");
    const { refused } = tree.bringBack(checkpoint, present);
    expect(refused).toEqual([
      { path: "c", why: "changed" },
      { path: "a", why: "changed" },
    ]);
    expect([tree.read("a"), tree.read("b"), tree.read("c")]).toEqual(["not kept", "1", "not kept either"]);
  });
});

describe("the user's own repository", () => {
  test("is not touched by taking, comparing and restoring, in the middle of a merge too", () => {
    tree.write("a", "1\n");
    tree.write("b", "1\n");
    tree.commit();
    tree.git("checkout", "-q", "-b", "side");
    tree.write("a", "side\n");
    tree.commit();
    tree.git("checkout", "-q", "main");
    tree.write("a", "main\n");
    tree.commit();
    tree.write("b", "stashed\n");
    tree.git("stash", "-q");
    expect(() => tree.git("merge", "side")).toThrow();
    tree.write("staged", "staged");
    tree.git("add", "staged");
    const git = join(tree.root, ".git");
    const before = everyByte(git);
    const files = tree.files();
    const checkpoint = tree.take();
    tree.write("a", "resolved\n");
    tree.remove("b");
    tree.restore(checkpoint);
    expect(tree.files()).toEqual(files);
    expect(everyByte(git)).toEqual(before);
    expect(tree.git("status", "--porcelain")).toContain("UU a");
  });
});
