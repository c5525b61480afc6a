import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { work } from "../message/long-session.js";
import { messageRoom, textsOf } from "../message/message-room.js";

const user = (content: string) => ({ role: "user" as const, content });

describe("a fork", () => {
  test("knows what was decided, open and touched up to its point, and nothing that came after", async () => {
    using tidemark = messageRoom().open();
    const session = tidemark.sessions.create();
    session.task("write the migration");
    session.add({ role: "user", content: "Let's use Redis for the cache." });
    work(session, 3);
    const at = [...session.history()].at(-1)?.id ?? "";
    session.add({ role: "user", content: "Let's use nanoid for the names." });
    work(session, 3, 3);
    const fork = tidemark.sessions.branch(session.id, { at });
    fork.add({ role: "user", content: "Now something else" });
    const { decisions, tasks, files, messages } = fork.workingSet();
    expect(tasks).toEqual(["write the migration"]);
    expect(decisions.join("\n")).toContain("Redis");
    expect(decisions.join("\n")).not.toContain("nanoid");
    expect(files).toContain("src/route-2.ts");
    expect(files).not.toContain("src/route-3.ts");
    expect(messages).toHaveLength(14);
    const { system } = fork.context({ last: 4 });
    expect(system).toContain("write the migration");
    expect(system).not.toContain("nanoid");
  });

  test("goes on from the summary of what it was forked from, and is compacted by itself", async () => {
    using tidemark = messageRoom().open();
    const session = tidemark.sessions.create();
    work(session, 10);
    await session.compact({ keep: 4 });
    const fork = tidemark.sessions.branch(session.id);
    expect(fork.context().system).toContain("First request: Please write the handler of route 0");
    work(fork, 10, 10);
    expect(fork.shouldCompact(300)).toBe(true);
    const { covered, summary } = await fork.compact({ keep: 4 });
    expect(covered).toBe(40);
    expect(summary).toContain("route 0");
    expect(summary).toContain("route-19.ts");
    expect([...session.history()]).toHaveLength(40);
    expect([...fork.history()]).toHaveLength(80);
  });

  test("adds to the tasks it goes on from, and says how these stand", () => {
    using tidemark = messageRoom().open();
    const session = tidemark.sessions.create();
    for (const task of ["paint the door", "oil the hinge", "sweep the yard"]) session.task(task);
    session.add(user("Go on"));
    const fork = tidemark.sessions.branch(session.id);
    fork.task("lock the shed");
    fork.task("paint the door", "done");
    fork.task("oil the hinge", "dropped");
    expect(fork.workingSet().tasks).toEqual(["sweep the yard", "lock the shed"]);
    const further = tidemark.sessions.branch(fork.id);
    further.task("sweep the yard", "doing");
    expect(further.workingSet().tasks).toEqual(["sweep the yard", "lock the shed"]);
    expect(session.workingSet().tasks).toEqual(["paint the door", "oil the hinge", "sweep the yard"]);
  });

  test("has nothing of what was done in the other since, for whoever looks", () => {
    const room = messageRoom();
    using tidemark = room.open();
    const session = tidemark.sessions.create();
    session.add(user("Go on"));
    session.task("before both");
    const early = tidemark.sessions.branch(session.id);
    session.task("between the two");
    const late = tidemark.sessions.branch(session.id);
    session.task("after both");
    session.add(user("And on"));
    using again = room.open();
    for (const sessions of [tidemark.sessions, again.sessions]) {
      expect(sessions.open(early.id).workingSet().tasks).toEqual(["before both"]);
      expect(sessions.open(late.id).workingSet().tasks).toEqual(["before both", "between the two"]);
    }
  });

  test("does not know any more what was forgotten meanwhile", () => {
    const room = messageRoom();
    using tidemark = room.open();
    const session = tidemark.sessions.create();
    session.add(user("Go on"));
    session.task("order marmalade for everyone");
    const fork = tidemark.sessions.branch(session.id);
    session.add(user("And on"));
    expect(fork.workingSet().tasks).toEqual(["order marmalade for everyone"]);
    const cli = join(import.meta.dirname, "../../../dist/cli.js");
    const forgotten = spawnSync(process.execPath, [cli, "forget", "--pattern", "marmalade", "--yes"], {
      cwd: room.project,
      env: { ...process.env, TIDEMARK_HOME: room.home },
      encoding: "utf8",
    });
    expect(forgotten).toMatchObject({ status: 0, stderr: "" });
    expect(fork.workingSet().tasks.join()).not.toContain("marmalade");
    expect(fork.context().system).not.toContain("marmalade");
  });

  test("begins behind the last message also where the journal has lost what that said", () => {
    const room = messageRoom();
    const first = room.open();
    const session = first.sessions.create();
    for (let n = 0; n < 10; n++) session.add(user(`message ${n}`));
    first.sessions.list();
    first.close();
    const folder = join(room.home, "journal");
    const day = join(folder, readdirSync(folder).find((name) => name.endsWith(".jsonl")) ?? "");
    const text = readFileSync(day, "utf8");
    writeFileSync(day, text.replace("message 9", "massage 9"));
    using tidemark = room.open();
    const left = Array.from({ length: 9 }, (_, n) => `message ${n}`);
    expect(textsOf(tidemark.sessions.open(session.id).history())).toEqual(left);
    expect(textsOf(tidemark.sessions.branch(session.id).history())).toEqual(left);
  });
});
