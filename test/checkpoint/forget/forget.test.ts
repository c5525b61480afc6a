import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { markFile } from "../../../src/checkpoint/checkpoint.js";
import { forgetInCheckpoints } from "../../../src/checkpoint/forget/forget.js";
import { findCheckpoint, listCheckpoints } from "../../../src/checkpoint/record.js";
import { beginRestore, unfinishedRestore } from "../../../src/checkpoint/restore/unfinished-restore.js";
import { packCheckpoints } from "../../../src/checkpoint/shadow/prune.js";
import { storageOf } from "../../../src/checkpoint/shadow/storage.js";
import { WorkTree } from "../work-tree.js";

let tree: WorkTree;
beforeEach(() => {
  tree = new WorkTree();
});
afterEach(() => tree.leave());

const forget = (what: Parameters<typeof forgetInCheckpoints>[2]) =>
  forgetInCheckpoints(tree.home, tree.env, what);
const matches = (text: string) => ({ matches: (bytes: Buffer) => bytes.includes(text) });

describe("forgetting in checkpoints", () => {
  test("by path takes the file out of all of them, and it is not kept again", () => {
    tree.write("secret/key", "hush-hush", 0o600);
    tree.write("secret.txt", "stays");
    tree.write("a", "1");
    const first = tree.take();
    tree.write("secret/key", "hush-hush again", 0o600);
    const second = tree.take();
    const third = tree.take({ project: "other" });
    expect(forget({ project: "photo-box", paths: ["secret"], isTrial: true })).toEqual({
      checkpoints: 2,
      files: 1,
    });
    expect(findCheckpoint(tree.home, "photo-box", first.id)).toEqual(first);
    expect(forget({ project: "photo-box", paths: ["secret"] })).toEqual({ checkpoints: 2, files: 1 });
    expect(holds("hush-hush", "photo-box") || holds("secret/key", "photo-box")).toBe(false);
    expect(findCheckpoint(tree.home, "other", third.id)).toEqual(third);
    expect(holds("hush-hush", "other")).toBe(true);
    const later = tree.take();
    expect(holds("hush-hush", "photo-box")).toBe(false);
    tree.remove(".");
    tree.write("secret/key", "the one of now");
    for (const { id } of [first, second, later]) {
      expect(tree.restore(findCheckpoint(tree.home, "photo-box", id)!).refused).toEqual([]);
      expect(tree.read("secret/key")).toBe("the one of now");
      expect(tree.read("secret.txt") + tree.read("a")).toBe("stays1");
    }
  });

  test("by what is in them takes it out of files, names and labels, also of what was packed and set aside", () => {
    tree.write("a", "token-1234 and more");
    tree.write("b", "fine");
    const first = tree.take({ label: "with token-1234", branch: "fix/token-1234" });
    tree.write("a", "clean");
    tree.write("token-1234.txt", "fine too", 0o600);
    const second = tree.take({ label: "fine" });
    packCheckpoints(tree.home, tree.env, "photo-box", true);
    tree.take();
    const git = storageOf(tree.home, "photo-box").git;
    execFileSync("cp", ["-r", git, `${git}.damaged`]);
    writeFileSync(join(tree.root, ".git/info/exclude"), "token-1234\n");
    tree.take();
    expect(holds("token-1234")).toBe(true);
    expect(forget(matches("token-1234"))).toEqual({ checkpoints: 4, files: 2 });
    expect(holds("token-1234")).toBe(false);
    const [one, two] = [first, second].map(({ id }) => findCheckpoint(tree.home, "photo-box", id)!);
    expect(one).toMatchObject({ label: "[forgotten]" });
    expect(one).not.toHaveProperty("branch");
    expect(two).toMatchObject({ label: "fine" });
    tree.remove("b");
    expect(tree.restore(one!).refused).toEqual([]);
    expect(tree.read("b")).toBe("fine");
  });

  test("takes it out of what is noted beside them, and leaves other notes", () => {
    tree.write("secret/key", "1");
    tree.write("a", "1");
    const { id: checkpoint } = tree.take();
    const before = tree.take().id;
    const place = { home: tree.home, project: "photo-box", root: tree.root };
    const begun = { checkpoint, before, what: "files", at: 1 } as const;
    beginRestore(place, { ...begun, paths: ["a"] });
    forget({ paths: ["secret"] });
    expect(unfinishedRestore(place)).toMatchObject({ paths: ["a"] });
    beginRestore(place, { ...begun, paths: ["secret/key"] });
    forget({ paths: ["secret"] });
    expect(unfinishedRestore(place)).toBeUndefined();
    writeFileSync(markFile(tree.home, "photo-box", tree.root, "unable"), "token-1234 is full");
    expect(holds("token-1234", "photo-box")).toBe(true);
    forget(matches("token-1234"));
    expect(holds("token-1234", "photo-box")).toBe(false);
  });

  test("leaves everything as it is where there is nothing to forget", () => {
    tree.write("a", "1");
    const first = tree.take();
    expect(forget(matches("nowhere"))).toEqual({ checkpoints: 0, files: 0 });
    expect(forget({ paths: ["nowhere"] })).toEqual({ checkpoints: 0, files: 0 });
    expect(listCheckpoints(tree.home, "photo-box")).toEqual([first]);
    expect(() => forget({ paths: ["/etc"] })).toThrow(/not a path inside/);
  });

  test("drops checkpoints of a place whose path is to be forgotten", () => {
    tree.write("a", "1");
    tree.take();
    expect(forget(matches(tree.root))).toMatchObject({ checkpoints: 1 });
    expect(listCheckpoints(tree.home, "photo-box")).toEqual([]);
    expect(holds(tree.root)).toBe(false);
  });
});

/** Whether a text is anywhere in the checkpoints: in any file, or in any object of any repository. */
function holds(text: string, project?: string): boolean {
  const folder = project === undefined ? join(tree.home, "checkpoint") : storageOf(tree.home, project).folder;
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const isIn = (bytes: Buffer) =>
    bytes.includes(text) || bytes.includes(Buffer.from(text.split("/").at(-1) ?? text));
  return all.some((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.name.includes(text)) return true;
    if (entry.isDirectory()) return /^git/.test(entry.name) && isIn(objectsOf(path));
    const bytes = readFileSync(path);
    return (
      bytes.includes(text) || (/objects\/[0-9a-f]{2}$/.test(entry.parentPath) && isIn(inflateSync(bytes)))
    );
  });
}

function objectsOf(git: string): Buffer {
  return execFileSync("git", ["--git-dir", git, "cat-file", "--batch", "--batch-all-objects"], {
    ...{ env: tree.env, maxBuffer: 1e9 },
  });
}
