import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dayFiles, journalFolder } from "../../src/journal/file.js";
import { writeLine } from "../../src/journal/line.js";
import { databasePath } from "../../src/model/store/open.js";
import { MODEL_VERSION } from "../../src/model/store/schema.js";
import { integrityOf, setVersion, versionOf } from "./database.js";
import { figure } from "./figure.js";
import { fillJournal } from "./fill.js";
import { isAnswer, runCli, runHook } from "./hook-run.js";
import { Killer } from "./kill.js";
import { readHistory, readNotes, readVerified } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { seeded } from "./random.js";
import { type House, openHouse, type Room } from "./room.js";

const SEED = 1010;
const KILLS = 50;
const KINDS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"];

let house: House;
beforeAll(async () => {
  house = await openHouse("r10");
});
afterAll(() => house.leave());

async function work(room: Room, session: string): Promise<void> {
  for (const kind of KINDS) {
    const { code, stdout, stderr } = await runHook(room, payload(kind, sceneOf(room, session), session));
    expect([code, stderr, isAnswer(stdout)]).toEqual([0, "", true]);
  }
}

it("R10: an older model under a newer program is made anew, and nothing is lost", async () => {
  const room = house.room("older");
  await work(room, "first");
  const before = await readHistory(room);
  for (let version = 0; version < MODEL_VERSION; version++) {
    setVersion(room, version);
    await work(room, `over-${version}`);
    expect(versionOf(room)).toBe(MODEL_VERSION);
  }
  const after = await readHistory(room);
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  expect(await readVerified(room)).toMatchObject({ same: true, badLines: 0, events: after.length });
});

it("R10: an older program leaves a newer model and newer events alone, says so, and records on", async () => {
  const room = house.room("newer");
  await work(room, "first");
  const known = await readHistory(room);
  const [day = ""] = dayFiles(room.data);
  const [line] = readFileSync(join(journalFolder(room.data), day), "utf8")
    .split("\n")
    .filter(Boolean);
  const { sum: _, ...event } = JSON.parse(line ?? "");
  const newer = { ...event, id: "zz-newer", type: "tide.turned", v: 9, data: { depth: 3 } };
  const later = { ...event, id: "zz-later", v: 99, data: { other: true } };
  appendFileSync(join(journalFolder(room.data), day), `\n${writeLine(newer)}\n${writeLine(later)}\n`);
  expect(await readVerified(room)).toMatchObject({ same: true, badLines: 0, events: known.length + 2 });

  setVersion(room, MODEL_VERSION + 1);
  const bytes = digest(databasePath(room.data));
  await work(room, "meanwhile");
  for (const args of [["sessions"], ["status"], ["verify"], ["rebuild"], ["recall", "anything"]]) {
    const { code, stdout, stderr } = await runCli(room, args);
    expect([args[0], code, stdout]).toEqual([args[0], 1, ""]);
    expect(stderr).toContain("newer Tidemark");
    expect(stderr).toMatch(/npm install|Update/);
  }
  expect(digest(databasePath(room.data))).toBe(bytes);
  expect(readNotes(room).some((note) => note.includes("newer Tidemark"))).toBe(true);
  const doctor = JSON.parse((await runCli(room, ["doctor", "--json"])).stdout);
  expect(doctor.findings).toContainEqual(
    expect.objectContaining({ name: "memory", ok: false, detail: expect.stringContaining("newer") }),
  );

  // The newer program comes back.
  setVersion(room, MODEL_VERSION);
  const all = await readHistory(room);
  expect(all.filter(({ session }) => session === "meanwhile").length).toBeGreaterThanOrEqual(KINDS.length);
  expect(await readVerified(room)).toMatchObject({ same: true, badLines: 0, events: all.length });
  // On a person's word alone the older one may take its place; the newer's events stay in the journal.
  setVersion(room, MODEL_VERSION + 1);
  expect((await runCli(room, ["rebuild", "--force"])).code).toBe(0);
  expect(await readVerified(room)).toMatchObject({ same: true, badLines: 0, events: all.length });
});

it("R10: a model that knows more than the journal is kept when its version is gone by", async () => {
  const room = house.room("only-copy");
  fillJournal(room.data, seeded(SEED), { sessions: 3, turns: 4, until: Date.now() });
  const { events } = await readVerified(room);
  const [first = ""] = dayFiles(room.data);
  const file = join(journalFolder(room.data), first);
  const backup = readFileSync(file);
  rmSync(file);
  setVersion(room, MODEL_VERSION - 1);
  await work(room, "after");
  expect(existsSync(`${databasePath(room.data)}.old`)).toBe(true);
  expect((await readVerified(room)).same).toBe(true);
  const doctor = JSON.parse((await runCli(room, ["doctor", "--json"])).stdout);
  expect(JSON.stringify(doctor.findings)).toContain("tidemark.db.old");
  // With the file back from a backup, everything is there again.
  writeFileSync(file, backup, { mode: 0o600 });
  expect((await runCli(room, ["rebuild"])).code).toBe(0);
  const restored = await readVerified(room);
  expect(restored).toMatchObject({ same: true, badLines: 0 });
  expect(restored.events).toBeGreaterThan(events + KINDS.length - 1);
});

it(`R10: a rebuild killed ${KILLS} times loses nothing`, async () => {
  const room = house.room("killed");
  const random = seeded(SEED);
  const filled = fillJournal(room.data, random, { sessions: 8, turns: 40, until: Date.now() });
  const killer = new Killer(random);
  const rebuild = (options = {}) => runCli(room, ["rebuild", "--force"], options);
  for (let n = 0; n < 3; n++) await killer.measure(() => rebuild());
  const hooks: number[] = [];
  for (let n = 0; killer.killed < KILLS && n < 3 * KILLS; n++) {
    await killer.kill((options) => rebuild(options), 0.15);
    if (n % 10 === 0) {
      const ended = await runHook(room, payload("UserPromptSubmit", sceneOf(room, `k${n}`), `k${n}`));
      hooks.push(ended.code ?? -1);
    }
  }
  const verified = await readVerified(room);
  const history = await readHistory(room);
  figure(
    `seed ${SEED}: rebuild of ${filled} events killed ${killer.killed} times (${killer.survived} were done first); ` +
      `${history.length} events, ${verified.events} in the database, same: ${verified.same}, integrity ${integrityOf(room)}`,
  );
  expect(hooks.every((code) => code === 0)).toBe(true);
  expect(killer.killed).toBe(KILLS);
  expect(history.filter(({ session }) => session.startsWith("filled")).length).toBe(filled);
  expect(verified).toMatchObject({ same: true, badLines: 0, events: history.length });
  expect(integrityOf(room)).toBe("ok");
  expect(readdirSync(room.data).filter((name) => name.includes("damaged"))).toEqual([]);
});

function digest(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
