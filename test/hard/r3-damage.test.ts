import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDriver } from "../../src/host/sqlite.js";
import { append } from "../../src/journal/append.js";
import { archiveFiles, dayFiles, journalFolder } from "../../src/journal/file.js";
import { MEMBER_BYTES, unpack } from "../../src/journal/pack.js";
import { eachEvent } from "../../src/model/history.js";
import { databasePath } from "../../src/model/store/open.js";
import { rebuild, type Verified, verify } from "../../src/model/verify.js";
import { open } from "../../src/project/open.js";
import { maintain } from "../../src/upkeep/maintain/maintain.js";
import { type Damage, damage } from "./damage.js";
import { integrityOf } from "./database.js";
import { figure } from "./figure.js";
import { fillJournal } from "./fill.js";
import { type Ended, inParallel, isAnswer, runCli, runHook } from "./hook-run.js";
import { tally } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { seeded } from "./random.js";
import { type House, openHouse, type Room } from "./room.js";

const SEED = Number(process.env["TIDEMARK_SEED"] ?? 303);
const DAY = 86_400_000;
const TARGETS = { plain: 130, packed: 90, database: 180, "hot journal": 60, wal: 40 } as const;
type Target = keyof typeof TARGETS;
/** Nothing is started beside the hooks: each room is taken away as soon as it was looked at. */
const ALONE = { env: { TIDEMARK_CHECKPOINTS: "off", TIDEMARK_MAINTENANCE: "off" } };

let house: House;
/** A memory with days in both forms, a database, and what a killed writer leaves beside it. */
let template: Room;
let files: { [target in Target]: { readonly beside: string; readonly damaged: readonly string[] } };
beforeAll(async () => {
  house = await openHouse("r3");
  template = house.room("template");
  files = await prepare(template);
});
afterAll(() => house.leave());

interface Outcome {
  readonly target: Target;
  readonly damage: Damage;
  readonly hook: Ended;
  readonly told: boolean;
  readonly recorded: boolean;
  /** Lines that were not hit, and are not found any more. */
  readonly lost: number;
  readonly outcome: string;
  /** Whether a rebuild then equals what the journal tells; undefined where none was made. */
  readonly rebuilt: boolean | undefined;
}

it("R3: bytes flipped or cut in journal, database and what stands beside it, at 500 places", async () => {
  const random = seeded(SEED);
  const cases = Object.entries(TARGETS).flatMap(([target, n]) => Array<string>(n).fill(target)) as Target[];
  const plans = cases.map((target, n) => ({ target, n, seed: random.int(1, 2 ** 31) }));
  const outcomes = await inParallel(2, plans, ({ target, n, seed }) => strike(target, n, seed));
  for (const target of Object.keys(TARGETS)) {
    const of = outcomes.filter((outcome) => outcome.target === target);
    figure(
      `seed ${SEED}, ${target}: ${of.length} places (${tally(of.map((one) => one.damage.how)).join(", ")}); ` +
        `${of.filter(({ told }) => told).length} hooks answered, ${of.filter(({ recorded }) => recorded).length} recorded, ` +
        `${of.reduce((sum, { lost }) => sum + lost, 0)} good lines lost; ${tally(of.map(({ outcome }) => outcome)).join(", ")}; ` +
        `${of.filter(({ rebuilt }) => rebuilt).length} of ${of.filter(({ rebuilt }) => rebuilt !== undefined).length} rebuilt the same`,
    );
  }
  const told = ({ target, damage: { how, start, end }, outcome, hook: { stderr } }: Outcome) =>
    `${target} ${how} ${start}-${end}: ${outcome} ${stderr}`;
  expect(outcomes.length).toBe(500);
  expect(outcomes.filter(({ hook }) => hook.code !== 0 || !isAnswer(hook.stdout)).map(told)).toEqual([]);
  expect(outcomes.filter(({ recorded }) => !recorded).map(told)).toEqual([]);
  expect(outcomes.filter(({ lost }) => lost > 0).map(told)).toEqual([]);
  expect(outcomes.filter((one) => one.outcome === "silent").map(told)).toEqual([]);
  const refused = outcomes.filter(({ outcome }) => outcome.startsWith("refused"));
  expect(refused.filter(({ outcome }) => !outcome.includes("malformed")).map(told)).toEqual([]);
  expect(outcomes.filter(({ rebuilt }) => rebuilt === false).map(told)).toEqual([]);
  expect(outcomes.filter((one) => !one.told).map(told)).toEqual([]);
});

it("R3: verify and doctor say what is damaged, and what to do", async () => {
  const room = copy("told", "");
  const [day = ""] = dayFiles(room.data);
  const path = join(journalFolder(room.data), day);
  const bytes = readFileSync(path);
  const at = bytes.indexOf("mend");
  bytes[at] = 0x4d;
  writeFileSync(path, bytes, { mode: 0o600 });
  const verified = await runCli(room, ["verify"]);
  expect(verified.code).toBe(1);
  expect(verified.stderr).toContain(day);
  expect(verified.stderr).toContain("backup");
  const before = await runCli(room, ["doctor"]);
  expect(before.stdout).toMatch(/1 event that was recorded is damaged in the journal since\n.*backup/);
  expect((await runCli(room, ["rebuild"])).stderr).toContain("--force");
  expect((await runCli(room, ["rebuild", "--force"])).code).toBe(0);
  const doctor = await runCli(room, ["doctor"]);
  expect(doctor.stdout).toContain("damaged");
  expect(doctor.stdout).toContain("tidemark verify");
});

function isOfDatabase(target: Target): boolean {
  return target !== "plain" && target !== "packed";
}

async function strike(target: Target, n: number, seed: number): Promise<Outcome> {
  const random = seeded(seed);
  const room = copy(`${target.replaceAll(" ", "-")}-${n}`, files[target].beside);
  const file = random.pick(files[target].damaged);
  const path = join(room.data, file);
  const whole = readFileSync(path);
  const hit = damage(path, random);
  const good = goodLines(target, whole, hit);
  const marker = `struck-${n}-end`;
  const hook = await runHook(room, payload("SessionStart", sceneOf(room, `after-${n}`), marker), ALONE);
  // Whoever met the damage has mended it: the next is answered like any other.
  const after = isOfDatabase(target)
    ? await runHook(room, payload("UserPromptSubmit", sceneOf(room, `after-${n}`), marker), ALONE)
    : hook;

  const ids = new Set<string>();
  let recorded = 0;
  eachEvent(room.data, {}, ({ id, type, data }) => {
    ids.add(id);
    if (type !== "injection.made" && JSON.stringify(data).includes(marker)) recorded++;
  });
  const lost = good.filter((id) => !ids.has(id)).length;
  const isAside = existsSync(`${databasePath(room.data)}.damaged`);
  const result = verified(room);
  const outcome = isAside
    ? "set aside"
    : typeof result === "string"
      ? `refused: ${result}`
      : result.same && result.missing === 0 && result.damagedSince.length === 0
        ? "whole"
        : result.difference !== undefined || result.missing > 0 || result.damagedSince.length > 0
          ? "told"
          : "silent";
  // What journals tell is the same by any way of telling it: of these a part is enough.
  const rebuilt = isOfDatabase(target) || n % 3 === 0 ? isRebuilt(room) : undefined;
  rmSync(room.top, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  return {
    target,
    damage: hit,
    hook: hook.code === 0 ? after : hook,
    told: hook.stdout !== "",
    recorded: recorded === (isOfDatabase(target) ? 2 : 1),
    lost,
    outcome,
    rebuilt,
  };
}

function isRebuilt(room: Room): boolean {
  rebuild(room.data).close();
  const again = verified(room);
  return typeof again !== "string" && again.same && integrityOf(room) === "ok";
}

function verified(room: Room): Verified | string {
  try {
    const { store } = open({ ...room.env }, room.work);
    try {
      return verify(room.data, store);
    } finally {
      store.close();
    }
  } catch (error) {
    return String(error);
  }
}

/** The ids of the lines of a journal file that the damage did not reach; of a database, none are asked for. */
function goodLines(target: Target, bytes: Buffer, { start, end }: Damage): string[] {
  if (target === "plain") return idsOf(bytes, (from, to) => to < start || from > Math.max(end - 1, start));
  if (target !== "packed") return [];
  // The members that were hit, by where each begins in the packed file.
  const begins: number[] = [];
  for (let at = 0; at !== -1; at = bytes.indexOf(Buffer.from([0x1f, 0x8b, 8, 0, 0]), at + 1)) begins.push(at);
  const isHit = (member: number) =>
    (begins[member] ?? 0) < Math.max(end, start + 1) && (begins[member + 1] ?? bytes.length) > start;
  return idsOf(
    unpack(bytes),
    (from, to) => !isHit(Math.floor(from / MEMBER_BYTES)) && !isHit(Math.floor(to / MEMBER_BYTES)),
  );
}

function idsOf(bytes: Buffer, isGood: (from: number, to: number) => boolean): string[] {
  const ids: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, at);
    const end = newline === -1 ? bytes.length : newline;
    if (end > at && isGood(at, end)) ids.push(String(JSON.parse(bytes.toString("utf8", at, end)).id));
    at = end + 1;
  }
  return ids;
}

function copy(name: string, beside: string): Room {
  const room = house.room(name);
  cpSync(template.data, room.data, { recursive: true });
  if (beside !== "") cpSync(join(template.top, beside), room.data, { recursive: true });
  return room;
}

async function prepare(room: Room): Promise<typeof files> {
  const random = seeded(SEED);
  const now = Date.now();
  fillJournal(room.data, random, { sessions: 10, turns: 3, until: now });
  const long = { at: now - 9 * DAY, project: "filled", session: "long", agent: "claude" };
  for (let n = 0; n < 45; n++)
    append(room.data, [{ type: "message.said", data: { text: random.bytes(3_900).toString("hex") } }], long);
  await runHook(room, payload("SessionStart", sceneOf(room, "here"), "here"));
  await runHook(room, payload("UserPromptSubmit", sceneOf(room, "here"), "here"));
  maintain(room.data, now, {});
  const inJournal = (names: readonly string[]) => names.map((name) => join("journal", name));
  const packed = archiveFiles(room.data);
  expect(packed.length).toBeGreaterThan(1);
  leaveHot(room, "hot", "PRAGMA cache_size = 2");
  leaveHot(room, "wal", "PRAGMA journal_mode = WAL");
  return {
    plain: { beside: "", damaged: inJournal(dayFiles(room.data)) },
    packed: { beside: "", damaged: inJournal(packed) },
    database: { beside: "", damaged: ["tidemark.db"] },
    "hot journal": { beside: "hot", damaged: ["tidemark.db-journal", "tidemark.db"] },
    wal: { beside: "wal", damaged: ["tidemark.db-wal", "tidemark.db"] },
  };
}

/** What a process leaves that is killed while it writes: the files as they are in the middle of a transaction. */
function leaveHot(room: Room, name: string, mode: string): void {
  const [folder, made] = [join(room.top, `${name}-made`), join(room.top, name)];
  for (const path of [folder, made]) mkdirSync(path);
  const path = join(folder, "tidemark.db");
  cpSync(databasePath(room.data), path);
  const driver = openDriver(path);
  driver.exec(`PRAGMA synchronous = OFF; ${mode}`);
  if (name === "wal") driver.exec("UPDATE session SET worked = worked");
  driver.exec(
    "BEGIN IMMEDIATE; UPDATE memory SET state = state || ' '; UPDATE turn SET state = state || ' '",
  );
  cpSync(folder, made, { recursive: true });
  driver.exec("ROLLBACK");
  driver.close();
  const beside = name === "wal" ? "tidemark.db-wal" : "tidemark.db-journal";
  expect(readFileSync(join(made, beside)).length).toBeGreaterThan(4_096);
}
