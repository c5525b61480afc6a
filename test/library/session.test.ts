import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SessionState } from "../../src/model/fold/session/session-state.js";
import { open } from "../../src/project/open.js";
import { type MessageRoom, messageRoom, textsOf } from "./message/message-room.js";

const user = (content: string) => ({ role: "user" as const, content });
const said = (content: string) => ({ role: "assistant" as const, content });
/** Made up, and put together so that no scanner takes this file for a leak. */
const KEY = ["sk", "ant", "api03", `${"Wd4".repeat(31)}AA`].join("-");

function stateOf({ home, project }: MessageRoom, session: string): SessionState {
  const { store } = open({ ...process.env, TIDEMARK_HOME: home }, project);
  const [state] = store.findSessions(session);
  store.close();
  if (state === undefined) throw new Error("There is no such session.");
  return state;
}

describe("a session of a program", () => {
  test("keeps messages in order, also many of the same millisecond", () => {
    const room = messageRoom();
    const tidemark = room.open();
    const session = tidemark.sessions.create();
    const texts = Array.from({ length: 1_200 }, (_, n) => `message ${n}`);
    for (const text of texts) session.add(user(text));
    expect(textsOf(session.history())).toEqual(texts);
    tidemark.close();
    const again = room.open();
    expect(textsOf(again.sessions.open(session.id).history())).toEqual(texts);
    again.close();
  });

  test("reads its history page by page, up to where it stood", () => {
    const { open: openRoom } = messageRoom();
    const { sessions, close } = openRoom();
    const session = sessions.create();
    for (let n = 0; n < 30; n++) session.add(user(`m${n}`));
    const read: unknown[] = [];
    for (const { content } of session.history()) {
      read.push(content);
      if (read.length < 60) session.add(user("more"));
    }
    expect(read).toHaveLength(30);
    close();
  });

  test("gives an agent its own words back while it runs, and has no secret on the disk", () => {
    const room = messageRoom();
    const tidemark = room.open();
    const session = tidemark.sessions.create({ title: `about ${KEY}` });
    const input = { command: `deploy --token ${KEY}`, password: "Tr0ub4dor&3x" };
    const added = session.add(user(`my key is ${KEY}`));
    session.add({
      role: "assistant",
      content: [
        { type: "text", text: KEY },
        { type: "tool-call", id: "c1", tool: "run", input },
      ],
    });
    session.add({ role: "tool", content: [{ type: "tool-result", id: "c1", output: `ok ${KEY}` }] });
    session.pin(`never print ${KEY}`);
    session.decide(`use ${KEY}`, { reason: KEY, rejected: [KEY] });
    session.task(`rotate ${KEY}`);
    session.recordTool({ tool: KEY, input: { command: KEY }, output: KEY, ok: false, paths: [KEY] });
    session.end(KEY);
    expect(added.content).toContain(KEY);
    expect(JSON.stringify([...session.history()])).toContain("Tr0ub4dor");
    expect(JSON.stringify(session.context().messages)).toContain(KEY);
    tidemark.close();
    expect(room.bytes()).toContain("[redacted:");
    expect(room.bytes()).not.toContain(KEY);
    expect(room.bytes()).not.toContain("Tr0ub4dor");
    const again = room.open();
    expect(JSON.stringify([...again.sessions.open(session.id).history()])).not.toContain(KEY);
    again.close();
  });

  test("says of a result what its call was about, also where another process made the call", () => {
    const room = messageRoom();
    const call = (id: string, path: string) => ({
      role: "assistant" as const,
      content: [{ type: "tool-call" as const, id, tool: "edit_file", input: { path } }],
    });
    const result = (id: string) => ({
      role: "tool" as const,
      content: [{ type: "tool-result" as const, id, output: "done" }],
    });
    const first = room.open();
    const session = first.sessions.create();
    session.add(user("edit"));
    session.add(call("c1", join(room.project, "src/a.ts")));
    session.add(call("c2", "src/b.ts"));
    const own = session.add(result("c1"));
    first.close();
    const second = room.open();
    const resumed = second.sessions.resumeLast();
    const foreign = resumed?.add(result("c2"));
    const unknown = resumed?.add(result("c3"));
    const about = (paths: string[]) => [{ tool: "edit_file", about: { action: "edit", paths } }];
    expect(own.content).toMatchObject(about(["src/a.ts"]));
    expect(foreign?.content).toMatchObject(about(["src/b.ts"]));
    expect(unknown?.content).toEqual([{ type: "tool-result", id: "c3", output: "done" }]);
    second.close();
    expect(stateOf(room, session.id).files.map(({ path }) => path)).toEqual(["src/a.ts", "src/b.ts"]);
  });

  test("has tasks that are open, change by their text, and are never there twice", () => {
    const room = messageRoom();
    const first = room.open();
    const session = first.sessions.create();
    session.task("write the tests");
    session.task("write the docs", "doing");
    session.task("write the tests", "done");
    session.task("sell it", "open");
    session.task("sell it", "dropped");
    first.close();
    const second = room.open();
    const resumed = second.sessions.open(session.id);
    resumed.task("write the docs", "open");
    resumed.task("ship", "open");
    resumed.task("ship", "open");
    second.close();
    const plan = stateOf(room, session.id).plan.map(({ text, status }) => `${text}: ${status}`);
    expect(plan.sort()).toEqual(["ship: open", "write the docs: open", "write the tests: done"]);
  });

  test("has done with whatever it lists as a task: long ones, declared ones and what was said to come next", () => {
    using tidemark = messageRoom().open();
    const session = tidemark.sessions.create();
    const long = `rewrite the importer ${"so that every field is checked ".repeat(8)}`.trim();
    session.task(long);
    session.add(user("How far are we?"));
    session.add(said("The parser is done. Next step: measure the importer with a large file."));
    const listed = session.workingSet().tasks;
    expect(listed).toHaveLength(2);
    expect(listed).toContain(long);
    for (const task of listed) session.task(task, "done");
    expect(session.workingSet().tasks).toEqual([]);
    expect(session.context().system).not.toMatch(/rewrite the importer|measure the importer/);
  });

  test("refuses what is too long to be declared, instead of cutting it, and tells those apart that begin alike", () => {
    using tidemark = messageRoom().open();
    const session = tidemark.sessions.create();
    expect(() => session.pin("x ".repeat(250))).toThrow(/at most 400 characters, and this has 499/);
    expect(() => session.task("x ".repeat(250))).toThrow(/at most 300 characters/);
    expect(() => session.decide("x ".repeat(350))).toThrow(/at most 600 characters/);
    expect(() => tidemark.sessions.create({ title: "x".repeat(121) })).toThrow(/at most 120 characters/);
    const long = "read the whole of the archive before anything in it is changed, ".repeat(4);
    for (const end of ["first", "second"]) {
      session.task(`${long}${end}`);
      session.decide(`${long}${end}`);
    }
    const { tasks, decisions } = session.workingSet();
    expect(tasks).toEqual([`${long}first`, `${long}second`]);
    expect(decisions).toHaveLength(2);
  });

  test("keeps a result whose call cannot be looked up, because the database is of no use", () => {
    const room = messageRoom();
    const id = room.open().sessions.create();
    id.add(user("Go on"));
    using tidemark = room.open();
    const session = tidemark.sessions.open(id.id);
    const database = join(room.home, "tidemark.db");
    rmSync(database);
    mkdirSync(database);
    session.add({ role: "tool", content: [{ type: "tool-result", id: "c9", output: "kept all the same" }] });
    expect(() => tidemark.sessions.list()).toThrow();
    expect(room.bytes()).toContain("kept all the same");
  });

  test("keeps tasks that are open, however many are done after them", () => {
    const room = messageRoom();
    const { sessions, close } = room.open();
    const session = sessions.create();
    session.task("the first of all");
    for (let n = 0; n < 150; n++) {
      session.task(`step ${n}`);
      session.task(`step ${n}`, "done");
    }
    close();
    const open = stateOf(room, session.id).plan.filter(({ status }) => status === "open");
    expect(open.map(({ text }) => text)).toEqual(["the first of all"]);
  });

  test("notes the use of tools beside its messages, paths told from the project", () => {
    const room = messageRoom();
    const { sessions, close } = room.open();
    const session = sessions.create();
    session.add(user("mend it"));
    session.recordTool({ tool: "writeFile", input: { path: join(room.project, "lib/x.ts") }, ms: 12.4 });
    session.recordTool({ tool: "check", command: "npm test", ok: false, output: "FAIL lib/x.test.ts" });
    session.recordTool({ tool: "peek", action: "read", paths: ["lib/y.ts"] });
    close();
    const state = stateOf(room, session.id);
    expect(state.tools).toBe(3);
    expect(state.failures).toBe(1);
    expect(state.files.map(({ path }) => path)).toEqual(["lib/x.ts"]);
    expect(state.seen).toContain("lib/y.ts");
    expect(state.blockers.map(({ command }) => command)).toEqual(["npm test"]);
  });

  test("writes nothing where something is wrong, and says what", () => {
    const room = messageRoom();
    const { sessions, close } = room.open();
    const session = sessions.create();
    // What plain JavaScript may hand over.
    const loose: { [method: string]: (...given: unknown[]) => unknown } = Object.fromEntries(
      Object.entries(session).filter((entry) => typeof entry[1] === "function"),
    );
    const wrong: readonly (readonly [string, readonly unknown[], RegExp])[] = [
      ["add", [{ role: "user", content: "x".repeat(9 << 20) }], /too large/],
      ["add", [{ role: "user", content: [{ type: "text", text: "é".repeat(5 << 20) }] }], /too large/],
      ["add", [{ role: "nobody", content: "" }], /role/],
      ["recordTool", [{}], /name of a tool/],
      ["recordTool", [{ tool: "x", output: { a: 1 } }], /output/],
      ["recordTool", [{ tool: "x", ms: "fast" }], /milliseconds/],
      ["recordTool", [{ tool: "x", action: "dance" }], /action/],
      ["recordTool", [{ tool: "x", paths: "a.ts" }], /list of texts/],
      ["pin", [""], /empty/],
      ["pin", [{}], /must be a text/],
      ["decide", [5], /must be a text/],
      ["decide", ["x", "because"], /must be an object/],
      ["decide", ["x", { rejected: "y" }], /list of texts/],
      ["task", ["x", "later"], /open, doing, done, dropped/],
      ["task", [" "], /empty/],
      ["end", [{}], /must be a text/],
    ];
    for (const [method, given, reason] of wrong) expect(() => loose[method]?.(...given)).toThrow(reason);
    expect(sessions.list()).toEqual([]);
    close();
  });

  test("is over when it says so, and goes on with the next message", () => {
    const room = messageRoom();
    const tidemark = room.open();
    const session = tidemark.sessions.create();
    session.add(user("hello"));
    session.add(said("goodbye"));
    session.end("finished");
    expect(tidemark.sessions.list()[0]?.status).toBe("ended");
    session.add(user("one more thing"));
    expect(tidemark.sessions.list()[0]?.status).toBe("active");
    expect(textsOf(session.history())).toEqual(["hello", "goodbye", "one more thing"]);
    tidemark.close();
  });
});
