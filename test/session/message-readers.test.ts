import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Envelope } from "../../src/event/envelope.js";
import { applyExport, planExport } from "../../src/extra/layout/export-layout.js";
import { importLayout } from "../../src/extra/layout/import-layout.js";
import { LAYOUTS } from "../../src/extra/layout/layouts.js";
import { writeLine } from "../../src/journal/line.js";
import { eachEvent, type HistoryFilter } from "../../src/model/history.js";
import { verify } from "../../src/model/verify.js";
import { sessionMarkdown } from "../../src/session/command/session-markdown.js";
import { exportSession } from "../../src/session/export-session.js";
import { importSession } from "../../src/session/import-session.js";
import { planResume, resumeChoices, sessionToResume } from "../../src/session/resume.js";
import { wholeState } from "../../src/session/whole-state.js";
import { carried } from "../../src/upkeep/clean/clean-part.js";
import { keptInFull } from "../../src/upkeep/clean/retention.js";
import { added, Machine, NOW, STORY } from "./message-story.js";

const SESSION = "prog-0001";
const ADDED = STORY.filter(({ type }) => type === "message.added");

function machine() {
  const one = new Machine();
  const events = one.tell(SESSION, STORY);
  return { one, events };
}

/** A session that goes on from the first answer of the story. */
function branched() {
  const { one, events } = machine();
  const upTo = events[3];
  if (upTo === undefined) throw new Error("The story is too short.");
  one.tell("fork-0002", [
    { type: "session.started", data: { source: "fork" } },
    { type: "session.forked", data: { from: SESSION, upTo: { clock: upTo.clock, id: upTo.id } } },
    added({ role: "user", content: "Another way, please" }),
  ]);
  return one;
}

function messagesOf(one: Machine, session: string) {
  const found: unknown[] = [];
  eachEvent(one.place.home, { session, type: "message.added" }, ({ data }) => found.push(data));
  return found;
}

const datas = (drafts: readonly { readonly data: unknown }[]) => drafts.map(({ data }) => data);

describe("a program's session", () => {
  test("is told whole: its calls, its phase and its files", () => {
    const { store, home, project } = machine().one.open();
    const state = store.session(project, SESSION)?.state;
    if (state === undefined) throw new Error("nothing was told");
    expect(state.messages?.count).toBe(ADDED.length);
    const whole = wholeState({ home, store, project, now: NOW }, state);
    expect(whole.tools.history).toMatchObject([
      { tool: "read_file", action: "read", target: "src/upload.ts" },
    ]);
    expect(whole.context).toMatchObject({ phase: "exploring", request: "Here is the picture" });
    expect(verify(home, store)).toMatchObject({ same: true });
    store.close();
  });

  test("is found in history by what its calls and results are about", () => {
    const { one } = machine();
    const found = (filter: HistoryFilter) => {
      let n = 0;
      eachEvent(one.place.home, filter, () => n++);
      return n;
    };
    expect(found({ tool: "Read_File" })).toBe(2);
    expect(found({ path: "upload.ts" })).toBe(2);
    expect(found({ tool: "bash" })).toBe(0);
    expect(found({ type: "message" })).toBe(ADDED.length);
  });

  test("keeps what was decided when its part goes, and no more", () => {
    const { events } = machine();
    const kept = events.flatMap((event) => carried(writeLine(event)) ?? []);
    expect(kept).toHaveLength(1);
    expect(kept[0]).toContain("exponential backoff");
  });

  test("is kept in full while another that goes on from it is", () => {
    const one = branched();
    const later = NOW + 30 * 86_400_000;
    for (let n = 0; n < 12; n++) one.tell(`late-${n}`, [added({ role: "user", content: `Question ${n}` })]);
    one.tell("fork-0002", [added({ role: "user", content: "Once more" })]);
    const { store, project } = one.open();
    const kept = keptInFull(store, later);
    expect(kept.has(project, "fork-0002")).toBe(true);
    expect(kept.has(project, SESSION)).toBe(true);
    expect(kept.has(project, "late-0")).toBe(false);
    store.close();
  });
});

describe("an export", () => {
  test("of one that goes on from another has the messages of both, and is taken over with them", () => {
    const from = branched().open();
    const state = from.store.session(from.project, "fork-0002")?.state;
    if (state === undefined) throw new Error("nothing was told");
    const exported = exportSession({ ...from, now: NOW }, state);
    from.store.close();
    expect(datas(exported.origin)).toEqual(datas(ADDED.slice(0, 3)));
    const to = new Machine();
    const file = join(to.root, "session.json");
    writeFileSync(file, JSON.stringify(exported));
    const request = { here: to.place, file, now: NOW, isDry: false };
    expect(importSession(request)).toMatchObject({ session: "fork-0002", skipped: 0 });
    expect(importSession(request)).toMatchObject({ events: 0 });
    expect(messagesOf(to, SESSION)).toEqual(datas(ADDED.slice(0, 3)));
    const { store, project, home } = to.open();
    expect(store.session(project, "fork-0002")?.state).toMatchObject({
      forked: { from: SESSION },
      messages: { count: 1 },
    });
    expect(verify(home, store).same).toBe(true);
    store.close();
  });

  test("keeps messages whole, however long and of whatever parts, and redacts them", () => {
    const one = new Machine();
    const long = "word ".repeat(20_000);
    const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    one.tell(SESSION, [...STORY, added({ role: "user", content: long })]);
    const from = one.open();
    const state = from.store.session(from.project, SESSION)?.state;
    if (state === undefined) throw new Error("nothing was told");
    const text = JSON.stringify(exportSession({ ...from, now: NOW }, state));
    from.store.close();
    const to = new Machine();
    const file = join(to.root, "session.json");
    writeFileSync(file, text.replace("You are a careful engineer.", `The token is ${token}.`));
    importSession({ here: to.place, file, now: NOW, isDry: false });
    const [first, ...rest] = messagesOf(to, SESSION);
    expect(rest).toEqual([...datas(ADDED.slice(1)), { role: "user", content: long }]);
    expect(JSON.stringify(first)).not.toContain(token);
  });

  test("as Markdown has every message to read, and what is hostile in it is no markup", () => {
    const one = new Machine();
    one.tell(SESSION, [...STORY, added({ role: "user", content: "# not a heading\n<script>" })]);
    const from = one.open();
    const state = from.store.session(from.project, SESSION)?.state;
    if (state === undefined) throw new Error("nothing was told");
    const text = sessionMarkdown(exportSession({ ...from, now: NOW }, state));
    from.store.close();
    expect(text).toContain("## Messages");
    expect(text).toContain("| agent | your agent |");
    expect(text).toMatch(/^> We decided to use exponential backoff/m);
    expect(text).toContain("- calls `read_file` with");
    expect(text).toContain("- file `shot.png`");
    expect(text).not.toMatch(/^# not|<script>/m);
  });
});

describe("the layout session-folder", () => {
  const when = { now: NOW, zone: () => 0 };
  const layout = LAYOUTS["session-folder"];

  function exportTo(one: Machine, name: string, session?: string) {
    const folder = join(one.root, name);
    mkdirSync(folder, { recursive: true });
    const { home, project } = one.place;
    applyExport(
      planExport({ home, layout, folder, project, when, ...(session === undefined ? {} : { session }) }),
    );
    return folder;
  }

  const full = (folder: string, session: string) =>
    JSON.parse(readFileSync(join(folder, "sessions", session, "full.json"), "utf8"));

  test("holds the messages whole, and gives them back elsewhere", () => {
    const { one } = machine();
    const folder = exportTo(one, "out");
    const { messages } = full(folder, SESSION);
    expect(messages).toMatchObject(datas(ADDED));
    const to = new Machine();
    const request = { here: to.place, folder, layout, when };
    expect(importLayout(request).skipped).toEqual([]);
    expect(messagesOf(to, SESSION)).toEqual(datas(ADDED));
    expect(importLayout(request).events).toBe(0);
    expect(importLayout({ ...request, here: one.place }).events).toBe(0);
    const again = exportTo(to, "again");
    expect(full(again, SESSION)).toEqual(full(folder, SESSION));
    const { store, project, home } = to.open();
    expect(store.session(project, SESSION)?.state).toMatchObject({
      agent: "library",
      messages: { count: ADDED.length },
    });
    expect(verify(home, store).same).toBe(true);
    store.close();
  });

  test("has all messages of one that goes on from another, and that from a third", () => {
    const one = branched();
    const folder = exportTo(one, "out", "fork-0002");
    const { messages } = full(folder, "fork-0002");
    expect(messages).toMatchObject([...datas(ADDED.slice(0, 3)), { content: "Another way, please" }]);
    // From the first answer of a fork of the story, but from a point before it began.
    let question: Envelope | undefined;
    eachEvent(one.place.home, { session: SESSION, type: "message.added" }, (event) => {
      if (JSON.stringify(event.data).includes("Add retry")) question = event;
    });
    if (question === undefined) throw new Error("The story lacks its question.");
    const { clock, id } = question;
    one.tell("fork-0003", [
      { type: "session.forked", data: { from: "fork-0002", upTo: { clock, id } } },
      added({ role: "user", content: "A third way" }),
    ]);
    const third = [...datas(ADDED.slice(0, 2)), { role: "user", content: "A third way" }];
    expect(full(exportTo(one, "third", "fork-0003"), "fork-0003").messages).toMatchObject(third);
    const { store, home, project } = one.open();
    const state = store.session(project, "fork-0003")?.state;
    if (state === undefined) throw new Error("nothing was told");
    const { origin } = exportSession({ home, store, project, now: NOW }, state);
    expect(datas(origin.filter(({ type }) => type === "message.added"))).toEqual(third.slice(0, 2));
    store.close();
  });
});

describe("going on", () => {
  const request = (one: Machine) => ({ env: one.env, now: NOW, cwd: one.folder });

  test("with a program's session is that program's business, or another agent's", () => {
    const { one } = machine();
    const opened = one.open();
    const state = sessionToResume(opened, SESSION, NOW);
    expect(() => planResume(opened, state, request(one))).toThrow(/the program that made it goes on with it/);
    const plan = planResume(opened, state, { ...request(one), agent: "claude" });
    expect(plan).toMatchObject({ how: "handover", why: "it was a session of your agent" });
    expect(plan.handover).toContain("exponential backoff");
    opened.store.close();
  });

  test("with the chat starts it at its session, and it is offered before what only a program can go on with", () => {
    const { one } = machine();
    one.tell("chat-0003", [added({ role: "user", content: "Hello" })], "chat");
    one.tell("prog-0004", [added({ role: "user", content: "Later" })], "my-agent");
    const opened = one.open();
    const choices = resumeChoices(opened, NOW);
    expect(choices[0]?.state.session).toBe("chat-0003");
    expect(choices).toHaveLength(3);
    const plan = planResume(opened, sessionToResume(opened, undefined, NOW), request(one));
    expect(plan).toMatchObject({
      how: "native",
      args: ["chat", "--resume", "chat-0003"],
      folder: one.folder,
    });
    opened.store.close();
  });
});
