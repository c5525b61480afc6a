import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TidemarkEvent } from "../../../src/event/registry.js";
import { applyExport, exportAgain, planExport } from "../../../src/extra/layout/export-layout.js";
import type { LayoutName } from "../../../src/extra/layout/layout.js";
import { LAYOUTS } from "../../../src/extra/layout/layouts.js";
import { append } from "../../../src/journal/append.js";
import { events } from "../../event-arbitrary.js";
import { write } from "../../journal/journal-home.js";
import { bytesIn, LayoutRoom, putFiles, valuesIn, whenAt } from "./layout-room.js";

const NAMES = Object.keys(LAYOUTS) as LayoutName[];
const DAY = 86_400_000;

const agents = fc.constantFrom("claude", "codex", "gemini");
const points = fc.array(fc.constantFrom("hand", "plan", "commit", "destructive", "tools"), { maxLength: 3 });

/** Events of two agents with checkpoints among them; `p` is the room's own project. */
const stories = fc.tuple(events, agents, points, fc.nat(20)).map(([list, agent, reasons, days]) => {
  const own = list.map((event) => ({
    ...event,
    agent: event.session === "s1" ? agent : event.agent,
    at: event.at + days * DAY,
  }));
  const made = reasons.map((reason, index) => ({
    ...(own[0] ?? { v: 1, clock: 0, author: "a", project: "p", session: "s1", agent }),
    id: `p${index}`,
    type: "checkpoint.created",
    at: 1_000_000 + index,
    clock: 1_000_001 + index,
    data: { checkpoint: `c${index}`, reason, label: "npm run migrate" },
  }));
  return [...own, ...made] as TidemarkEvent[];
});

function named(
  story: readonly TidemarkEvent[],
  projects: { readonly [name: string]: string },
): TidemarkEvent[] {
  return story.map((event) => ({ ...event, project: projects[event.project] ?? event.project }));
}

describe.each(NAMES)("what is exported as %s", (layout) => {
  test("comes back the same, byte for byte, from another data folder", () => {
    fc.assert(
      fc.property(stories, fc.nat(9 * DAY), fc.boolean(), (story, later, isAll) => {
        const one = new LayoutRoom();
        const other = new LayoutRoom();
        const when = whenAt(1_000_000 + 21 * DAY + later);
        write(one.home, named(story, { p: one.project, q: "q" }));
        if (isAll && !LAYOUTS[layout].isOfOneProject)
          applyExport(planExport({ home: one.home, layout: LAYOUTS[layout], folder: one.folder(), when }));
        else one.export(layout, one.folder(), when);
        fc.pre(bytesIn(one.folder()).size > 0);
        other.import(one.folder(), when);
        other.export(layout, other.folder(), { ...when, now: when.now + 3 * DAY });
        expect([...bytesIn(other.folder())]).toEqual([...bytesIn(one.folder())]);
      }),
      { numRuns: 30 },
    );
  });
});

const NOW = Date.UTC(2026, 2, 4, 12);
const when = whenAt(NOW);

function ask(room: LayoutRoom, session: string, text: string, at = NOW - 60_000): void {
  append(room.home, [{ type: "prompt.submitted", data: { text } }], {
    at,
    project: room.project,
    session,
    agent: "claude",
  });
}

describe("an export", () => {
  test("is closed to others, whole, and leaves what is there beside it", () => {
    const room = new LayoutRoom();
    ask(room, "s1", "mend the queue");
    putFiles(room.folder(), { "config.json": { theirs: true } });
    room.export("session-folder", room.folder(), when);
    const mode = (path: string) => statSync(join(room.folder(), path)).mode & 0o777;
    expect(mode("sessions/s1/full.json")).toBe(0o600);
    expect(mode("sessions/s1")).toBe(0o700);
    expect(valuesIn(room.folder())["config.json"]).toEqual({ theirs: true });
    expect([...bytesIn(room.folder()).keys()].filter((path) => path.includes(".tidemark"))).toEqual([]);
  });

  test("brings what happened since into what was taken over, and keeps what only the other tool knows", () => {
    const room = new LayoutRoom();
    const codes = {
      session_id: "20260303-100000",
      project: "x",
      timestamp: "2026-03-03T11:00:00Z",
      files: ["impl:src/queue.py"],
      mood: "calm",
    };
    putFiles(room.folder(), { "active-photo-box-id.json": codes });
    room.import(room.folder(), when);
    append(
      room.home,
      [{ type: "tool.finished", data: { tool: "Edit", action: "edit", paths: ["src/retry.py"], ok: true } }],
      { at: NOW - 60_000, project: room.project, session: codes.session_id, agent: "claude" },
    );
    room.export("active-file", room.folder("out"), when);
    expect(valuesIn(room.folder("out"))["active-photo-box-id.json"]).toMatchObject({
      session_id: codes.session_id,
      project: "x",
      files: ["impl:src/queue.py", "impl:src/retry.py"],
      mood: "calm",
    });
    ask(room, "s-new", "something else", NOW - 1_000);
    room.export("active-file", room.folder("out"), when);
    const files = valuesIn(room.folder("out"));
    expect(files["active-photo-box-id.json"]).toMatchObject({ session_id: "s-new" });
    expect(files["active-photo-box-id.json"]).not.toHaveProperty("mood");
    expect(files[`archive/${codes.session_id}.json`]).toMatchObject({
      mood: "calm",
      archived_at: expect.any(String),
    });
  });

  test("says nothing new when it is imported where it came from", () => {
    for (const layout of NAMES) {
      const room = new LayoutRoom();
      ask(room, "s1", "mend the queue");
      room.export(layout, room.folder(layout), when);
      const again = room.import(room.folder(layout), when);
      expect([layout, again.events, again.files]).toEqual([layout, 0, []]);
    }
  });

  test("keeps a copy of a file of the tool, knows its own again, and takes away what no longer belongs to it", () => {
    const room = new LayoutRoom();
    ask(room, "s1", "mend the queue");
    putFiles(room.folder(), { "sessions/s1/state.json": { created_at: "2026-01-01T00:00:00" } });
    expect(room.export("session-folder", room.folder(), when).backups).toEqual([
      "sessions/s1/state.json.backup",
    ]);
    ask(room, "s2", "and the test", NOW - 1_000);
    const { backups, written } = room.export("session-folder", room.folder(), when, { session: "s2" });
    expect(backups).toEqual([]);
    expect(written).toContain("sessions/s2/full.json");
    expect([...bytesIn(room.folder()).keys()].filter((path) => path.includes("/s1/"))).toEqual([
      "sessions/s1/state.json.backup",
    ]);
  });

  test("asks before it replaces what is no file of the tool", () => {
    const room = new LayoutRoom();
    ask(room, "s1", "mend the queue");
    mkdirSync(room.folder());
    writeFileSync(join(room.folder(), "current_session"), "x".repeat(2_000));
    const request = {
      home: room.home,
      layout: LAYOUTS["session-folder"],
      folder: room.folder(),
      project: room.project,
      when,
    };
    const { files } = planExport(request);
    expect(files.find(({ path }) => path === "current_session")?.over).toBe("foreign");
  });

  test("follows no link and writes over no folder", () => {
    const room = new LayoutRoom();
    ask(room, "s1", "mend the queue");
    mkdirSync(room.folder("elsewhere"));
    mkdirSync(room.folder());
    symlinkSync(room.folder("elsewhere"), join(room.folder(), "sessions"));
    expect(() => room.export("session-folder", room.folder(), when)).toThrow(/sessions is a link/);
    writeFileSync(room.folder("precious"), "keep");
    mkdirSync(room.folder("two"));
    symlinkSync(room.folder("precious"), join(room.folder("two"), "current-session.json"));
    expect(() => room.export("current-session", room.folder("two"), when)).toThrow(/is a link/);
    mkdirSync(join(room.folder("three"), "current-session.json"), { recursive: true });
    expect(() => room.export("current-session", room.folder("three"), when)).toThrow(/is not a file/);
    expect(readFileSync(room.folder("precious"), "utf8")).toBe("keep");
    expect(bytesIn(room.folder("elsewhere")).size).toBe(0);
    expect(() => room.export("current-session", room.home, when)).toThrow(/own data folder/);
  });

  test("of several projects puts each in its place, or says that there is room for one", () => {
    const room = new LayoutRoom();
    ask(room, "s1", "mend the queue");
    append(room.home, [{ type: "prompt.submitted", data: { text: "other" } }], {
      at: NOW,
      project: "b",
      session: "s9",
      agent: "codex",
    });
    const plan = (layout: LayoutName) =>
      planExport({ home: room.home, layout: LAYOUTS[layout], folder: room.folder(), when });
    expect(plan("active-file").files.map(({ path }) => path)).toEqual([
      "active-b.json",
      "active-photo-box-id.json",
    ]);
    expect(plan("session-folder").files.map(({ path }) => path)).toContain("sessions/s9/full.json");
    expect(() => plan("ai-folder")).toThrow(/one project alone/);
    // One session may have worked in two projects.
    append(room.home, [{ type: "prompt.submitted", data: { text: "here, too" } }], {
      at: NOW - 5_000,
      project: "c",
      session: "s1",
      agent: "claude",
    });
    const folders = plan("session-folder").files.filter(({ path }) => path.endsWith("/full.json"));
    expect(new Set(folders.map(({ path }) => path)).size).toBe(3);
    expect(plan("current-session").files.filter(({ path }) => path.endsWith(".json"))).toHaveLength(3);
  });

  test("is written anew where it was exported, unless somebody else changed it", () => {
    const room = new LayoutRoom();
    ask(room, "s1", "mend the queue");
    room.export("session-folder", room.folder(), when);
    ask(room, "s2", "and the test", NOW - 1_000);
    writeFileSync(join(room.folder(), "sessions/s1/full.json"), '{"messages": []}');
    const [again] = exportAgain(room.home, when);
    expect(again).toMatchObject({ folder: room.folder(), removed: [], left: ["sessions/s1/full.json"] });
    expect(again?.written).toContain("sessions/s2/full.json");
    expect(readFileSync(join(room.folder(), "sessions/s1/full.json"), "utf8")).toBe('{"messages": []}');
  });

  test("that a link got in the way of is named, and the others are still written anew", () => {
    const room = new LayoutRoom();
    ask(room, "s1", "mend the queue");
    room.export("session-folder", room.folder("one"), when);
    room.export("session-folder", room.folder("two"), when);
    renameSync(join(room.folder("one"), "sessions"), room.folder("moved"));
    symlinkSync(room.folder("moved"), join(room.folder("one"), "sessions"));
    ask(room, "s2", "and the test", NOW - 1_000);
    const [one, two] = exportAgain(room.home, when);
    expect(one).toMatchObject({ written: [], left: expect.arrayContaining(["sessions/s1/full.json"]) });
    expect(two?.written).toContain("sessions/s2/full.json");
    expect(existsSync(join(room.folder("moved"), "s2"))).toBe(false);
  });
});
