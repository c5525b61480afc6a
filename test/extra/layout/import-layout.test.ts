import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composeFor } from "../../../src/brief/answer.js";
import type { LayoutName } from "../../../src/extra/layout/layout.js";
import { LAYOUTS } from "../../../src/extra/layout/layouts.js";
import { sha256 } from "../../../src/host/file/backup.js";
import { append } from "../../../src/journal/append.js";
import { drain } from "../../../src/model/drain.js";
import { openStore } from "../../../src/model/store/open.js";
import { redactJson } from "../../../src/redact/redact-json.js";
import { redact } from "../../redact.js";
import { FILES, type Files } from "./document-arbitrary.js";
import { bytesIn, LayoutRoom, putFiles, valuesIn, whenAt } from "./layout-room.js";

const NAMES = Object.keys(LAYOUTS) as LayoutName[];
const NOW = Date.UTC(2026, 2, 4, 12);
const when = whenAt(NOW);

describe.each(NAMES)("files of %s", (layout) => {
  test("come back as they were, with all that Tidemark does not know", () => {
    fc.assert(
      fc.property(FILES[layout], (files) => {
        fc.pre(Object.keys(files).length > 0 && !hasSecret(files));
        const room = new LayoutRoom();
        putFiles(room.folder(), files);
        const { skipped } = room.import(room.folder(), when);
        expect(skipped).toEqual([]);
        room.export(layout, room.folder("out"), whenAt(NOW + 1_000));
        const before = valuesIn(room.folder());
        expect(valuesIn(room.folder("out"))).toEqual(before);
        expect(JSON.stringify(valuesIn(room.folder("out")))).toBe(JSON.stringify(before));
      }),
      { numRuns: 40 },
    );
  });

  test("are imported once, however often, and the folds take what they say", () => {
    fc.assert(
      fc.property(FILES[layout], (files) => {
        fc.pre(Object.keys(files).length > 0);
        const room = new LayoutRoom();
        putFiles(room.folder(), files);
        room.import(room.folder(), whenAt(NOW));
        const journal = bytesIn(`${room.home}/journal`);
        const again = room.import(room.folder(), whenAt(NOW + 86_400_000));
        expect(again.files).toEqual([]);
        expect(again.events).toBe(0);
        expect(bytesIn(`${room.home}/journal`)).toEqual(journal);
        const store = openStore(room.home);
        const { badLines } = drain(room.home, store);
        store.close();
        expect(badLines).toBe(0);
      }),
      { numRuns: 20 },
    );
  });
});

/** Letters at random now and then look like a password beside its name. */
function hasSecret(files: Files): boolean {
  return Object.entries(files).some(
    ([, value]) => JSON.stringify(redactJson(value, { redact })) !== JSON.stringify(value),
  );
}

const CODES = {
  session_id: "20260303-100000",
  project: "photo-box",
  timestamp: "2026-03-03T11:00:00Z",
  files: ["impl:src/queue.py"],
  next_actions: ["next:write-the-test"],
  mood: "calm",
};

function sums(folder: string): string[] {
  return [...bytesIn(folder)].map(([path, bytes]) => `${path} ${sha256(bytes)}`);
}

function onStore<T>(room: LayoutRoom, look: (store: ReturnType<typeof openStore>) => T): T {
  const store = openStore(room.home);
  try {
    drain(room.home, store);
    return look(store);
  } finally {
    store.close();
  }
}

describe("an import", () => {
  test("of a summary alone is told to the next session", () => {
    const room = new LayoutRoom();
    const told = {
      session_id: "s1",
      summary: "The queue drains; retries are next.",
      generated_at: "2026-03-04T12:00:00",
    };
    putFiles(room.folder(), { ".ai/db/synthesis/synthesis_1.json": told });
    room.import(room.folder(), when);
    const { text } = onStore(room, (store) =>
      composeFor(store, { project: room.project, session: "new", source: "startup", now: NOW }),
    );
    expect(text).toContain("The queue drains; retries are next.");
    expect(text).not.toContain("first session");
  });

  test("of a thread keeps its topics", () => {
    const room = new LayoutRoom();
    const thread = {
      id: "thread_1",
      title: "Faster nightly reports for the branch offices",
      topics: ["postgres", "partition", "vacuum"],
      summary: "The reports run in twenty minutes.",
      updated_at: "2026-03-04T12:00:00",
    };
    putFiles(room.folder(), { ".ai/db/threads/thread_1.json": thread });
    room.import(room.folder(), when);
    const { text } = onStore(room, (store) =>
      composeFor(store, { project: room.project, session: "new", source: "startup", now: NOW }, 1_000),
    );
    expect(text).toMatch(/^Thread: "Faster nightly reports.* · postgres, partition, vacuum/m);
  });

  test("of a heartbeat goes on counting", () => {
    const room = new LayoutRoom();
    putFiles(room.folder(), {
      ".ai/heartbeat.json": { beat: 847, last_interaction_beat: 847 },
      ".ai/session_state.json": { session_id: "s1", current_work: { last_user_message: "mend the queue" } },
    });
    room.import(room.folder(), when);
    const scene = { at: NOW + 1_000, project: room.project, session: "own", agent: "claude" };
    append(room.home, [{ type: "prompt.submitted", data: { text: "Go on with the queue" } }], scene);
    room.export("ai-folder", room.folder("out"), whenAt(NOW + 2_000));
    expect(valuesIn(room.folder("out"))[".ai/heartbeat.json"]).toMatchObject({
      beat: 848,
      last_interaction_beat: 848,
    });
  });

  test("of codes gives the same codes to the next session", () => {
    const room = new LayoutRoom();
    const codes = {
      files: ["impl:src/queue.py"],
      functions: ["impl:Queue.retry", "impl:drain_all"],
      decisions: ["dec:three-tries-because-the-line-is-bad"],
      blockers: ["block:need:a-broker"],
      next_actions: ["next:write-the-test"],
    };
    putFiles(room.folder(), { "active-box.json": { ...CODES, ...codes } });
    room.import(room.folder(), when);
    const asker = {
      project: room.project,
      session: "new",
      source: "startup",
      now: NOW,
      style: "codes" as const,
    };
    const { text } = onStore(room, (store) => composeFor(store, asker));
    expect(text.split("\n")).toEqual(expect.arrayContaining(Object.values(codes).flat()));
  });

  test("takes all good files and names each bad one with its reason", () => {
    const room = new LayoutRoom();
    const folder = room.folder();
    putFiles(folder, { "session_good.json": { session_id: "good", context: { user_intent: "mend it" } } });
    const put = (name: string, bytes: string | Buffer) => writeFileSync(join(folder, name), bytes);
    put("session_bad.json", "{ nope");
    put("session_empty.json", "");
    put("session_type.json", '{"tools": {"history": "none"}}');
    put("session_list.json", "[]");
    put("session_latin.json", Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]));
    put("session_number.json", '{"x": 12345678901234567891}');
    put("session_deep.json", `{"x": ${"[".repeat(500)}${"]".repeat(500)}}`);
    put("session_torn.json.gz", gzipSync('{"session_id": "torn"}').subarray(0, 20));
    put("session_bomb.json.gz", gzipSync(`{"x": "${" ".repeat(20_000_000)}"}`));
    put("session_large.json", `{"x": "${"y ".repeat(9_000_000)}"}`);
    put("session_text.json", `{"x": "${"words ".repeat(60_000)}"}`);
    mkdirSync(join(folder, "session_folder.json"));
    symlinkSync(join(folder, "session_good.json"), join(folder, "session_link.json"));
    put("notes.json", "{ not ours");
    const before = sums(folder);
    const { files, skipped } = room.import(folder, when);
    expect(files).toEqual(["session_good.json"]);
    expect(Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]))).toEqual({
      "session_bad.json": "it is not JSON",
      "session_empty.json": "it is empty",
      "session_type.json": 'tools.history is "none", not Array',
      "session_list.json": "it is a list",
      "session_latin.json": "it is not UTF-8",
      "session_number.json": "the number 12345678901234567891 in it cannot be kept exactly",
      "session_deep.json": "it is nested more than 100 deep",
      "session_torn.json.gz": "it cannot be unpacked",
      "session_bomb.json.gz": "it unpacks to more than 16 MB",
      "session_large.json": "it is larger than 16 MB",
      "session_text.json": "a single text in it is too long to be kept",
      "session_folder.json": "it is a folder",
      "session_link.json": "it is a link, and those are not followed",
    });
    expect(sums(folder)).toEqual(before);
  });

  test("of nothing, or of two layouts at once, says so", () => {
    const room = new LayoutRoom();
    expect(() => room.import(room.folder("none"), when)).toThrow(/no folder/);
    putFiles(room.folder(), { "README.json": {} });
    expect(() => room.import(room.folder(), when)).toThrow(/nothing in/);
    putFiles(room.folder(), { "active-box.json": CODES, "current-session.json": {} });
    expect(() => room.import(room.folder(), when)).toThrow(/more than one layout/);
    expect(room.import(room.folder(), when, { layout: LAYOUTS["active-file"] }).files).toEqual([
      "active-box.json",
    ]);
  });

  test("shows what it would do and does nothing when dry", () => {
    const room = new LayoutRoom();
    putFiles(room.folder(), { "active-box.json": CODES });
    expect(room.import(room.folder(), when, { isDry: true })).toMatchObject({
      files: ["active-box.json"],
      sessions: ["20260303-100000"],
    });
    expect(bytesIn(room.home).size).toBe(0);
  });

  test("keeps a long transcript in parts", () => {
    const room = new LayoutRoom();
    const messages = Array.from({ length: 3_000 }, (_, n) => ({
      role: "user",
      content: `${n} ${"words ".repeat(60)}`,
    }));
    putFiles(room.folder(), { "sessions/long/full.json": { messages } });
    room.import(room.folder(), when);
    const lines = [...bytesIn(join(room.home, "journal")).values()].flatMap((bytes) =>
      bytes.toString().split("\n"),
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(400_000);
    room.export("session-folder", room.folder("out"), when);
    expect(valuesIn(room.folder("out"))).toEqual(valuesIn(room.folder()));
    expect(onStore(room, (store) => store.turns(room.project, "long").length)).toBe(3_001);
  });

  test("writes no secret, wherever it stands", () => {
    const room = new LayoutRoom();
    const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    putFiles(room.folder(), {
      "current-session.json": {
        session_id: "s",
        context: { user_intent: `deploy with ${token}` },
        memory: {
          local_cache: {
            password: "hunter2hunter2&x",
            [token]: "here",
            args: ["--password", "hunter2hunter3"],
            env: [{ name: "DB_PASSWORD", value: "Zx81Spectrum48k" }],
            nested: [{ api_key: "q8w7e6r5t4y3u2i1o0p9" }],
          },
        },
      },
    });
    room.import(room.folder(), when);
    room.export("current-session", room.folder("out"), when);
    const all = [...bytesIn(room.home).values(), ...bytesIn(room.folder("out")).values()].join("\n");
    for (const secret of [
      token,
      "hunter2hunter2&x",
      "q8w7e6r5t4y3u2i1o0p9",
      "hunter2hunter3",
      "Zx81Spectrum48k",
    ])
      expect(all).not.toContain(secret);
    expect(all).toContain("[redacted:");
  });

  test("makes no path of a session's name, and no alarm of a session that is over", () => {
    const room = new LayoutRoom();
    putFiles(room.folder(), { "active-box.json": { ...CODES, session_id: "../../../outside" } });
    room.import(room.folder(), when);
    room.export("session-folder", room.folder("out"), when);
    expect([...bytesIn(room.folder("out")).keys()].every((path) => !path.includes(".."))).toBe(true);
    const state = onStore(room, (store) => store.session(room.project, "../../../outside")?.state);
    expect(state?.busy).toBe(false);
    expect(state?.lastAt).toBe(Date.UTC(2026, 2, 3, 11));
  });

  test("of a time to come puts nothing after what is still to happen", () => {
    const room = new LayoutRoom();
    putFiles(room.folder(), { "active-box.json": { ...CODES, timestamp: "2199-01-01T00:00:00Z" } });
    room.import(room.folder(), when);
    expect(onStore(room, (store) => store.session(room.project, CODES.session_id)?.state.lastAt)).toBe(NOW);
    expect(room.import(room.folder(), whenAt(NOW + 1_000)).events).toBe(0);
  });

  test("takes only what is new when the other tool went on", () => {
    const room = new LayoutRoom();
    putFiles(room.folder(), { "active-box.json": CODES });
    room.import(room.folder(), when);
    const more = {
      ...CODES,
      timestamp: "2026-03-03T12:00:00Z",
      decisions: ["dec:three-tries"],
      mood: "glad",
    };
    putFiles(room.folder(), { "active-box.json": more });
    const second = room.import(room.folder(), when);
    expect(second.files).toEqual(["active-box.json"]);
    room.export("active-file", room.folder("out"), when);
    expect(valuesIn(room.folder("out"))).toEqual({ "active-box.json": more });
  });

  test("needs only to read the files", () => {
    const room = new LayoutRoom();
    putFiles(room.folder(), { "active-box.json": CODES });
    chmodSync(room.folder(), 0o500);
    chmodSync(join(room.folder(), "active-box.json"), 0o400);
    expect(room.import(room.folder(), when).files).toEqual(["active-box.json"]);
    expect(JSON.parse(readFileSync(join(room.folder(), "active-box.json"), "utf8"))).toEqual(CODES);
  });
});
