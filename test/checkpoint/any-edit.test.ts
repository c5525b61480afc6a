import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyByte, WorkTree } from "./work-tree.js";

// Few names, so that files, folders and links meet at the same places.
const name = fc.constantFrom("a", "b", "c d", "é", "n\nl");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const edit = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("write"), path, content: fc.string({ maxLength: 8 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete"), path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("rename"), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("execute"), path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("link"), path, to: path }) },
);
const script = fc.array(edit, { maxLength: 25 });
type Edit = Partial<Record<"do" | "path" | "to" | "content", string>>;

let tree: WorkTree;
beforeAll(() => {
  tree = new WorkTree();
});
afterAll(() => tree.leave());

describe("whatever is done to a work tree", () => {
  test("a restore gives the exact files of the checkpoint, and its undo those before it", () => {
    const git = everyByte(join(tree.root, ".git"));
    fc.assert(
      fc.property(script, script, script, (before, between, after) => {
        for (const each of before) apply(each);
        const first = tree.files();
        const one = tree.take();
        for (const each of between) apply(each);
        const second = tree.files();
        const two = tree.take();
        for (const each of after) apply(each);
        const third = tree.files();
        const there = tree.restore(one);
        expect(there.refused).toEqual([]);
        expect(tree.files()).toEqual(first);
        expect(tree.restore(there.present).refused).toEqual([]);
        expect(tree.files()).toEqual(third);
        expect(tree.restore(two).refused).toEqual([]);
        expect(tree.files()).toEqual(second);
      }),
      { numRuns: Number(process.env["TIDEMARK_RUNS"] ?? 20) },
    );
    expect(everyByte(join(tree.root, ".git"))).toEqual(git);
  }, 600_000);
});

/** What cannot be done, as with a file in place of a folder, is left undone. */
function apply({ do: what, path = "", to = "", content = "" }: Edit): void {
  const full = join(tree.root, path);
  try {
    if (what === "delete") rmSync(full, { recursive: true });
    if (what === "execute" && lstatSync(full).isFile()) chmodSync(full, 0o755);
    if (what === "rename" && existsSync(full)) {
      mkdirSync(dirname(join(tree.root, to)), { recursive: true });
      renameSync(full, join(tree.root, to));
    }
    if (what === "write" || what === "link") mkdirSync(dirname(full), { recursive: true });
    if (what === "write") writeFileSync(full, content);
    // Relative or to nothing: a link may lead to a folder in the same tree, or to itself.
    if (what === "link") symlinkSync(to, full);
  } catch {
    // Refused by the file system.
  }
}
