import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Checkpoint } from "../../src/checkpoint/checkpoint.js";
import {
  type CheckpointContext,
  checkpointByHand,
  makeCheckpoint,
} from "../../src/checkpoint/make-checkpoint.js";
import { findCheckpoint, listCheckpoints } from "../../src/checkpoint/record.js";
import { beginRestore, unfinishedRestore } from "../../src/checkpoint/restore/unfinished-restore.js";
import { planRestore, restoreCheckpoint } from "../../src/checkpoint/restore-checkpoint.js";
import type { Draft } from "../../src/event/registry.js";
import { now } from "../../src/host/clock.js";
import { readPlace } from "../../src/host/git/git.js";
import { isAlive } from "../../src/host/process/process.js";
import { append } from "../../src/journal/append.js";
import { drain } from "../../src/model/drain.js";
import type { SessionState } from "../../src/model/fold/session/session-state.js";
import { openInterruptions } from "../../src/model/fold/session/status.js";
import { openStore } from "../../src/model/store/open.js";
import { verify } from "../../src/model/verify.js";
import { redact } from "../redact.js";

const NO_PROCESS = 2_147_483_646;

let desk: CheckpointContext;
let root: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-restore-"));
  root = join(folder, "box");
  const home = join(folder, "data");
  mkdirSync(root);
  execFileSync("git", ["init", "-q", "-b", "main", root]);
  put("a.txt", "one\n");
  desk = {
    home,
    redact,
    project: "p",
    place: readPlace(root),
    env: process.env,
    cwd: root,
    store: openStore(home),
  };
});

describe("a restore", () => {
  test("brings files and state back, and restoring what it kept undoes it", () => {
    say(prompt("write one"));
    const first = byHand();
    put("a.txt", "two\n");
    put("b.txt", "new\n");
    say(prompt("write two"));

    const plan = planRestore(desk, { id: first.id });
    expect(plan.what).toBe("both");
    expect(plan.changes).toEqual([
      { path: "a.txt", change: "changed" },
      { path: "b.txt", change: "deleted" },
    ]);
    const done = restoreCheckpoint(desk, plan);
    expect([read("a.txt"), existsSync(join(root, "b.txt"))]).toEqual(["one\n", false]);
    expect(state().work.request).toBe("write one");

    restoreCheckpoint(desk, planRestore(desk, { id: done.before?.id ?? "" }));
    expect([read("a.txt"), read("b.txt")]).toEqual(["two\n", "new\n"]);
    expect(state().work.request).toBe("write two");
    expect(verify(desk.home, desk.store).same).toBe(true);
  });

  test("of some files leaves all others and the state", () => {
    say(prompt("write one"));
    put("src/b.txt", "b1\n");
    const first = byHand();
    put("a.txt", "two\n");
    put("src/b.txt", "b2\n");
    say(prompt("write two"));

    const inside = { ...desk, cwd: join(root, "src") };
    const plan = planRestore(inside, { id: first.id, paths: ["b.txt"] });
    expect(plan).toMatchObject({ what: "files", paths: ["src/b.txt"] });
    restoreCheckpoint(inside, plan);
    expect([read("a.txt"), read("src/b.txt")]).toEqual(["two\n", "b1\n"]);
    expect(state().work.request).toBe("write two");
    expect(() => planRestore(desk, { id: first.id, paths: ["a.txt"], what: "both" })).toThrow(/as a whole/);
    expect(() => planRestore(desk, { id: first.id, paths: ["../x"] })).toThrow(/not a path inside/);
  });

  test("of the state alone leaves the files", () => {
    say(prompt("write one"));
    const first = byHand();
    put("a.txt", "two\n");
    say(prompt("write two"));
    restoreCheckpoint(desk, planRestore(desk, { id: first.id, what: "state" }));
    expect(read("a.txt")).toBe("two\n");
    expect(state().work.request).toBe("write one");
  });

  test("to a light checkpoint brings the state back by its time", () => {
    say(prompt("write one"));
    const light = make("prompt", "s");
    put("a.txt", "two\n");
    say(prompt("write two"), 5);
    restoreCheckpoint(desk, planRestore(desk, { id: light.id }));
    expect(read("a.txt")).toBe("one\n");
    expect(state().work.request).toBe("write one");
  });

  test("to a light checkpoint of an earlier session leaves the states alone, unless asked", () => {
    say(prompt("write one"));
    const light = make("prompt", "s");
    say(prompt("then rest"), 5);
    put("a.txt", "two\n");
    say(prompt("write two"), 9, "later");
    const plan = planRestore(desk, { id: light.id });
    expect(plan.what).toBe("files");
    restoreCheckpoint(desk, plan);
    expect([read("a.txt"), state().work.request]).toEqual(["one\n", "then rest"]);
    expect(planRestore(desk, { id: light.id, what: "both" }).past?.state.work.request).toBe("write one");
  });

  test("of a checkpoint outside of any session is of files alone", () => {
    const alone = byHand();
    expect(alone.session).toBe("");
    put("a.txt", "two\n");
    const plan = planRestore(desk, { id: alone.id });
    expect(plan.what).toBe("files");
    restoreCheckpoint(desk, plan);
    expect(read("a.txt")).toBe("one\n");
    expect(() => planRestore(desk, { id: alone.id, what: "state" })).toThrow(/outside of any session/);
  });

  test("that was killed is known, and repeated it keeps what was there before the first try", () => {
    put("c.txt", "a longer text that was half written\n");
    const target = byHand();
    put("a.txt", "two\n");
    rmSync(join(root, "c.txt"));
    const before = make("restore", "");
    // As it is left by a process that died between the first file and the last.
    beginRestore({ ...desk, root }, { checkpoint: target.id, what: "files", before: before.id, at: now() });
    put("c.txt", "a longer text");

    expect(unfinishedRestore({ ...desk, root })).toMatchObject({ checkpoint: target.id, before: before.id });
    const plan = planRestore(desk, { id: target.id });
    expect(plan.repeats?.before).toBe(before.id);
    const done = restoreCheckpoint(desk, plan);
    expect(done).toMatchObject({ before: { id: before.id } });
    expect(done.later).toBeUndefined();
    expect([read("a.txt"), read("c.txt")]).toEqual(["one\n", "a longer text that was half written\n"]);
    expect(unfinishedRestore({ ...desk, root })).toBeUndefined();
    expect(listCheckpoints(desk.home, "p").filter(({ reason }) => reason === "restore")).toHaveLength(1);
  });

  test("that was killed and is repeated keeps for good what somebody made in between, however often", () => {
    const target = byHand();
    put("a.txt", "two\n");
    const before = make("restore", "");
    const begun = { checkpoint: target.id, what: "files", before: before.id, at: now() } as const;
    beginRestore({ ...desk, root }, begun);
    put("handwork.txt", "mine\n");
    const once = restoreCheckpoint(desk, planRestore(desk, { id: target.id }));
    const [first] = once.later ?? [];
    expect([once.before?.id, first?.reason, once.later?.length]).toEqual([before.id, "restore", 1]);
    expect(existsSync(join(root, "handwork.txt"))).toBe(false);
    // Killed a second time, with other work in between.
    beginRestore({ ...desk, root }, { ...begun, later: [first?.id ?? ""] });
    put("more.txt", "more\n");
    const twice = restoreCheckpoint(desk, planRestore(desk, { id: target.id }));
    expect(twice.later?.map(({ id }) => id)).toEqual([first?.id, expect.stringMatching(/^c/)]);
    restoreCheckpoint(desk, planRestore(desk, { id: first?.id ?? "" }));
    expect(read("handwork.txt")).toBe("mine\n");
    restoreCheckpoint(desk, planRestore(desk, { id: twice.later?.[1]?.id ?? "" }));
    expect(read("more.txt")).toBe("more\n");
  });

  test("says beforehand what does not come back by it, and that it was made on another branch", () => {
    mkdirSync(desk.home, { recursive: true, mode: 0o700 });
    writeFileSync(join(desk.home, "config.json"), '{"checkpoint":{"largestMegabytes":0.001}}', {
      mode: 0o600,
    });
    put("film.bin", "x".repeat(2_000));
    put("nested/b.txt", "b\n");
    execFileSync("git", ["init", "-q", join(root, "nested")]);
    const target = byHand();
    expect(planRestore(desk, { id: target.id }).caution).toEqual({ missing: [], bare: [] });
    rmSync(join(root, "film.bin"));
    rmSync(join(root, "nested"), { recursive: true });
    const elsewhere = { ...desk, place: { ...desk.place, branch: "other" } };
    const plan = planRestore(elsewhere, { id: target.id });
    expect(plan.caution).toEqual({
      missing: [{ path: "film.bin", why: "large" }],
      bare: ["nested"],
      madeOn: "main",
    });
    expect(planRestore(desk, { id: target.id, paths: ["a.txt"] }).caution).toEqual({ missing: [], bare: [] });
  });

  test("by a path that nobody has is refused, and paths are those of the folder one stands in", () => {
    put("src/sub/b.txt", "b\n");
    const target = byHand();
    const inside = { ...desk, cwd: join(root, "src/sub") };
    expect(planRestore(inside, { id: target.id, paths: ["b.txt", "../sub"] }).paths).toEqual([
      "src/sub/b.txt",
      "src/sub",
    ]);
    expect(() => planRestore(inside, { id: target.id, paths: ["src/sub/b.txt"] })).toThrow(/^Neither c1 nor/);
    expect(() => planRestore(inside, { id: target.id, paths: [""] })).toThrow(/empty path/);
  });

  test("does not lose what it goes back to, however old that is", () => {
    const long = now() - 8 * 86_400_000;
    const room = { ...desk, session: "s", agent: "test" };
    const old = makeCheckpoint(room, { reason: "prompt", wait: 0, at: long, isHurried: true });
    const id = old.is === "taken" ? old.checkpoint.id : "";
    put("a.txt", "two\n");
    const done = restoreCheckpoint(desk, planRestore(desk, { id }));
    expect(findCheckpoint(desk.home, "p", id)?.id).toBe(id);

    // As it is left by a process that died: others go on and make checkpoints of their own.
    const before = done.before?.id ?? "";
    beginRestore({ ...desk, root }, { checkpoint: id, what: "files", before, at: now() });
    put("a.txt", "three\n");
    byHand();
    restoreCheckpoint(desk, planRestore(desk, { id }));
    expect(read("a.txt")).toBe("one\n");

    byHand();
    expect(findCheckpoint(desk.home, "p", id)).toBeUndefined();
  });

  test("of some files leaves another's unfinished restore to be finished", () => {
    const target = byHand();
    put("a.txt", "two\n");
    const before = make("restore", "");
    const begun = { checkpoint: target.id, what: "files" as const, before: before.id, at: now() };
    beginRestore({ ...desk, root }, begun);
    restoreCheckpoint(desk, planRestore(desk, { id: before.id, paths: ["a.txt"] }));
    expect(unfinishedRestore({ ...desk, root })).toEqual(begun);
  });

  test("settles the interruption of its own session, and of others that were cut off after it", () => {
    say(start());
    say(prompt("write one"));
    const first = byHand();
    say(begin("npm run migrate"), 5);
    for (const draft of [start(), prompt("beside"), begin("sh long.sh")]) say(draft, 5, "other");
    expect(interrupted()).toEqual(["other", "s"]);
    restoreCheckpoint(desk, planRestore(desk, { id: first.id, what: "files" }));
    expect(interrupted()).toEqual([]);
  });

  test("names agents that are at work", () => {
    say({ type: "session.started", data: { source: "startup", pid: process.pid } });
    say(prompt("busy"));
    const first = byHand();
    expect(planRestore(desk, { id: first.id }).atWork.map(({ session }) => session)).toEqual(["s"]);
  });
});

describe("a checkpoint of elsewhere", () => {
  test("is refused while that work tree is there, unless it is meant", () => {
    const other = join(root, "..", "other");
    mkdirSync(other);
    execFileSync("git", ["init", "-q", other]);
    writeFileSync(join(other, "a.txt"), "other\n");
    const theirs = make("hand", "", { ...desk, place: readPlace(other) });
    expect(() => planRestore(desk, { id: theirs.id })).toThrow(/another work tree/);
    restoreCheckpoint(desk, planRestore(desk, { id: theirs.id, isHere: true }));
    expect(read("a.txt")).toBe("other\n");
  });

  test("is one of here where the folder was moved", () => {
    const first = byHand();
    put("a.txt", "two\n");
    const moved = `${root}-moved`;
    renameSync(root, moved);
    const there = { ...desk, place: readPlace(moved), cwd: moved };
    restoreCheckpoint(there, planRestore(there, { id: first.id }));
    expect(readFileSync(join(moved, "a.txt"), "utf8")).toBe("one\n");
  });

  test("that does not exist is named", () => {
    expect(() => planRestore(desk, { id: "c77" })).toThrow(/no checkpoint "c77"/);
    expect(() => planRestore(desk, { id: "../../x" })).toThrow(/no checkpoint/);
  });
});

test("where the present cannot be kept nothing is restored", () => {
  const first = byHand();
  put("a.txt", "two\n");
  const plan = planRestore(desk, { id: first.id });
  const shadow = join(desk.home, "checkpoint");
  rmSync(shadow, { recursive: true });
  writeFileSync(shadow, "in the way");
  expect(() => restoreCheckpoint(desk, plan)).toThrow();
  expect(read("a.txt")).toBe("two\n");
});

function prompt(text: string): Draft {
  return { type: "prompt.submitted", data: { text } };
}

function start(): Draft {
  return { type: "session.started", data: { source: "startup", pid: NO_PROCESS } };
}

function begin(command: string): Draft {
  return { type: "tool.started", data: { tool: "Bash", action: "shell", command, call: command } };
}

function say(draft: Draft, later = 0, session = "s"): void {
  append(desk.home, [draft], { at: now() + later, project: "p", session, agent: "claude" });
  drain(desk.home, desk.store);
}

function state(): SessionState {
  drain(desk.home, desk.store);
  const kept = desk.store.session("p", "s");
  if (kept === undefined) throw new Error("no session");
  return kept.state;
}

function interrupted(): string[] {
  drain(desk.home, desk.store);
  const sessions = desk.store.sessions({ project: "p" });
  return openInterruptions(sessions, now() + 10, isAlive)
    .map(({ session }) => session)
    .sort();
}

function byHand(): Checkpoint {
  const taken = checkpointByHand(desk, undefined);
  if (taken.is !== "taken") throw new Error(JSON.stringify(taken));
  drain(desk.home, desk.store);
  return taken.checkpoint;
}

function make(reason: Checkpoint["reason"], session: string, at: CheckpointContext = desk): Checkpoint {
  const taken = makeCheckpoint({ ...at, session, agent: "claude" }, { reason, wait: 1_000 });
  if (taken.is !== "taken") throw new Error(JSON.stringify(taken));
  return taken.checkpoint;
}

function put(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
