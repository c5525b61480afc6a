import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { packCheckpoints } from "../../src/checkpoint/shadow/prune.js";
import { type CheckpointStorage, storageOf } from "../../src/checkpoint/shadow/storage.js";
import { processSince } from "../../src/host/process/process.js";
import { WorkTree } from "./work-tree.js";

let tree: WorkTree;
let storage: CheckpointStorage;
beforeEach(() => {
  tree = new WorkTree();
  storage = storageOf(tree.home, "photo-box");
  for (let n = 0; n < 20; n += 1) tree.write(`src/f${n}`, `${n}\n`);
});
afterEach(() => tree.leave());

const index = () => readdirSync(storage.folder).filter((name) => name.startsWith("index-"));

describe("a damaged shadow repository", () => {
  test("with a broken index makes a new one", () => {
    const first = tree.take();
    for (const name of index()) truncateSync(join(storage.folder, name), 100);
    tree.write("src/f1", "other");
    const second = tree.take();
    expect(second.changed).toBe(1);
    expect(tree.restore(first).refused).toEqual([]);
    expect(tree.read("src/f1")).toBe("1\n");
  });

  test("that is no repository any more is set aside, and its checkpoints are said to be lost", () => {
    const first = tree.take();
    rmSync(join(storage.git, "HEAD"));
    tree.write("src/f1", "other");
    const second = tree.take();
    expect(existsSync(`${storage.git}.damaged`)).toBe(true);
    expect(() => tree.restore(first)).toThrow(/c1 are lost/);
    tree.write("src/f1", "third");
    expect(tree.restore(second).refused).toEqual([]);
    expect(tree.read("src/f1")).toBe("other");
    writeFileSync(join(storage.git, "config"), "repositoryformatversion [[[");
    expect(tree.take().id).toBe("c5");
    expect(existsSync(`${storage.git}.damaged-2`)).toBe(true);
  });

  test("with missing bytes restores all else and names the file", () => {
    tree.write("only", "these bytes");
    const checkpoint = tree.take();
    const id = blobOf("only");
    tree.write("only", "other");
    tree.write("src/f1", "other");
    const present = tree.take();
    const path = join(storage.git, "objects", id.slice(0, 2), id.slice(2));
    chmodSync(path, 0o600);
    rmSync(path);
    expect(tree.bringBack(checkpoint, present).refused).toEqual([{ path: "only", why: "lost" }]);
    expect([tree.read("src/f1"), tree.read("only")]).toEqual(["1\n", "other"]);
  });

  test("with objects emptied by a loss of power heals with the next packing", () => {
    tree.take();
    const id = blobOf("src/f3");
    const path = join(storage.git, "objects", id.slice(0, 2), id.slice(2));
    chmodSync(path, 0o600);
    truncateSync(path, 0);
    expect(packCheckpoints(tree.home, tree.env, "photo-box", true).is).toBe("damaged");
    const healed = tree.take();
    tree.remove("src");
    expect(tree.restore(healed).refused).toEqual([]);
    expect(tree.read("src/f3")).toBe("3\n");
    expect(packCheckpoints(tree.home, tree.env, "photo-box", true).is).toBe("packed");
  });

  test("that was only half made is made again", () => {
    mkdirSync(`${storage.git}.making/objects`, { recursive: true });
    for (const folder of [tree.home, join(tree.home, "checkpoint"), storage.folder]) chmodSync(folder, 0o700);
    expect(tree.try()).toMatchObject({ is: "taken" });
  });
});

describe("the lock", () => {
  test("of a living process is waited for", () => {
    tree.take();
    writeFileSync(storage.lock, `${process.pid} ${hostname()}`, { mode: 0o600 });
    expect(tree.try({ wait: 50 })).toEqual({ is: "busy" });
    expect(readFileSync(storage.lock, "utf8")).toContain(String(process.pid));
  });

  test("of a dead one is taken over, and git's own locks with it", () => {
    tree.take();
    writeFileSync(storage.lock, `2147483646 ${hostname()}`, { mode: 0o600 });
    const left = join(storage.folder, `${index()[0]}.lock`);
    writeFileSync(left, "half an index");
    utimesSync(left, 1, 1);
    tree.write("src/f1", "other");
    expect(tree.try({ wait: 0 })).toMatchObject({ is: "taken", checkpoint: { changed: 1 } });
    expect(existsSync(storage.lock)).toBe(false);
    expect(existsSync(left)).toBe(false);
  });

  test.runIf(process.platform === "linux")(
    "of a living process is not taken over for its age, one whose number was given out again is",
    () => {
      tree.take();
      const since = processSince(process.pid);
      writeFileSync(storage.lock, `${process.pid} ${hostname()} ${since}`, { mode: 0o600 });
      utimesSync(storage.lock, 1, 1);
      expect(tree.try({ wait: 20 })).toEqual({ is: "busy" });
      writeFileSync(storage.lock, `${process.pid} ${hostname()} another:1`);
      expect(tree.try({ wait: 20 })).toMatchObject({ is: "taken" });
    },
  );

  test("of a process that never said who it is goes by its age", () => {
    tree.take();
    writeFileSync(storage.lock, "", { mode: 0o600 });
    expect(tree.try({ wait: 20 })).toEqual({ is: "busy" });
    utimesSync(storage.lock, 1, statSync(storage.lock).mtimeMs / 1_000 - 60);
    expect(tree.try({ wait: 20 })).toMatchObject({ is: "taken" });
  });
});

function blobOf(path: string): string {
  return tree.git("hash-object", path).trim();
}
