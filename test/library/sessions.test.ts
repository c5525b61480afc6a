import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { requireBranch } from "../../src/extra/branch/branch.js";
import { open } from "../../src/project/open.js";
import { messageRoom, textsOf } from "./message/message-room.js";

const user = (content: string) => ({ role: "user" as const, content });

describe("the sessions of a project", () => {
  test("are created, resumed and opened, and nothing is written for a look", () => {
    const room = messageRoom();
    const first = room.open();
    expect(first.sessions.resumeLast()).toBeUndefined();
    expect(first.sessions.list()).toEqual([]);
    first.sessions.create();
    expect(first.sessions.list()).toEqual([]);
    const session = first.sessions.create({ title: "Fix the login" });
    session.add(user("It fails."));
    first.close();
    const second = room.open();
    const resumed = second.sessions.resumeLast();
    expect(resumed?.id).toBe(session.id);
    expect(textsOf(resumed?.history() ?? [])).toEqual(["It fails."]);
    expect(second.sessions.open(session.id.slice(0, 14)).id).toBe(session.id);
    expect(second.sessions.list()).toMatchObject([
      { id: session.id, agent: "library", messages: 1, title: "Fix the login", status: "active", tags: [] },
    ]);
    second.close();
  });

  test("are those of one agent, and of everyone where that is asked for", () => {
    const room = messageRoom();
    const [one, other] = [room.open({ agent: "scout" }), room.open({ agent: "smith" })];
    const scouts = one.sessions.create();
    scouts.add(user("look"));
    const smiths = other.sessions.create();
    smiths.add(user("forge"));
    expect(one.sessions.resumeLast()?.id).toBe(scouts.id);
    expect(other.sessions.list().map(({ id }) => id)).toEqual([smiths.id]);
    expect(other.sessions.list({ everyone: true }).map(({ id }) => id)).toEqual([smiths.id, scouts.id]);
    expect(other.sessions.list({ everyone: true, limit: 1 })).toHaveLength(1);
    // The work in it counts, not when it was made.
    scouts.add(user("once more"));
    expect(other.sessions.list({ everyone: true })[0]?.id).toBe(scouts.id);
    one.close();
    other.close();
  });

  test("are named by the start of an id, and a clear error says what is wrong with it", () => {
    const room = messageRoom();
    const { sessions, close } = room.open();
    for (let n = 0; n < 2; n++) sessions.create().add(user("x"));
    const [one, two] = sessions.list();
    const shared = [...(one?.id ?? "")].findIndex((sign, at) => sign !== two?.id[at]);
    expect(() => sessions.open((one?.id ?? "").slice(0, shared))).toThrow(/more than one session/);
    expect(() => sessions.open("nobody")).toThrow(/no session "nobody"/);
    expect(() => sessions.open("")).toThrow(/must not be empty/);
    // @ts-expect-error: plain JavaScript may hand over anything.
    expect(() => sessions.open(7)).toThrow(/must be a text/);
    // @ts-expect-error: the same.
    expect(() => sessions.list({ limit: "all" })).toThrow(/whole number/);
    close();
  });

  test("of another project are not opened here", () => {
    const room = messageRoom();
    const there = room.open();
    const session = there.sessions.create();
    session.add(user("x"));
    there.close();
    const elsewhere = messageRoom();
    const here = elsewhere.open({ home: room.home });
    expect(() => here.sessions.open(session.id)).toThrow(/another project/);
    expect(here.sessions.list({ everyone: true })).toEqual([]);
    here.close();
  });

  test("take tags, also before anything has happened in them", () => {
    const { open } = messageRoom();
    const { sessions, close } = open();
    const session = sessions.create();
    expect(sessions.tag(session.id, { add: ["Keep", "later"] })).toEqual(["keep", "later"]);
    expect(sessions.tag(session.id.slice(0, 12), { remove: ["later"] })).toEqual(["keep"]);
    sessions.create().add(user("x"));
    expect(sessions.list({ tag: "keep" }).map(({ id }) => id)).toEqual([session.id]);
    expect(sessions.list({ tag: "later" })).toEqual([]);
    expect(() => sessions.tag(session.id, { add: ["two words"] })).toThrow(/no tag/);
    // @ts-expect-error: plain JavaScript may hand over anything.
    expect(() => sessions.tag(session.id, { add: "keep" })).toThrow(/list of texts/);
    close();
  });
});

describe("a fork of a session", () => {
  test("begins with its messages up to a point, and each goes its own way", () => {
    const { open } = messageRoom();
    const { sessions, close } = open();
    const trunk = sessions.create();
    const [, second] = ["one", "two", "three"].map((text) => trunk.add(user(text)));
    const whole = sessions.branch(trunk.id);
    const early = sessions.branch(trunk.id, { at: second?.id ?? "" });
    trunk.add(user("four"));
    whole.add(user("whole"));
    early.add(user("early"));
    expect(textsOf(trunk.history())).toEqual(["one", "two", "three", "four"]);
    expect(textsOf(whole.history())).toEqual(["one", "two", "three", "whole"]);
    expect(textsOf(early.history())).toEqual(["one", "two", "early"]);
    expect(sessions.list().find(({ id }) => id === early.id)?.from).toBe(trunk.id);
    expect(() => sessions.branch(trunk.id, { at: "nobody" })).toThrow(/no message "nobody"/);
    close();
  });

  test("of a fork goes through all of them, also from a point before the first", () => {
    const room = messageRoom();
    const { sessions, close } = room.open();
    const trunk = sessions.create();
    const first = trunk.add(user("one"));
    trunk.add(user("two"));
    const middle = sessions.branch(trunk.id);
    const third = middle.add(user("three"));
    middle.add(user("four"));
    const late = sessions.branch(middle.id, { at: third.id });
    late.add(user("five"));
    const before = sessions.branch(middle.id, { at: first.id });
    before.add(user("six"));
    close();
    // As another process reads it.
    const again = room.open();
    expect(textsOf(again.sessions.open(late.id).history())).toEqual(["one", "two", "three", "five"]);
    expect(textsOf(again.sessions.open(before.id).history())).toEqual(["one", "six"]);
    expect(again.sessions.open(late.id).context({ last: 3 }).messages.length).toBeGreaterThan(0);
    again.close();
  });

  test("of a silent session has no message, even if that speaks later", () => {
    const { open } = messageRoom();
    const { sessions, close } = open();
    const silent = sessions.create();
    const fork = sessions.branch(silent.id);
    silent.add(user("later"));
    expect(textsOf(fork.history())).toEqual([]);
    fork.add(user("mine"));
    expect(textsOf(fork.history())).toEqual(["mine"]);
    close();
  });

  test("with a name is a branch of work that can be shown and merged", () => {
    const room = messageRoom();
    const { sessions, close } = room.open();
    const trunk = sessions.create();
    trunk.add(user("Which database?"));
    trunk.decide("Keep the data in SQLite", { reason: "it is there" });
    const idea = sessions.branch(trunk.id, { name: "try-postgres" });
    idea.add(user("Try the other one."));
    idea.decide("Keep the data in PostgreSQL", { reason: "it scales", rejected: ["SQLite"] });
    idea.task("measure both");
    expect(() => sessions.branch(trunk.id, { name: "try-postgres" })).toThrow(/already/);
    expect(() => sessions.branch(trunk.id, { name: "no name!" })).toThrow(/no name/);
    const count = sessions.list().length;
    expect(count).toBe(2);
    close();
    const opened = open({ ...process.env, TIDEMARK_HOME: room.home }, room.project);
    expect(requireBranch(opened, "try-postgres")).toMatchObject({ session: trunk.id });
    opened.store.close();
  });
});

describe("the library", () => {
  test("refuses what is no folder, no name and no option, and says so", () => {
    const room = messageRoom();
    expect(() => room.open({ project: join(room.project, "nowhere") })).toThrow(/no folder/);
    expect(() => room.open({ agent: "" })).toThrow(/must not be empty/);
    expect(() => room.open({ agent: "a\nb" })).toThrow(/no name for an agent/);
    // @ts-expect-error: plain JavaScript may hand over anything.
    expect(() => room.open({ project: 5 })).toThrow(/must be a text/);
    expect(statSync(room.home, { throwIfNoEntry: false })).toBeUndefined();
  });

  test("can be used no more once it is closed, and closes as a resource", () => {
    const room = messageRoom();
    const tidemark = room.open();
    const session = tidemark.sessions.create();
    session.add(user("x"));
    tidemark[Symbol.dispose]();
    tidemark.close();
    for (const use of [
      () => session.add(user("y")),
      () => session.pin("y"),
      () => session.decide("y"),
      () => session.task("y"),
      () => session.recordTool({ tool: "y" }),
      () => [...session.history()],
      () => session.end(),
      () => tidemark.sessions.list(),
      () => tidemark.pin("y"),
    ])
      expect(use).toThrow(/closed/);
  });

  test("recalls over all sessions, and pins for all of them", async () => {
    const room = messageRoom();
    const tidemark = room.open();
    const session = tidemark.sessions.create();
    session.add(user("Which queue do we take for thumbnails?"));
    session.add({ role: "assistant", content: "We decided to use RabbitMQ for the thumbnail queue." });
    session.decide("Use RabbitMQ for thumbnails", { rejected: ["Kafka"] });
    tidemark.pin("Thumbnails are 256 pixels wide");
    const [best] = await tidemark.recall("thumbnail queue", { limit: 2 });
    expect(best?.text).toMatch(/RabbitMQ/);
    expect(await tidemark.recall("thumbnail", { limit: 1 })).toHaveLength(1);
    await expect(tidemark.recall(" ")).rejects.toThrow(/must not be empty/);
    await expect(tidemark.recall("x", { limit: 0 })).rejects.toThrow(/whole number/);
    tidemark.close();
    await expect(tidemark.recall("thumbnail")).rejects.toThrow(/closed/);
  });

  test("follows the branch of git while it is open", async () => {
    const room = messageRoom();
    const git = (...args: string[]) => spawnSync("git", ["-C", room.project, ...args]);
    git("init", "-q", "-b", "main");
    const tidemark = room.open();
    const session = tidemark.sessions.create();
    session.add(user("on main"));
    git("symbolic-ref", "HEAD", "refs/heads/feat");
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    session.add(user("on feat"));
    tidemark.close();
    expect(room.bytes()).toMatch(/"branch":"main"[^\n]*on main/);
    expect(room.bytes()).toMatch(/"branch":"feat"[^\n]*on feat/);
  });
});
