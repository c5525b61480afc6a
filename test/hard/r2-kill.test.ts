import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { archiveFiles, dayFiles } from "../../src/journal/file.js";
import { databasePath } from "../../src/model/store/open.js";
import { integrityOf } from "./database.js";
import { figure } from "./figure.js";
import { fillJournal } from "./fill.js";
import { type Ended, type RunOptions, runCli } from "./hook-run.js";
import { Killer } from "./kill.js";
import { listTree } from "./listing.js";
import { readHistory, readVerified } from "./memory.js";
import { type Random, seeded } from "./random.js";
import { type House, openHouse, type Room } from "./room.js";

const SEED = Number(process.env["TIDEMARK_SEED"] ?? 202);
const DAY = 86_400_000;

let house: House;
beforeAll(async () => {
  house = await openHouse("r2");
});
afterAll(() => house.leave());

/** Something that is killed again and again, and what there must be to do each time. */
interface Work {
  readonly name: string;
  readonly kills: number;
  /** Gives it work. Returns how many events that were. */
  prepare(room: Room, n: number): number;
  run(room: Room, options: RunOptions): Promise<Ended>;
}

const random = seeded(SEED);

const WORKS: Work[] = [
  {
    name: "drain",
    kills: 60,
    prepare: (room, n) => fill(room, `d${n}`, { sessions: 2, turns: 10, until: Date.now() }),
    run: (room, options) => runCli(room, ["status"], options),
  },
  {
    name: "compaction and archive",
    kills: 50,
    prepare: (room, n) => fill(room, `a${n}`, { sessions: 3, turns: 8, until: Date.now() - 9 * DAY }),
    run: tend,
  },
  {
    name: "checkpoint",
    kills: 40,
    prepare: (room, n) => {
      change(room, random, n);
      return 0;
    },
    run: (room, options) => runCli(room, ["checkpoint", "create", "--json"], options),
  },
  {
    name: "rebuild",
    kills: 50,
    prepare: (room, n) => fill(room, `r${n}`, { sessions: 1, turns: 4, until: Date.now() }),
    run: (room, options) => runCli(room, ["rebuild", "--force"], options),
  },
];

it.each(WORKS)("R2: $name killed $kills times", async (work) => {
  const room = house.room(work.name.replaceAll(" ", "-"));
  const git = makeRepository(room);
  const killer = new Killer(random);
  let filled = work.prepare(room, -1);
  let n = 0;
  for (; n < 3; n++) {
    filled += work.prepare(room, n);
    const { code, stderr } = await killer.measure(() => work.run(room, {}));
    expect([code, stderr]).toEqual([0, ""]);
  }
  let midway = 0;
  for (; killer.killed < work.kills && n < 4 * work.kills; n++) {
    filled += work.prepare(room, n);
    const parts = archiveFiles(room.data).length;
    // Now and then to the end, so that what is left undone does not pile up, and the kills fall into all of its life.
    if (n % 5 === 0) await killer.measure(() => work.run(room, {}));
    // The first part of a life is Node's start.
    else await killer.kill((options) => work.run(room, options), 0.3);
    if (isMidway(room, parts)) midway++;
    if (n % 20 === 0) await expectWhole(room, filled);
  }
  const verified = await expectWhole(room, filled);
  const again = await work.run(room, {});
  expect([again.code, again.stderr]).toEqual([0, ""]);
  await expectCheckpoints(room);
  expect(git()).toEqual([]);
  figure(
    `seed ${SEED}, ${work.name}: killed ${killer.killed} times, ${midway} of them seen to be in the middle of a change, done first ${killer.survived} times; ` +
      `${filled} events written, ${verified.events} in the database, ${dayFiles(room.data).length} days, ${archiveFiles(room.data).length} archived parts; ` +
      `0 lost, integrity ok, rebuild equals incremental`,
  );
  expect(killer.killed).toBe(work.kills);
});

/** A transaction that was cut off, or a day that is in both forms: the kill came at a moment that matters. */
function isMidway(room: Room, partsBefore: number): boolean {
  const journal = statSync(`${databasePath(room.data)}-journal`, { throwIfNoEntry: false });
  const isHot = (journal?.size ?? 0) > 0;
  return isHot || (archiveFiles(room.data).length > partsBefore && dayFiles(room.data).some(isOld));
}

function isOld(file: string): boolean {
  return Date.parse(file.slice(0, "2000-01-01".length)) < Date.now() - 8 * DAY;
}

async function expectWhole(room: Room, filled: number): Promise<{ events: number }> {
  const verified = await readVerified(room);
  const history = await readHistory(room);
  const ours = history.filter(({ session }) => session.startsWith("filled"));
  expect(verified).toMatchObject({ same: true, badLines: 0, events: history.length });
  expect([ours.length, new Set(ours.map(({ id }) => id)).size]).toEqual([filled, filled]);
  expect(integrityOf(room)).toBe("ok");
  expect(readdirSync(room.data).filter((name) => name.includes("damaged"))).toEqual([]);
  return verified;
}

/** Every checkpoint that is listed can be compared with the present, and the last one has all of it. */
async function expectCheckpoints(room: Room): Promise<void> {
  const { stdout } = await runCli(room, ["checkpoint", "list", "--json"]);
  const listed: { id: string }[] = JSON.parse(stdout).checkpoints ?? JSON.parse(stdout);
  for (const { id } of listed) {
    const { code, stderr } = await runCli(room, ["checkpoint", "diff", id, "--json"]);
    expect([id, code, stderr]).toEqual([id, 0, ""]);
  }
}

function fill(
  room: Room,
  project: string,
  filling: { sessions: number; turns: number; until: number },
): number {
  return fillJournal(room.data, random, { ...filling, project });
}

/** Changes some files of the work tree, and adds one. */
function change(room: Room, chance: Random, n: number): void {
  for (let file = 0; file < 20; file++)
    if (chance.chance(0.4)) writeFileSync(join(room.work, `file-${file}.txt`), `${n} ${chance.next()}\n`);
  mkdirSync(join(room.work, "new"), { recursive: true });
  writeFileSync(join(room.work, "new", `${n}.txt`), chance.bytes(2_000).toString("hex"));
}

/** A repository of the user's, and the question what of it is not as it was. */
function makeRepository(room: Room): () => string[] {
  const git = (...args: string[]) =>
    spawnSync("git", ["-C", room.work, "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      env: room.env,
    });
  git("init", "-q");
  writeFileSync(join(room.work, "kept.txt"), "kept\n");
  git("add", ".");
  git("commit", "-qm", "first");
  const before = listTree(join(room.work, ".git"));
  return () => listTree(join(room.work, ".git")).filter((line) => !before.includes(line));
}

/** The housekeeping, as the hook starts it. */
function tend(room: Room, { killAfter }: RunOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, [room.program.hook, "tend"], { env: room.env, stdio: "ignore" });
    const end = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(end);
      resolve({ code, signal, stdout: "", stderr: "", ms: performance.now() - began, hung: false });
    });
  });
}
