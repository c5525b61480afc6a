import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listCheckpoints } from "../../../src/checkpoint/record.js";
import { differenceTo, patchTo } from "../../../src/checkpoint/restore/difference.js";
import { everyByte, WorkTree } from "../work-tree.js";

let tree: WorkTree;
beforeEach(() => {
  tree = new WorkTree();
});
afterEach(() => tree.leave());

describe("the difference to a checkpoint", () => {
  test("names what a restore would do, by path and as a patch, and does nothing", () => {
    tree.write("src/same", "1\n");
    tree.write("src/über.ts", "one\ntwo\n");
    tree.write("gone", "back\n");
    const checkpoint = tree.take();
    tree.write("src/über.ts", "one\n2\n");
    tree.remove("gone");
    tree.write("new", "later\n");
    const before = everyByte(tree.root);
    expect(differenceTo(tree.asking(checkpoint))).toEqual([
      { path: "gone", change: "added" },
      { path: "new", change: "deleted" },
      { path: "src/über.ts", change: "changed" },
    ]);
    expect(differenceTo(tree.asking(checkpoint, ["src", "new"]))).toHaveLength(2);
    const { text, isCut } = patchTo(tree.asking(checkpoint, ["src"]));
    expect(text).toContain("-2\n+two\n");
    expect(text).not.toContain("later");
    expect(isCut).toBe(false);
    expect(everyByte(tree.root)).toEqual(before);
    expect(listCheckpoints(tree.home, "photo-box")).toEqual([checkpoint]);
  });

  test("is cut at the end of a line where it is long", () => {
    tree.write("a", "");
    const checkpoint = tree.take();
    tree.write("a", "a line of some length\n".repeat(50_000));
    const { text, isCut } = patchTo(tree.asking(checkpoint), 5_000);
    expect(isCut).toBe(true);
    expect(text.length).toBeLessThanOrEqual(5_000);
    expect(text.endsWith("-a line of some length\n")).toBe(true);
  });

  test("reaches into repositories inside", () => {
    mkdirSync(join(tree.root, "lib/inner"), { recursive: true });
    tree.gitIn("lib/inner", "init", "-q");
    tree.write("lib/inner/src/x", "1\n");
    tree.write("a", "1\n");
    const checkpoint = tree.take();
    tree.write("lib/inner/src/x", "2\n");
    tree.write("a", "2\n");
    const patch = (...paths: string[]) => patchTo(tree.asking(checkpoint, paths)).text.match(/^\+\+\+ .*$/gm);
    expect(patch("lib")).toEqual(["+++ b/lib/inner/src/x"]);
    expect(patch("lib/inner/src/x")).toEqual(["+++ b/lib/inner/src/x"]);
    expect(patch(".")).toEqual(["+++ b/a", "+++ b/lib/inner/src/x"]);
    expect(patch("a")).toEqual(["+++ b/a"]);
    expect(differenceTo(tree.asking(checkpoint, ["lib/inner/src"]))).toEqual([
      { path: "lib/inner/src/x", change: "changed" },
    ]);
  });
});
