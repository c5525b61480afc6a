import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listCheckpoints } from "../../../src/checkpoint/record.js";
import { dropCheckpoints, ownBytes, packCheckpoints } from "../../../src/checkpoint/shadow/prune.js";
import { type CheckpointStorage, storageOf } from "../../../src/checkpoint/shadow/storage.js";
import { WorkTree } from "../work-tree.js";

let tree: WorkTree;
let storage: CheckpointStorage;
beforeEach(() => {
  tree = new WorkTree();
  storage = storageOf(tree.home, "photo-box");
});
afterEach(() => tree.leave());

const noise = () => randomBytes(50_000);
const pack = () => packCheckpoints(tree.home, tree.env, "photo-box", true);

describe("dropping and packing", () => {
  test("frees what only dropped checkpoints had, and nothing else", () => {
    tree.write("a", noise());
    const first = tree.take();
    tree.write("a", noise());
    const second = tree.take();
    tree.write("a", noise());
    const third = tree.take();
    const before = pack();
    expect(before.is).toBe("packed");
    expect(dropCheckpoints(tree.home, "photo-box", [second.id, "c99"])).toBe(1);
    expect(listCheckpoints(tree.home, "photo-box").map(({ id }) => id)).toEqual([third.id, first.id]);
    const after = pack();
    expect(before.bytes - after.bytes).toBeGreaterThan(40_000);
    expect(tree.restore(first).refused).toEqual([]);
    expect(tree.restore(third).refused).toEqual([]);
    expect(() => tree.restore(second)).toThrow(/lost/);
  });

  test("keeps what the index still names, although every checkpoint with it is gone", () => {
    tree.write("a", noise());
    tree.write("b", "1");
    const first = tree.take();
    dropCheckpoints(tree.home, "photo-box", [first.id]);
    pack();
    tree.write("b", "2");
    const second = tree.take();
    tree.remove("a");
    expect(tree.restore(second).refused).toEqual([]);
    expect(tree.files()["a"]).toContain("50000:");
  });

  test("tells beforehand what it will free: nothing that another checkpoint or the index still names", () => {
    tree.write("a", noise());
    const shared = tree.take();
    tree.write("b", "1");
    const sharing = tree.take();
    tree.write("a", noise());
    const alone = tree.take();
    tree.write("a", noise());
    const latest = tree.take();
    pack();
    const all = [shared, sharing, alone, latest];
    const own = (...gone: readonly (typeof alone)[]) =>
      ownBytes(tree.home, tree.env, "photo-box", { gone, kept: all.filter((one) => !gone.includes(one)) });
    expect(own(shared)).toBeLessThan(1_000);
    expect(own(latest)).toBeLessThan(1_000);
    expect(own(shared, sharing)).toBeGreaterThan(40_000);
    const before = pack().bytes;
    const told = own(shared, alone, latest);
    dropCheckpoints(
      tree.home,
      "photo-box",
      [shared, alone, latest].map(({ id }) => id),
    );
    expect(Math.abs(before - pack().bytes - told)).toBeLessThan(5_000);
  });

  test("clears away a ref without a record, and the index of a work tree that is gone", () => {
    tree.write("a", "1");
    tree.commit();
    tree.git("worktree", "add", "-q", join(tree.folder, "side"));
    tree.take({ root: join(tree.folder, "side") });
    const kept = tree.take();
    rmSync(join(tree.folder, "side"), { recursive: true });
    rmSync(join(storage.points, "c1.json"));
    pack();
    expect(readdirSync(join(storage.git, "refs/point"))).toEqual([kept.id]);
    expect(readdirSync(storage.folder).filter((name) => name.startsWith("index-"))).toHaveLength(1);
  });

  test("does little where there is little to do, and nothing where there is nothing", () => {
    expect(packCheckpoints(tree.home, tree.env, "photo-box")).toEqual({ is: "enough", bytes: 0 });
    tree.write("a", "1");
    tree.take();
    expect(packCheckpoints(tree.home, tree.env, "photo-box").is).toBe("enough");
  });
});
