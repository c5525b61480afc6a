import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import type { TidemarkEvent } from "../../../src/event/registry.js";
import { foldProject } from "../../../src/model/fold/project.js";
import { foldSession } from "../../../src/model/fold/session/session.js";
import { type Join, NO_THREADS, type Thread } from "../../../src/model/fold/thread/thread-state.js";
import type { IndexedEvent, MessagePage, SessionFilter } from "../../../src/model/store/store.js";
import { check } from "./fresh-store.js";

check("a fresh store is empty", (store) => {
  deepStrictEqual(store.cursors(), []);
  deepStrictEqual(store.sessions({}), []);
  deepStrictEqual(store.projects(), []);
  deepStrictEqual(store.counts(), { events: 0, sessions: 0, badLines: 0 });
  strictEqual(store.session("p", "s"), undefined);
});

check("cursors are kept by file and move", (store) => {
  store.transact((writer) => {
    strictEqual(writer.cursor("b.jsonl"), 0);
    writer.moveCursor("b.jsonl", 10);
    writer.moveCursor("a.jsonl", 5);
    writer.moveCursor("b.jsonl", 30);
  });
  deepStrictEqual(store.cursors(), [
    { file: "a.jsonl", offset: 5 },
    { file: "b.jsonl", offset: 30 },
  ]);
});

check("an event is added once, whoever brings it again", (store) => {
  store.transact((writer) => strictEqual(writer.addEvent(indexed("e1", 1)), true));
  store.transact((writer) => strictEqual(writer.addEvent(indexed("e1", 1)), false));
  strictEqual(store.counts().events, 1);
});

check("events of a session come in the order of (clock, id)", (store) => {
  store.transact((writer) => {
    for (const event of [indexed("c", 2), indexed("b", 1), indexed("a", 2), indexed("x", 1, "other")])
      writer.addEvent(event);
  });
  deepStrictEqual(
    store.events("p", "s").map(({ id }) => id),
    ["b", "a", "c"],
  );
  deepStrictEqual(store.events("p", "s")[0], indexed("b", 1));
  deepStrictEqual(store.events("p", "nobody"), []);
});

check("messages come newest first, a page at a time", (store) => {
  const message = (id: string, clock: number) => ({ ...indexed(id, clock), type: "message.added" });
  store.transact((writer) => {
    for (const event of [message("c", 2), indexed("x", 2), message("b", 1), message("a", 2), message("d", 3)])
      writer.addEvent(event);
  });
  const ids = (page: MessagePage) => store.messages("p", "s", page).map(({ id }) => id);
  deepStrictEqual(ids({ limit: 9 }), ["d", "c", "a", "b"]);
  deepStrictEqual(ids({ limit: 2, before: { clock: 3, id: "d" } }), ["c", "a"]);
  deepStrictEqual(ids({ limit: 9, before: { clock: 3, id: "d" }, after: { clock: 1, id: "b" } }), ["c", "a"]);
  deepStrictEqual(ids({ limit: 2, oldestFirst: true }), ["b", "a"]);
  deepStrictEqual(ids({ limit: 2, oldestFirst: true, after: { clock: 2, id: "a" } }), ["c", "d"]);
  deepStrictEqual(store.messages("p", "s", { limit: 1 }), [message("d", 3)]);
  deepStrictEqual(store.messages("p", "nobody", { limit: 1 }), []);
});

check("a session is read back as it was put, by project and id", (store) => {
  const kept = { state: session("s", 50), clock: 7, id: "e7" };
  store.transact((writer) => writer.putSession(kept));
  deepStrictEqual(plain(store.session("p", "s")), plain(kept));
  strictEqual(store.session("q", "s"), undefined);
  store.transact((writer) => deepStrictEqual(plain(writer.session("p", "s")), plain(kept)));
});

check("sessions come newest first, filtered and limited", (store) => {
  store.transact((writer) => {
    for (const [id, at] of [
      ["old", 10],
      ["new", 30],
      ["mid", 20],
    ] as const) {
      writer.putSession({ state: session(id, at), clock: at, id });
    }
    writer.putSession({ state: { ...session("foreign", 40), project: "q" }, clock: 40, id: "f" });
  });
  deepStrictEqual(
    store.sessions({ project: "p" }).map((state) => state.session),
    ["new", "mid", "old"],
  );
  deepStrictEqual(
    store.sessions({ project: "p", limit: 1 }).map((state) => state.session),
    ["new"],
  );
  deepStrictEqual(
    store.sessions({}).map((state) => state.session),
    ["foreign", "new", "mid", "old"],
  );
  const [silent] = store.sessions({ project: "p", limit: 1 });
  ok(silent !== undefined);
  const { request: _, ...work } = silent.work;
  store.transact((writer) => writer.putSession({ state: { ...silent, work }, clock: 30, id: "new" }));
  deepStrictEqual(
    store.sessions({ project: "p", worked: true }).map((state) => state.session),
    ["mid", "old"],
  );
  deepStrictEqual(
    store.findSessions("ne").map((state) => state.session),
    ["new"],
  );
  deepStrictEqual(store.findSessions("%"), []);
});

check("sessions are found by their agent and by a tag", (store) => {
  store.transact((writer) => {
    const put = (name: string, agent: string, clock: number, tags: readonly string[]) =>
      writer.putSession({ state: { ...session(name, clock), agent, tags }, clock, id: name });
    put("a", "bot", 1, ["keep"]);
    put("b", "other", 2, ["keep", "later"]);
    put("c", "bot", 3, []);
  });
  const names = (filter: SessionFilter) => store.sessions(filter).map((state) => state.session);
  deepStrictEqual(names({ project: "p", agent: "bot" }), ["c", "a"]);
  deepStrictEqual(names({ project: "p", agent: "bot", limit: 1 }), ["c"]);
  deepStrictEqual(names({ project: "p", tag: "keep" }), ["b", "a"]);
  deepStrictEqual(names({ project: "p", tag: "keep", agent: "bot", limit: 5 }), ["a"]);
  deepStrictEqual(names({ project: "p", tag: "kee" }), []);
  deepStrictEqual(names({ agent: "nobody" }), []);
});

check("turns are put, replaced and dropped by number", (store) => {
  const { turn } = session("s", 1);
  store.transact((writer) => {
    writer.putTurn("p", "s", { ...turn, n: 2, request: "second" });
    writer.putTurn("p", "s", { ...turn, n: 1, request: "first" });
    writer.putTurn("p", "s", { ...turn, n: 2, request: "second, again" });
  });
  deepStrictEqual(
    store.turns("p", "s").map(({ request }) => request),
    ["first", "second, again"],
  );
  deepStrictEqual(
    store.turns("p", "s", 1).map(({ request }) => request),
    ["second, again"],
  );
  store.transact((writer) => writer.removeTurns("p", "s"));
  deepStrictEqual(store.turns("p", "s"), []);
});

check("turns that are over are found by project", (store) => {
  const { state, closed } = foldSession(undefined, [event("a", 1), event("b", 2)]);
  store.transact((writer) => {
    writer.putSession({ state, clock: 2, id: "b" });
    for (const turn of [...closed, state.turn]) writer.putTurn("p", "s", turn);
    deepStrictEqual(
      writer.threadTurns("p").map(({ session, request, end }) => ({ session, request, end })),
      [{ session: "s", request: "do it", end: { clock: 2, id: "b" } }],
    );
    deepStrictEqual(writer.threadTurns("q"), []);
    strictEqual(writer.turns("p", "s").length, 2);
  });
});

check("threads are kept, retired, joined and forgotten by project", (store) => {
  const kept = { corrections: [], settled: NO_THREADS, pending: [], ahead: [] };
  store.transact((writer) => {
    strictEqual(writer.threads("p"), undefined);
    for (const project of ["p", "q"]) {
      writer.putThreads(project, kept);
      writer.retireThread(project, thread("t2", "old"));
      writer.retireThread(project, thread("t1", project));
      writer.retireThread(project, thread("t2", "new"));
      writer.putJoin(project, join("u2", "t2", 2));
      writer.putJoin(project, join("u1", "t2", 1));
      writer.putJoin(project, join("u1", "t1", 1));
      writer.putJoin(project, join("u3", "t1", 0));
      writer.removeJoin(project, "u3");
    }
  });
  deepStrictEqual(plain(store.threads("p")), plain(kept));
  deepStrictEqual(
    store.retiredThreads("p").map(({ title }) => title),
    ["p", "new"],
  );
  deepStrictEqual(
    store.joins("p").map(({ turn, thread: id }) => [turn, id]),
    [
      ["u1", "t1"],
      ["u2", "t2"],
    ],
  );
  deepStrictEqual(
    store.joins("p", "t2").map(({ turn }) => turn),
    ["u2"],
  );
  store.transact((writer) => writer.removeThreads("p"));
  strictEqual(store.threads("p"), undefined);
  deepStrictEqual([store.retiredThreads("p"), store.joins("p")], [[], []]);
  deepStrictEqual([store.retiredThreads("q").length, store.joins("q").length], [2, 2]);
});

check("projects are put and read", (store) => {
  const state = foldProject(undefined, [event("e1", 1)]);
  store.transact((writer) => writer.putProject(state));
  deepStrictEqual(plain(store.project("p")), plain(state));
  deepStrictEqual(
    store.projects().map(({ project }) => project),
    ["p"],
  );
});

check("a transaction that throws leaves nothing behind", (store) => {
  store.transact((writer) => {
    writer.moveCursor("a.jsonl", 1);
    writer.putTurn("p", "s", { ...session("s", 1).turn, request: "before" });
  });
  throws(() =>
    store.transact((writer) => {
      writer.moveCursor("a.jsonl", 2);
      writer.addEvent(indexed("e1", 1));
      writer.addBadLine({ file: "a.jsonl", offset: 0, length: 3, reason: "torn" });
      writer.putSession({ state: session("s", 1), clock: 1, id: "e1" });
      writer.putTurn("p", "s", { ...session("s", 1).turn, request: "after" });
      throw new Error("no");
    }),
  );
  deepStrictEqual(store.cursors(), [{ file: "a.jsonl", offset: 1 }]);
  deepStrictEqual(store.sessions({}), []);
  strictEqual(store.counts().events, 0);
  strictEqual(store.counts().badLines, 0);
  deepStrictEqual(
    store.turns("p", "s").map(({ request }) => request),
    ["before"],
  );
});

check("events follow their file into its compressed parts", (store) => {
  store.transact((writer) => {
    writer.addEvent({ ...indexed("a", 1), file: "day.jsonl", offset: 0 });
    writer.addEvent({ ...indexed("b", 2), file: "day.jsonl", offset: 120 });
    writer.moveCursor("day.jsonl", 240);
    writer.moveFile("day.jsonl", [
      { file: "archive/day.0.jsonl.gz", start: 0, end: 100 },
      { file: "archive/day.1.jsonl.gz", start: 100, end: 240 },
    ]);
  });
  deepStrictEqual(
    store.events("p", "s").map(({ file, offset }) => [file, offset]),
    [
      ["archive/day.0.jsonl.gz", 0],
      ["archive/day.1.jsonl.gz", 20],
    ],
  );
  ok(!store.cursors().some(({ file }) => file === "day.jsonl"));
});

check("ids are data, whatever is in them", (store) => {
  const odd = "'; DROP TABLE session; --\u0000\u202e😀";
  store.transact((writer) => {
    writer.addEvent({ ...indexed("e", 1), session: odd });
    writer.putSession({ state: { ...session(odd, 1) }, clock: 1, id: "e" });
  });
  strictEqual(store.session("p", odd)?.state.session, odd);
  strictEqual(store.events("p", odd).length, 1);
});

function indexed(id: string, clock: number, session = "s"): IndexedEvent {
  return {
    id,
    clock,
    session,
    project: "p",
    type: "prompt.submitted",
    file: "day.jsonl",
    offset: clock * 10,
    length: 9,
  };
}

function event(id: string, at: number, session = "s"): TidemarkEvent {
  return {
    id,
    type: "prompt.submitted",
    v: 1,
    at,
    clock: at,
    author: "a",
    project: "p",
    session,
    agent: "claude",
    data: { text: "do it" },
  };
}

function session(id: string, at: number) {
  return foldSession(undefined, [event(`${id}-1`, at, id)]).state;
}

function thread(id: string, title: string): Thread {
  return {
    id,
    title,
    rank: 1,
    topics: [],
    summary: "",
    files: [],
    seen: [],
    words: [],
    norm: 0,
    branches: [],
    sessions: [],
    turns: 1,
    worked: 1,
    firstAt: 1,
    lastAt: 1,
  };
}

function join(turn: string, id: string, at: number): Join {
  return { turn, session: "s", n: 1, at, thread: id, why: [] };
}

// What JSON keeps of a value is all a store promises.
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
