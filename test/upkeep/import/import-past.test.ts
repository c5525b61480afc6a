import {
  appendFileSync,
  cpSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudePast } from "../../../src/agent/claude/past.js";
import { append } from "../../../src/journal/append.js";
import { openStore } from "../../../src/model/store/open.js";
import { here } from "../../../src/project/here.js";
import { countPast } from "../../../src/upkeep/import/import-note.js";
import { filesBelow, NOW, Room, row } from "./room.js";

const [FORK, MAIN] = ["c8a1f2d4-7b3e-4e59-8d60-91b7a5c3e2f0", "5f0c6a3e-1d2b-4c8f-9a7e-2b4d6f8091a3"];

describe("an import of agents' own records", () => {
  test("writes down what they tell, with its true time, in the project it was done in", () => {
    const room = new Room().keep("claude").keep("codex").keep("gemini");
    const { agents, sessions, learned } = room.import();
    expect(agents.map(({ agent, records, prompts, files }) => ({ agent, records, prompts, files }))).toEqual([
      { agent: "claude", records: 3, prompts: 4, files: 1 },
      { agent: "codex", records: 2, prompts: 3, files: 1 },
      { agent: "gemini", records: 1, prompts: 2, files: 1 },
    ]);
    expect(sessions).toHaveLength(5);
    expect(learned?.memories).toBeGreaterThan(5);
    expect(learned?.projects).toEqual(["tide"]);
    const { project } = here(room.env, room.project);
    const events = room.events().filter(({ session }) => session !== "");
    expect(new Set(events.map((event) => event.project))).toEqual(new Set([project]));
    expect(events.every(({ at, clock }) => at < Date.UTC(2026, 2, 3) && Math.abs(clock - at) < 1_000)).toBe(
      true,
    );
    const first = events.find(({ type }) => type === "prompt.submitted");
    expect(first).toMatchObject({ agent: "codex", at: Date.parse("2026-03-02T14:29:54.908Z") });
    expect(
      events.find(({ data }) => JSON.stringify(data).includes('"paths":["src/parser.ts"]')),
    ).toBeDefined();
  });

  test("reads rows that are written with blanks between their parts like those without", () => {
    const [plain, wide] = [new Room(), new Room()];
    for (const room of [plain, wide]) room.keep("claude").keep("codex").keep("gemini");
    for (const path of filesBelow(wide.root)) {
      if (path.endsWith(".jsonl")) writeFileSync(path, readFileSync(path, "utf8").replace(/^.+$/gm, widened));
    }
    const counted = (room: Room) => room.import().agents.map(({ first: _, last: __, ...tally }) => tally);
    const all = counted(plain);
    expect(all.every(({ events }) => events > 0)).toBe(true);
    expect(counted(wide)).toEqual(all);
  });

  test("names the records that could not be read, each time, and those with broken rows", () => {
    const room = new Room().keep("codex");
    const [empty, garbage] = [
      room.write("empty.jsonl", ""),
      room.write("garbage.jsonl", "\u0000\u0001 what\n"),
    ];
    const half = room.write("half.jsonl", '{"type":"user","uuid":"u1","sess');
    const cwd = room.project;
    const torn = room.write("torn.jsonl", `{"type":"user",\n${row("user", "Go on", { cwd })}`);
    room.write("summary.jsonl", '{"type":"summary","summary":"Nothing to tell"}\n');
    const unread = () => {
      const found = room.import().agents.find(({ agent }) => agent === "claude");
      return found?.unread.map(({ path, reason, isPart }) => [path, reason, isPart]).sort();
    };
    const whole = [
      [empty, "empty", false],
      [garbage, "no rows of JSON", false],
      [half, "no rows of JSON", false],
    ];
    expect(unread()).toEqual([...whole, [torn, "1 broken row", true]]);
    expect(unread()).toEqual(whole);
  });

  test("tells a subagent's rows where they belong in time", () => {
    const room = new Room().keep("claude");
    room.import();
    const types = room
      .events()
      .filter(({ session }) => session === MAIN)
      .map(({ type }) => type);
    expect(types.indexOf("subagent.started")).toBeLessThan(types.lastIndexOf("prompt.submitted"));
    expect(types[0]).toBe("session.started");
  });

  test("counts a happening once, though a fork has copied it", () => {
    const room = new Room().keep("claude");
    room.import();
    const fork = room.events().filter(({ session }) => session === FORK);
    expect(fork.map(({ type }) => type)).toEqual(["session.started", "prompt.submitted", "turn.ended"]);
  });

  test("says and does nothing the second time, nor after its notes are lost", () => {
    const room = new Room().keep("claude").keep("codex").keep("gemini");
    room.import();
    const [lines, events] = [room.lines(), room.events()];
    const again = room.import();
    expect(again.agents.map((tally) => [tally.records, tally.events])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(room.lines()).toEqual(lines);
    for (const path of filesBelow(join(room.home, "import"))) if (path.endsWith(".json")) rmSync(path);
    expect(room.import().agents.map((tally) => tally.events)).toEqual([0, 0, 0]);
    expect(room.lines()).toEqual(lines);
    rmSync(join(room.home, "import"), { recursive: true });
    room.import();
    expect(room.events()).toEqual(events);
  });

  test("of a copy elsewhere brings nothing new", () => {
    const room = new Room().keep("claude");
    room.import();
    const lines = room.lines();
    cpSync(join(room.root, ".claude/projects"), join(room.root, "backup"), { recursive: true });
    expect(room.import({ path: join(room.root, "backup") }).agents).toMatchObject([
      { records: 3, events: 0 },
    ]);
    expect(room.lines()).toEqual(lines);
  });

  test("brings only what was added to a record", () => {
    const room = new Room();
    const at = { cwd: room.project };
    const path = room.write(
      "one.jsonl",
      row("user", "first", at) + row("assistant", [{ type: "text", text: "Done." }], at),
    );
    room.import();
    const before = room.lines();
    appendFileSync(path, `${row("user", "second", at)}{"type":"user","mess`);
    expect(room.import().agents).toMatchObject([{ records: 1, prompts: 1, events: 1 }]);
    expect(room.lines().slice(0, before.length)).toEqual(before);
    expect(room.lines()).toHaveLength(before.length + 1);
  });

  test("goes on where it was stopped", () => {
    const whole = new Room().keep("claude").keep("codex");
    const stopped = new Room();
    cpSync(join(whole.root, ".claude"), join(stopped.root, ".claude"), {
      recursive: true,
      preserveTimestamps: true,
    });
    cpSync(join(whole.root, ".codex"), join(stopped.root, ".codex"), {
      recursive: true,
      preserveTimestamps: true,
    });
    whole.import();
    for (let after = 1; after < 24; after += 4) {
      let rows = 0;
      const onRead = () => {
        rows += 1;
        if (rows === after) throw new Error("stopped");
      };
      expect(() => stopped.import({ onRead })).toThrow("stopped");
    }
    stopped.import();
    const what = (room: Room) =>
      room
        .events()
        .filter(({ session }) => session !== "")
        .map(({ id }) => id);
    expect(what(stopped)).toEqual(what(whole));
  });

  test("leaves out what hooks have told", () => {
    const room = new Room().keep("claude");
    const { project } = here(room.env, room.project);
    const live = { project, session: MAIN, agent: "claude" };
    const at = Date.parse("2026-03-02T14:31:09.230Z");
    append(room.home, [{ type: "prompt.submitted", data: { text: "and after the compaction?" } }], {
      ...live,
      at,
    });
    expect(room.import().agents).toMatchObject([{ live: 2 }]);
    const prompts = room
      .events()
      .filter(({ type, session }) => type === "prompt.submitted" && session === MAIN);
    expect(prompts.map(({ data }) => data)).toEqual([
      { text: "please write the parser" },
      { text: "thanks, that is all" },
      { text: "and after the compaction?" },
    ]);
    // Nor is it told as a part of the fork that copied it.
    expect(room.events().filter(({ session }) => session === FORK)).toHaveLength(3);
  });

  test("goes on with a session that a person has tagged meanwhile", () => {
    const room = new Room();
    const at = { cwd: room.project };
    const path = room.write("one.jsonl", row("user", "first", at));
    room.import();
    const { project } = here(room.env, room.project);
    append(room.home, [{ type: "session.tagged", data: { tags: ["x"] } }], {
      at: 9,
      project,
      session: "one",
      agent: "",
    });
    appendFileSync(path, row("user", "second", at));
    expect(room.import().agents).toMatchObject([{ prompts: 1 }]);
  });

  test("knows the project of a folder that is gone by its path", () => {
    const room = new Room();
    const gone = join(room.root, "gone/old");
    room.write(
      "one.jsonl",
      row("user", "first", { cwd: gone }) + row("user", "then", { cwd: join(gone, "src") }),
    );
    expect(room.import()).toMatchObject({
      learned: { projects: ["old"] },
      agents: [{ projects: 1, prompts: 2 }],
    });
    const events = room.events().filter(({ session }) => session === "one");
    expect(new Set(events.map(({ project }) => project)).size).toBe(1);
  });

  test("redacts before anything is written", () => {
    const room = new Room();
    const secret = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
    const at = { cwd: room.project, gitBranch: secret };
    room.write("one.jsonl", row("user", `use ${secret} <private>and this</private>`, at));
    room.import();
    for (const path of filesBelow(room.home)) {
      const text = readFileSync(path, "latin1");
      expect(text).not.toContain(secret);
      expect(text).not.toContain("and this");
    }
    expect(JSON.stringify(room.events())).toContain("[redacted:");
  });

  test("passes over foreign files, odd folders and links", () => {
    const room = new Room();
    const outside = join(room.root, "outside.jsonl");
    writeFileSync(outside, row("user", "outside", { cwd: room.project }));
    room.write("notes.jsonl", 'hello\n{"type":"user"}\n[]\n\u0000\u0001\n');
    room.write(
      "odd.jsonl",
      ["", "../x", "\0", "x".repeat(9_000), 7].map((cwd) => row("user", "odd", { cwd })).join(""),
    );
    room.write("empty.jsonl", "");
    symlinkSync(outside, join(room.root, ".claude/projects/-tide/link.jsonl"));
    expect(room.import().agents).toMatchObject([{ found: 3, events: 0 }]);
    expect(room.events()).toEqual([]);
  });

  test("can be asked for one agent, one project and a time", () => {
    const room = new Room().keep("claude").keep("codex");
    const other = join(room.root, "other");
    const path = room.write("two.jsonl", row("user", "elsewhere", { cwd: other, sessionId: "two" }));
    utimesSync(path, 1, 1);
    expect(room.import({ since: NOW - 200_000, isDry: true }).sessions).not.toContain("two");
    const { project } = here(room.env, other);
    expect(room.import({ pasts: [claudePast], project }).sessions).toEqual(["two"]);
    // What was left out then is still to be told.
    expect(room.import().agents).toMatchObject([
      { agent: "claude", prompts: 4 },
      { agent: "codex", prompts: 3 },
    ]);
  });

  test("for a trial writes nothing", () => {
    const room = new Room().keep("claude");
    const trial = room.import({ isDry: true });
    expect(trial.agents).toMatchObject([{ prompts: 4 }]);
    expect(trial.learned).toBeUndefined();
    expect(room.events()).toEqual([]);
    expect(room.import().agents).toMatchObject([{ prompts: 4 }]);
  });

  test("never puts anything after what is still to come", () => {
    const room = new Room();
    room.write(
      "one.jsonl",
      row("user", "from the future", { cwd: room.project, timestamp: "2099-01-01T00:00:00Z" }),
    );
    room.import();
    const [event] = room.events().filter(({ type }) => type === "prompt.submitted");
    expect(event?.at).toBe(NOW);
    expect(event?.clock).toBeLessThan(NOW + 10);
  });

  test("is offered as long as there is something that nobody has imported from", () => {
    const room = new Room().keep("claude").keep("codex").keep("gemini");
    expect(countPast(room.env)).toBe(5);
    room.import({ pasts: [claudePast] });
    expect(countPast(room.env)).toBe(3);
    room.import();
    expect(countPast(room.env)).toBe(0);
  });

  test("leaves a state that one could go on from", () => {
    const room = new Room().keep("claude");
    room.import();
    const store = openStore(room.home);
    const [state] = store.findSessions(MAIN);
    store.close();
    expect(state).toMatchObject({ prompts: 3, busy: false, running: [] });
    expect(state?.lastAt).toBe(Date.parse("2026-03-02T14:31:09.437Z"));
  });
});

/** The same JSON as other writers put it down: a blank behind each colon and comma. */
function widened(line: string): string {
  return JSON.stringify(JSON.parse(line), null, 1).replace(/\n */g, " ");
}
