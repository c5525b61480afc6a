import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figure } from "./figure.js";
import { type Ended, inParallel, isAnswer, quantile, runCli, runHook } from "./hook-run.js";
import { lockDatabase } from "./lock.js";
import { countMarkers, readHistory, readNotes, readVerified, tally } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { type House, openHouse, type Room } from "./room.js";

const AGENTS = 10;
const EVENTS = 500;
/** An agent works by itself for so many events, and the last of them are processes of their own, as it would start them. */
const SPELL = { events: 50, processes: 5 } as const;
const OPENERS = 8;
const ROUNDS = 10;
// What a person or an agent would see of a database that is not to be had.
const BUSY = /busy|locked|another process holds/i;

let house: House;
let atWork: string;
beforeAll(async () => {
  house = await openHouse("r5");
  atWork = join(house.top, "hook-agent.cjs");
  buildSync({
    entryPoints: [join(import.meta.dirname, "hook-agent.ts")],
    outfile: atWork,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
  });
});
afterAll(() => house.leave());

describe("R5: 10 agents in parallel, 500 events each", () => {
  it("stores each exactly once", async () => {
    const room = house.quietRoom("agents");
    const agents = Array.from({ length: AGENTS }, (_, agent) => agent);
    const ends = await inParallel(AGENTS, agents, async (agent) => {
      // Half of them share a folder, as agents in one repository do; the others have one each.
      const cwd = agent < AGENTS / 2 ? room.work : join(room.work, `own-${agent}`);
      mkdirSync(cwd, { recursive: true });
      const scene = { ...sceneOf(room, `agent-${agent}`), cwd };
      const ended: Ended[] = [];
      const payloads = Array.from({ length: EVENTS }, (_, n) =>
        payload(kindOf(n), scene, `ag-${agent}-${n}-end`),
      );
      for (let from = 0; from < EVENTS; from += SPELL.events) {
        const own = from + SPELL.events - SPELL.processes;
        await work(room, join(house.top, "agent", String(agent)), payloads.slice(from, own));
        for (const one of payloads.slice(own, from + SPELL.events))
          ended.push(await runHook(room, one, { patience: 30_000 }));
      }
      return ended;
    });
    const all = ends.flat();
    const failed = all.filter(({ code }) => code !== 0);
    const spoke = all.filter(({ stdout, stderr }) => !isAnswer(stdout) || stderr !== "" || BUSY.test(stdout));
    const stored = countMarkers(await readHistory(room), /ag-\d+-\d+-end/g);
    const wanted = agents.flatMap((agent) =>
      Array.from({ length: EVENTS }, (_, n) => `ag-${agent}-${n}-end`),
    );
    const missing = wanted.filter((marker) => !stored.has(marker));
    const twice = wanted.filter((marker) => (stored.get(marker) ?? 0) > 1);
    const verified = await readVerified(room);
    const history = await readHistory(room);
    const times = all.map(({ ms }) => ms);
    figure(
      `agents: ${AGENTS} x ${EVENTS} events, ${all.length} of them processes, ${failed.length} failures, ${missing.length} missing, ${twice.length} twice, ` +
        `${spoke.length} wrong outputs; ${verified.events} in the database, ${history.length} in the journal, ${verified.badLines} bad lines, ` +
        `verify ${verified.same ? "Same" : "differs"}; hook p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms; ` +
        `notes: ${tally(readNotes(room)).join(" | ") || "none"}`,
    );
    expect(failed).toEqual([]);
    expect(spoke).toEqual([]);
    expect(missing).toEqual([]);
    expect(twice).toEqual([]);
    expect(verified.same).toBe(true);
    expect(verified.badLines).toBe(0);
    expect(verified.events).toBe(history.length);
    // Waiting in vain for the database is noted and made good later; anything else would be a defect.
    expect(readNotes(room).filter((note) => !BUSY.test(note))).toEqual([]);
  });
});

describe(`R5: 8 processes open a fresh store at once, ${ROUNDS} times`, () => {
  it("all succeed where there is a journal and no database", async () => {
    const writer = house.quietRoom("writer");
    const kinds = Array.from({ length: 60 }, (_, n) => kindOf(n));
    for (const [n, kind] of kinds.entries())
      await runHook(writer, payload(kind, sceneOf(writer, `old-${n % 4}`), `old-${n}-end`));
    const expected = (await readHistory(writer)).length;
    const ends: Ended[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const room = house.quietRoom(`status-${round}`);
      cpSync(writer.data, room.data, { recursive: true });
      for (const part of ["", "-journal"]) rmSync(join(room.data, `tidemark.db${part}`), { force: true });
      const opened = await inParallel(OPENERS, Array<string>(OPENERS).fill("status"), (command) =>
        runCli(room, [command, "--json"]),
      );
      ends.push(...opened);
      expect(readNotes(room)).toEqual([]);
      expect(await readVerified(room)).toMatchObject({ same: true, events: expected, badLines: 0 });
    }
    const Status = v.looseObject({ events: v.number() });
    const failed = ends.filter(({ code, stderr }) => code !== 0 || stderr !== "");
    const right = ends.filter(
      ({ code, stdout }) => code === 0 && v.parse(Status, JSON.parse(stdout)).events === expected,
    );
    const times = ends.map(({ ms }) => ms);
    figure(
      `fresh status: ${ROUNDS} x ${OPENERS} processes on ${expected} events, ${failed.length} failures, ${right.length} told all events; ` +
        `p50 ${quantile(times, 0.5)} ms, slowest ${quantile(times, 1)} ms; ${tally(failed.map(({ stderr }) => stderr)).join(" | ")}`,
    );
    expect(failed).toEqual([]);
    expect(right.length).toBe(ends.length);
  });

  it("all succeed where there is nothing yet, and sessions start", async () => {
    const ends: Ended[] = [];
    const notes: string[] = [];
    let wrong = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const room = house.quietRoom(`start-${round}`);
      const names = Array.from({ length: OPENERS }, (_, n) => `fresh-${n}-end`);
      const started = await inParallel(OPENERS, names, (name) =>
        runHook(room, payload("SessionStart", sceneOf(room, name), name)),
      );
      ends.push(...started);
      notes.push(...readNotes(room));
      const stored = countMarkers(await readHistory(room), /fresh-\d-end/g);
      const verified = await readVerified(room);
      const isRight = verified.same && verified.badLines === 0 && verified.sessions === OPENERS;
      if (!isRight || names.some((name) => stored.get(name) !== 1)) wrong += 1;
    }
    const failed = ends.filter(
      ({ code, stderr, stdout }) => code !== 0 || stderr !== "" || !isAnswer(stdout),
    );
    const times = ends.map(({ ms }) => ms);
    figure(
      `fresh hooks: ${ROUNDS} x ${OPENERS} session starts, ${failed.length} failures, ${wrong} rounds stored wrongly; ` +
        `p50 ${quantile(times, 0.5)} ms, slowest ${quantile(times, 1)} ms; notes: ${tally(notes).join(" | ") || "none"}`,
    );
    expect(failed).toEqual([]);
    expect(wrong).toBe(0);
    expect(notes).toEqual([]);
  });
});

describe("R5: the first to open makes the database", () => {
  it("and those who come meanwhile wait for it", async () => {
    const room = house.quietRoom("first");
    await runHook(room, payload("PostToolUse", sceneOf(room, "first")));
    // Rare by chance, so done on purpose: another process is just about to write the still empty file.
    const lock = await lockDatabase(room, { seconds: 1, mode: "writer" });
    const [status, ...others] = await Promise.all([
      runCli(room, ["status", "--json"]),
      runCli(room, ["inject", "--json"]),
    ]);
    await lock.ended;
    figure(`first: status ended with ${status.code} after ${Math.round(status.ms)} ms ${status.stderr}`);
    expect([status, ...others].map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: "" },
      { code: 0, stderr: "" },
    ]);
  });
});

/** An agent's process that hears its hooks itself: agents meet each other more often than where each hook is started. */
async function work(room: Room, folder: string, payloads: readonly object[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "payloads.json"), JSON.stringify(payloads));
  const child = spawn(process.execPath, [atWork, room.program.hook, folder], {
    env: room.env,
    cwd: room.work,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(readFileSync(join(folder, "wrong.json"), "utf8"))).toEqual([]);
}

/** The hooks of a session in their usual order: a start, then turns of a prompt, tool calls and a stop. */
function kindOf(n: number): string {
  if (n === 0) return "SessionStart";
  const step = (n - 1) % 25;
  if (step === 0) return "UserPromptSubmit";
  if (step === 24) return "Stop";
  return step % 2 === 1 ? "PreToolUse" : "PostToolUse";
}
