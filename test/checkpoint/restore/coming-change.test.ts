import { chmodSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Checkpoint } from "../../../src/checkpoint/checkpoint.js";
import { forgetInCheckpoints } from "../../../src/checkpoint/forget/forget.js";
import { findCheckpoint } from "../../../src/checkpoint/record.js";
import { differenceTo, patchTo } from "../../../src/checkpoint/restore/difference.js";
import { WorkTree } from "../work-tree.js";

let tree: WorkTree;
beforeEach(() => {
  tree = new WorkTree();
});
afterEach(() => tree.leave());

const again = ({ id }: Checkpoint): Checkpoint => {
  const found = findCheckpoint(tree.home, "photo-box", id);
  if (found === undefined) throw new Error(`${id} is gone`);
  return found;
};
const forget = (text: string) =>
  forgetInCheckpoints(tree.home, tree.env, { matches: (bytes) => bytes.includes(text) });
const coming = (checkpoint: Checkpoint, paths?: string[]) => differenceTo(tree.asking(checkpoint, paths));
const modeOf = (path: string) => statSync(join(tree.root, path)).mode & 0o777;

describe("what was forgotten out of a checkpoint", () => {
  test("is left alone by a restore, however often, and said without its text", () => {
    tree.write("notes.md", "call Quagmire, my notes", 0o600);
    tree.write("Quagmire.txt", "plain");
    tree.write("a", "1");
    tree.commit();
    const checkpoint = tree.take();
    forget("Quagmire");
    expect(again(checkpoint)).toMatchObject({
      left: [
        { path: "[forgotten]", why: "forgotten" },
        { path: "notes.md", why: "forgotten" },
      ],
      leftCount: 2,
    });
    tree.write("a", "2");
    chmodSync(join(tree.root, "notes.md"), 0o644);
    expect(coming(again(checkpoint))).toEqual([{ path: "a", change: "changed" }]);
    expect(patchTo(tree.asking(again(checkpoint))).text).not.toContain("notes.md");
    expect(tree.restore(again(checkpoint))).toMatchObject({ written: 1, deleted: 0, refused: [] });
    forget("Quagmire");
    expect(tree.restore(again(checkpoint))).toMatchObject({ deleted: 0 });
    expect([tree.read("notes.md"), tree.read("Quagmire.txt")]).toEqual(["call Quagmire, my notes", "plain"]);
    expect(modeOf("notes.md")).toBe(0o644);
    forget("notes.md");
    expect(again(checkpoint).left.map(({ path }) => path)).toEqual(["[forgotten]", "[forgotten]"]);
  });

  test("does not keep what came later from being taken back", () => {
    tree.write("notes.md", "Quagmire");
    const checkpoint = tree.take();
    forget("Quagmire");
    tree.write("later.md", "new");
    expect(tree.restore(again(checkpoint))).toMatchObject({ deleted: 1 });
    expect(existsSync(join(tree.root, "later.md"))).toBe(false);
  });
});

describe("what is foretold is what is done", () => {
  test("where the rules that ignored files are gone and come back", () => {
    tree.write(".gitignore", ".env\nnode_modules/\n");
    tree.write("a", "1");
    const checkpoint = tree.take();
    tree.write(".env", "secret");
    tree.write("node_modules/x/i.js", "made");
    tree.write("extra", "new");
    tree.remove(".gitignore");
    const changes = coming(checkpoint);
    expect(changes).toEqual([
      { path: ".gitignore", change: "added" },
      { path: "extra", change: "deleted" },
    ]);
    const { text } = patchTo(tree.asking(checkpoint));
    expect([text.includes("b/.gitignore"), text.includes("secret"), text.includes("i.js")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(tree.restore(checkpoint)).toMatchObject({ written: 1, deleted: 1, refused: [] });
    expect([tree.read(".env"), tree.read("node_modules/x/i.js")]).toEqual(["secret", "made"]);
    expect(coming(checkpoint)).toEqual([]);
  });

  test("where a rule of an inner repository comes back", () => {
    tree.write("inner/.gitignore", "out/\n");
    tree.write("inner/a", "1");
    tree.gitIn("inner", "init", "-q");
    const checkpoint = tree.take();
    tree.remove("inner/.gitignore");
    tree.write("inner/out/made", "made");
    tree.write("out/kept", "outside");
    expect(coming(checkpoint)).toEqual([
      { path: "inner/.gitignore", change: "added" },
      { path: "out/kept", change: "deleted" },
    ]);
    expect(tree.restore(checkpoint)).toMatchObject({ written: 1, deleted: 1 });
    expect(tree.read("inner/out/made")).toBe("made");
  });

  test("where a restore that was killed took the rules of before away", () => {
    tree.write("a", "1");
    const checkpoint = tree.take();
    tree.write(".gitignore", "build/\n");
    tree.write("build/out.js", "made");
    const before = tree.take();
    tree.remove(".gitignore");
    const present = tree.take();
    const request = { ...tree.asking(checkpoint), before };
    expect(differenceTo(request)).toEqual([]);
    expect(tree.bringBack(checkpoint, present, undefined, before)).toMatchObject({ deleted: 0 });
    expect(tree.read("build/out.js")).toBe("made");
  });

  test("where something that no checkpoint keeps stands in the way, and where it makes way", () => {
    tree.write(".gitignore", "*.log\n");
    tree.write("thing", "a file");
    tree.write("other", "a file");
    const checkpoint = tree.take();
    for (const path of ["thing", "other"]) tree.remove(path);
    tree.write("thing/trace.log", "in the way");
    tree.write("other/kept/file", "makes way");
    expect(coming(checkpoint)).toEqual([
      { path: "other", change: "added" },
      { path: "other/kept/file", change: "deleted" },
      { path: "thing", change: "added", isHindered: true },
    ]);
    expect(tree.restore(checkpoint)).toMatchObject({
      written: 1,
      deleted: 1,
      refused: [{ path: "thing", why: "occupied" }],
    });
  });
});

describe("permissions", () => {
  test("of a folder come back with it, and alone", () => {
    tree.write("priv/deep/key", "secret", 0o600);
    tree.write("open/file", "plain");
    chmodSync(join(tree.root, "priv"), 0o700);
    chmodSync(join(tree.root, "priv/deep"), 0o750);
    const checkpoint = tree.take();
    tree.remove("priv");
    tree.remove("open");
    tree.restore(checkpoint);
    expect(["priv", "priv/deep", "priv/deep/key"].map(modeOf)).toEqual([0o700, 0o750, 0o600]);
    chmodSync(join(tree.root, "priv"), 0o755);
    expect(coming(checkpoint)).toEqual([{ path: "priv/", change: "changed", mode: "700" }]);
    const { present } = tree.restore(checkpoint);
    expect(modeOf("priv")).toBe(0o700);
    tree.restore(present);
    expect(modeOf("priv")).toBe(0o755);
  });

  test("of a file come back though its bytes are the same, and the undo brings back those of before", () => {
    tree.write("id_key", "secret", 0o600);
    tree.write("run.sh", "#!/bin/sh\n", 0o700);
    const checkpoint = tree.take();
    chmodSync(join(tree.root, "id_key"), 0o644);
    expect(coming(checkpoint)).toEqual([{ path: "id_key", change: "changed", mode: "600" }]);
    expect(coming(checkpoint, ["run.sh"])).toEqual([]);
    expect(tree.try({ reason: "prompt" }).is).toBe("taken");
    const { present, written } = tree.restore(checkpoint);
    expect([written, modeOf("id_key")]).toEqual([1, 0o600]);
    tree.restore(present);
    expect(modeOf("id_key")).toBe(0o644);
  });

  test("of what is ignored now are left alone", () => {
    tree.write("id_key", "secret", 0o600);
    const checkpoint = tree.take();
    tree.write(".gitignore", "id_key\n");
    const later = tree.take();
    chmodSync(join(tree.root, "id_key"), 0o644);
    expect(coming(later)).toEqual([]);
    tree.write("id_key", "another");
    expect(coming(checkpoint, ["id_key"])).toMatchObject([{ path: "id_key", isHindered: true }]);
  });
});

describe("a path that nobody has", () => {
  test.each(["nosuch", "*.ts", ".git", "src/src/a.ts"])("is an error: %s", (path) => {
    tree.write("src/a.ts", "1");
    const checkpoint = tree.take();
    expect(() => coming(checkpoint, [path])).toThrow(/^(Neither c1 nor|\.git is there)/);
    expect(() => patchTo(tree.asking(checkpoint, ["src", path]))).toThrow();
    expect(coming(checkpoint, ["src", "."])).toEqual([]);
  });

  test("is none where one of them has it", () => {
    tree.write("gone/a", "1");
    const checkpoint = tree.take();
    tree.remove("gone");
    tree.write("new/b", "1");
    expect(coming(checkpoint, ["gone", "new"])).toEqual([
      { path: "gone/a", change: "added" },
      { path: "new/b", change: "deleted" },
    ]);
  });
});
