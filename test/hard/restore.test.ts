import { spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findCheckpoint, listCheckpoints } from "../../src/checkpoint/record.js";
import { storageOf } from "../../src/checkpoint/shadow/storage.js";
import { everyByte, WorkTree } from "../checkpoint/work-tree.js";
import { figure } from "./figure.js";
import { type Random, seeded } from "./random.js";

// How many of its processes die in time, the machine decides: each is repeated until enough did, within a bound.
const KILLS = { restore: 100, halfWay: 20, checkpoint: 16 } as const;
const CHECKPOINTS = 25;
const MOST_TRIES = 4;
const FILES = 400;
const FOLDERS = 7;

let tree: WorkTree;
let program: string;
beforeAll(async () => {
  tree = new WorkTree();
  program = join(tree.folder, "program.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "checkpoint-program.ts")],
    outfile: program,
    ...{ bundle: true, platform: "node", format: "esm", target: "node20.19", logLevel: "warning" },
  });
  const random = seeded(5);
  for (let n = 0; n < FILES; n += 1) tree.write(pathOf(n), random.bytes(random.int(0, 9_000)));
  tree.commit();
});
afterAll(() => tree.leave());

describe("killed at any moment", () => {
  test("a restore can be repeated to the exact files, and no byte of .git changes", async () => {
    const random = seeded(11);
    const ends = [await makeEnd(random), await makeEnd(random)];
    const git = everyByte(join(tree.root, ".git"));
    // The machine has other work too: the moment of a kill follows what restores took of late.
    let whole = await longest([() => run(ends[0]?.id), () => run(ends[1]?.id)]);
    let tries = 0;
    let killed = 0;
    let halfWay = 0;
    const isEnough = () => killed >= KILLS.restore && halfWay >= KILLS.halfWay;
    for (; !isEnough() && tries < MOST_TRIES * KILLS.restore; tries += 1) {
      const end = ends[tries % 2]!;
      const before = tree.files();
      // Some lives end twice.
      for (let lives = random.chance(0.2) ? 2 : 1; lives > 0; lives -= 1) {
        // Half of the kills anywhere, half once files are written: most of its life it looks and keeps the present.
        const moment = random.chance(0.5)
          ? sleep(random.next() * whole)
          : firstChange().then(() => sleep(random.int(0, 30)));
        const { signal } = await run(end.id, undefined, moment, random.chance(0.5));
        killed += signal === "SIGKILL" ? 1 : 0;
      }
      halfWay += isHalfWay(before, end.files) ? 1 : 0;
      const again = await run(end.id);
      expect(again).toMatchObject({ code: 0, error: "" });
      expect(tree.files()).toEqual(end.files);
      whole = 0.8 * whole + 0.2 * again.ms;
      if (tries % 20 === 19) expect(everyByte(join(tree.root, ".git"))).toEqual(git);
    }
    figure(
      `${tries} restores of about ${Math.round(whole)} ms: ${killed} kills, ${halfWay} times the files were half way`,
    );
    expect(everyByte(join(tree.root, ".git"))).toEqual(git);
    expect(isEnough()).toBe(true);
  });

  test("a restore can be repeated with the present it began with", async () => {
    const random = seeded(12);
    const end = await makeEnd(random);
    const other = await makeEnd(random);
    for (let n = 0; n < 20; n += 1) {
      expect(await run(other.id)).toMatchObject({ code: 0 });
      const { id } = await run();
      await run(end.id, id, sleep(random.next() * 400), random.chance(0.5), true);
      expect(await run(end.id, id)).toMatchObject({ code: 0, error: "" });
      expect(tree.files()).toEqual(end.files);
    }
  });

  test("a checkpoint does not harm those before it, and the next one works", async () => {
    const random = seeded(13);
    const whole = await longest([() => run(), () => run()]);
    const kept = new Map<string, Record<string, string>>();
    let killed = 0;
    let tries = 0;
    const isEnough = () => tries >= CHECKPOINTS && killed >= KILLS.checkpoint;
    for (; !isEnough() && tries < MOST_TRIES * CHECKPOINTS; tries += 1) {
      edit(random, 20);
      const { signal } = await run(undefined, undefined, sleep(random.next() * whole), random.chance(0.5));
      killed += signal === "SIGKILL" ? 1 : 0;
      if (tries % 5 !== 4) continue;
      const { id, code, error } = await run();
      expect({ code, error }).toEqual({ code: 0, error: "" });
      kept.set(id, tree.files());
    }
    figure(`${tries} checkpoints of about ${Math.round(whole)} ms: ${killed} killed, ${kept.size} looked at`);
    expect(isEnough()).toBe(true);
    for (const [id, files] of kept) {
      expect(await run(id)).toMatchObject({ code: 0, error: "" });
      expect(tree.files()).toEqual(files);
    }
    // Also those whose process was killed after its record was written.
    for (const { id } of listCheckpoints(tree.home, "photo-box")) {
      expect(tree.restore(findCheckpoint(tree.home, "photo-box", id)!).refused).toEqual([]);
    }
  });
});

const NOBODY = 65_534;

test.runIf(process.getuid?.() === 0)("what may not be read is named, and all else is kept", async () => {
  const own = new WorkTree();
  own.write("fine", "1");
  own.write("closed", "2", 0o600);
  own.write("shut/inner", "3");
  chmodSync(join(own.root, "shut"), 0o700);
  mkdirSync(own.home, { mode: 0o700 });
  const copy = join(own.folder, "program.mjs");
  cpSync(program, copy);
  chmodSync(own.folder, 0o755);
  for (const path of [own.folder, own.root, own.home, join(own.root, "fine")])
    chownSync(path, NOBODY, NOBODY);
  const asNobody = (restored = "") =>
    start([process.execPath, copy, own.home, own.root, restored], own, { uid: NOBODY, gid: NOBODY });
  expect(await asNobody()).toMatchObject({ id: "c1", code: 0, error: "" });
  const record = readFileSync(join(storageOf(own.home, "photo-box").points, "c1.json"), "utf8");
  expect(JSON.parse(record).left).toEqual([
    { path: "closed", why: "unreadable" },
    { path: "shut", why: "unreadable" },
  ]);
  rmSync(join(own.root, "fine"));
  expect(await asNobody("c1")).toMatchObject({ code: 0, error: "" });
  expect(own.read("fine") + own.read("closed") + own.read("shut/inner")).toBe("123");
  own.leave();
});

interface End {
  readonly id: string;
  readonly code: number | null;
  readonly signal: string | null;
  readonly error: string;
  readonly ms: number;
}

/** A checkpoint of quite other files. */
async function makeEnd(random: Random): Promise<{ id: string; files: Record<string, string> }> {
  edit(random, FILES / 2);
  return { id: (await run()).id, files: tree.files() };
}

/**
 * Restores where a checkpoint is named, after one of the present; else makes one. Killed at a moment, if one is given:
 * with `group` its git dies with it, else `settles` waits for that.
 */
function run(
  restored = "",
  present = "",
  killAt?: Promise<void>,
  group = false,
  settles = false,
): Promise<End> {
  const command = [process.execPath, program, tree.home, tree.root, restored, present];
  return start(command, tree, { ...(killAt !== undefined && { killAt }), group, settles });
}

interface Life {
  readonly killAt?: Promise<void>;
  readonly group?: boolean;
  readonly settles?: boolean;
  readonly uid?: number;
  readonly gid?: number;
}

async function start(
  [command = "", ...args]: readonly string[],
  { env, folder }: WorkTree,
  { killAt, group = false, settles = false, ...who }: Life,
): Promise<End> {
  const began = performance.now();
  const child = spawn(command, args, {
    env,
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...who,
  });
  let out = "";
  let error = "";
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (error += data));
  const ended = new Promise<[number | null, string | null]>((done) => {
    child.on("exit", (code, signal) => done([code, signal]));
  });
  if (killAt !== undefined) {
    await Promise.race([killAt, ended]);
    if (child.exitCode === null && child.pid !== undefined)
      process.kill(group ? -child.pid : child.pid, "SIGKILL");
  }
  const [code, signal] = await ended;
  const ms = performance.now() - began;
  while (settles && isGroupAlive(child.pid)) await sleep(5);
  return { id: out.trim(), code, signal, error, ms };
}

/** A git that outlived its parent may still be writing. */
function isGroupAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** Waits for a file of the tree to change; then a restore is half way. */
function firstChange(): Promise<void> {
  const folders = [tree.root, ...Array.from({ length: FOLDERS }, (_, n) => join(tree.root, folderOf(n)))];
  return new Promise((seen) => {
    const watchers = folders.map((folder) =>
      watch(folder, { persistent: false }, () => {
        for (const watcher of watchers) watcher.close();
        seen();
      }),
    );
  });
}

/** How long it takes here and now, so that the kills fall into its life. */
async function longest(runs: readonly (() => Promise<End>)[]): Promise<number> {
  const times: number[] = [];
  for (const each of [...runs, ...runs]) times.push((await each()).ms);
  return Math.max(...times);
}

function edit(random: Random, count: number): void {
  for (let n = 0; n < count; n += 1) {
    const path = pathOf(random.int(0, FILES - 1));
    if (random.chance(0.3)) tree.remove(path);
    else if (random.chance(0.1)) {
      tree.remove(path);
      tree.link(path, pathOf(random.int(0, FILES - 1)));
    } else {
      tree.remove(path);
      tree.write(path, random.bytes(random.int(0, 9_000)), random.chance(0.2) ? 0o755 : 0o644);
    }
  }
  writeFileSync(join(tree.root, "mark"), String(random.next()));
}

function pathOf(n: number): string {
  return `${folderOf(n % FOLDERS)}/file-${n}.bin`;
}

function folderOf(n: number): string {
  return `src/part ${n}/deep`;
}

/** Neither as before nor as it shall be. */
function isHalfWay(before: Record<string, string>, after: Record<string, string>): boolean {
  try {
    const now = JSON.stringify(tree.files());
    return now !== JSON.stringify(before) && now !== JSON.stringify(after);
  } catch {
    return true; // The git of the killed process is still at it: a file went while it was looked at.
  }
}
