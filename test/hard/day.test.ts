import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe, setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { claude } from "../../src/agent/claude/agent.js";
import { answer } from "../../src/brief/answer.js";
import { record } from "../../src/capture/record.js";
import { agentNamed } from "../../src/hook/agents.js";
import { identify } from "../../src/hook/answer.js";
import { eachEvent } from "../../src/model/history.js";
import { openStore } from "../../src/model/store/open.js";
import { verify } from "../../src/model/verify.js";
import { bytesOf } from "../../src/upkeep/clean/usage.js";
import { redact } from "../redact.js";
import { type Step, tellDay } from "./day-story.js";
import { figure } from "./figure.js";
import { fillJournal } from "./fill.js";
import { type Ended, isAnswer, type RunOptions, runCli, runHook } from "./hook-run.js";
import { payload } from "./payload.js";
import { seeded } from "./random.js";
import { type House, openHouse, type Room } from "./room.js";
import { expectSane } from "./sane.js";

const SEED = Number(process.env["TIDEMARK_SEED"] ?? 2_424);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const STORY = { sessions: 100, steps: 20_000, projects: 5 } as const;
/** So many of the calls are processes of their own, as an agent would start them. */
const PROCESSES = 400;
const AT_ONCE = 3;
const LOOKED_AFTER_EVERY = 4_000;
const MOST_TOLD = 9_500;
const QUOTA = 27e6;
/** Told to the memory in the morning, taken back in the evening. */
const SECRET = "the-merger-with-nobody";
const LOOKS = [
  ["sessions"],
  ["status"],
  ["inject"],
  ["state"],
  ["threads"],
  ["ledger"],
  ["checkpoint", "list"],
];

let house: House;
let room: Room;
beforeAll(async () => {
  house = await openHouse("day");
  room = house.room("day");
});
afterAll(() => {
  delete process.env["TIDEMARK_CLOCK_OFFSET"];
  house.leave();
});

it("a day of 100 sessions and 20,000 calls, with kills, halts, compactions and clocks that jump", async () => {
  const day = new Day();
  for (const step of tellDay(seeded(SEED), STORY)) await day.live(step);
  await day.end();
});

class Day {
  readonly #random = seeded(SEED + 1);
  readonly #projects = makeProjects(room);
  readonly #running = new Set<Promise<void>>();
  readonly #sure = new Set<string>();
  #offset = -DAY;
  #astray = 0;
  #astrayFor = 0;
  #jumps = 0;
  readonly #ended = { well: 0, killed: 0, halted: 0 };
  #answers = 0;
  #longest = 0;
  #largest = 0;
  #forgotten = false;
  #checks = 0;

  constructor() {
    mkdirSync(room.data, { mode: 0o700 });
    writeFileSync(join(room.data, "config.json"), JSON.stringify({ quota: `${QUOTA / 1e6} MB` }), {
      mode: 0o600,
    });
    const until = Date.now() - 12 * DAY;
    fillJournal(room.data, seeded(SEED + 2), { sessions: 30, turns: 50, until });
  }

  async live(step: Step): Promise<void> {
    this.#offset += step.after * (DAY / (STORY.steps * 4_100));
    this.#moveClock();
    const marker = markerOf(step);
    const words = {
      ...payload(step.hook, { session: step.session, cwd: this.#cwd(step) }, marker),
      ...step.fields,
    };
    const marked = withMarker(step.hook, words, step.n < 2_000 ? `${marker} ${SECRET}` : marker);
    if (this.#random.chance(PROCESSES / STORY.steps)) await this.#start(step, marked, marker);
    else this.#call(step, marked, marker);
    if (step.n % 800 === 799) await this.#checkpoint(step);
    if (step.n === 12_000) await this.#forget(step);
    if (step.n % LOOKED_AFTER_EVERY === LOOKED_AFTER_EVERY - 1) await this.#lookAfter(step);
    if (step.n % 20 === 0) await breathe();
  }

  async end(): Promise<void> {
    await Promise.all(this.#running);
    this.#setClock(0);
    await this.#tend();
    const { events, sessions, badLines } = await this.#expectSound();
    for (const args of LOOKS)
      for (const cwd of this.#projects.slice(0, 2)) await expectSane(room, args, { ...this.#now(), cwd });
    const left = await processesLeft(room);
    const freed = told('"parts":', "space.freed");
    const { well, killed, halted } = this.#ended;
    figure(
      `seed ${SEED}: ${STORY.steps} calls of ${STORY.sessions} sessions in ${STORY.projects} projects, ${well + killed} of them processes, ` +
        `${killed} killed, ${halted} halted, ${this.#jumps} clock jumps; ${events} events in ${sessions} sessions, ${badLines} torn lines; ` +
        `${this.#checks} times rebuild equals incremental, 0 twice, 0 of ${this.#sure.size} acknowledged lost; ` +
        `${this.#answers} answers of at most ${this.#longest} characters; ` +
        `${(this.#largest / 1e6).toFixed(1)} MB after housekeeping at most, quota ${QUOTA / 1e6} MB, ${freed} times something went for it; ${left.length} processes left`,
    );
    expect(left).toEqual([]);
    // Else the quota was never in the way.
    expect(freed).toBeGreaterThan(0);
    expect(killed).toBeGreaterThan(PROCESSES / 16);
    expect(halted).toBeGreaterThan(PROCESSES / 20);
    expect(this.#jumps).toBeGreaterThan(20);
    expect(this.#forgotten).toBe(true);
  }

  /** The call in this process, by the code the hook runs. */
  #call(step: Step, words: object, marker: string): void {
    const agent = step.agent === "claude" ? claude : agentNamed(step.agent);
    const heard = agent?.hear(words, room.env);
    if (agent === undefined || heard === undefined) return;
    const recorded = record(agent, heard, room.env, {
      home: room.data,
      redact,
      identify: (cwd, home) => identify(cwd, home, room.env),
    });
    if (isKept(step)) this.#sure.add(marker);
    if (heard.asks === undefined) return;
    const text = answer({ ...recorded, asks: heard.asks });
    if (text !== undefined) this.#expectShort(text);
  }

  async #start(step: Step, words: object, marker: string): Promise<void> {
    while (this.#running.size >= AT_ONCE) await Promise.race(this.#running);
    const fate = this.#random.next();
    const at = this.#random.int(5, 60);
    const bad: RunOptions = fate < 0.3 ? { killAfter: at } : fate < 0.45 ? { haltAfter: at } : {};
    const options = { ...this.#now(), ...bad, agent: step.agent, cwd: this.#cwd(step), patience: 60_000 };
    const running = runHook(room, words, options).then((end) => {
      this.#running.delete(running);
      this.#note(end, bad, isKept(step) ? marker : undefined);
    });
    this.#running.add(running);
  }

  #note(end: Ended, bad: RunOptions, marker: string | undefined): void {
    const isKilled = end.signal === "SIGKILL" && !end.hung;
    if (!isKilled) expect([end.code, end.stderr, isAnswer(end.stdout)]).toEqual([0, "", true]);
    this.#ended[isKilled ? "killed" : "well"] += 1;
    if (!isKilled && bad.haltAfter !== undefined) this.#ended.halted += 1;
    if (!isKilled && marker !== undefined) this.#sure.add(marker);
    if (!isKilled && end.stdout !== "") this.#expectShort(end.stdout);
  }

  /** Now and then the clock is an hour behind, two ahead, or ten years off, for a while. */
  #moveClock(): void {
    if (this.#astrayFor > 0) this.#astrayFor -= 1;
    else if (this.#random.chance(0.003)) {
      this.#astray = this.#random.pick([-HOUR, 2 * HOUR, -10 * 365 * DAY, -3 * DAY, HOUR / 2]);
      this.#astrayFor = this.#random.int(1, 60);
      this.#jumps += 1;
    } else this.#astray = 0;
    this.#setClock(this.#offset + this.#astray);
  }

  #setClock(offset: number): void {
    process.env["TIDEMARK_CLOCK_OFFSET"] = String(Math.round(offset));
  }

  #now(): RunOptions & { env: { [name: string]: string } } {
    return { env: { TIDEMARK_CLOCK_OFFSET: process.env["TIDEMARK_CLOCK_OFFSET"] ?? "0" } };
  }

  async #checkpoint(step: Step): Promise<void> {
    const cwd = this.#cwd(step);
    writeFileSync(join(cwd, "large.bin"), this.#random.bytes(500_000));
    const options = { ...this.#now(), cwd };
    // Now and then by hand, which stays; else by itself before a prompt, which goes first where room is short.
    const prompt = { session: "day-light", cwd };
    const isByHand = step.n % 4_800 === 799;
    // Whoever asks for one is told that another is being made, and to try again.
    if (isByHand) await processesLeft(room);
    const { code, stderr } = isByHand
      ? await runCli(room, ["checkpoint", "create"], options)
      : await runHook(room, payload("UserPromptSubmit", prompt), { ...options, patience: 60_000 });
    expect([code, stderr]).toEqual([0, ""]);
  }

  async #forget(step: Step): Promise<void> {
    await Promise.all(this.#running);
    // It would say that a checkpoint is being made, and to try again.
    await processesLeft(room);
    const isThere = () => told(SECRET) > 0;
    expect(isThere()).toBe(true);
    const args = ["forget", "--pattern", SECRET, "--yes"];
    const { code, stderr } = await runCli(room, args, { ...this.#now(), cwd: this.#cwd(step) });
    expect([code, stderr]).toEqual([0, ""]);
    expect(isThere()).toBe(false);
    this.#forgotten = true;
  }

  async #lookAfter(step: Step): Promise<void> {
    await Promise.all(this.#running);
    await this.#tend();
    await this.#expectSound();
    await expectSane(room, ["sessions"], { ...this.#now(), cwd: this.#cwd(step) });
    await expectSane(room, ["inject"], { ...this.#now(), cwd: this.#cwd(step) });
  }

  /** The housekeeping, in a process of its own as the hook starts it. */
  async #tend(): Promise<void> {
    // A checkpoint that is still being made would come on top.
    await processesLeft(room);
    const env = { ...room.env, ...this.#now().env };
    const child = spawn(process.execPath, [room.program.hook, "tend"], { env, stdio: "ignore" });
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    const bytes = bytesOf(room.data);
    this.#largest = Math.max(this.#largest, bytes);
    expect(bytes).toBeLessThanOrEqual(QUOTA);
  }

  async #expectSound(): Promise<{ events: number; sessions: number; badLines: number }> {
    const store = openStore(room.data);
    try {
      const verified = verify(room.data, store);
      expect(verified.difference).toBeUndefined();
      expect(verified).toMatchObject({ same: true, missing: 0, damagedSince: [] });
      // A killed process may leave half a line, nobody else.
      expect(verified.badLines).toBeLessThanOrEqual(this.#ended.killed);
      expectEachOnce(this.#sure);
      expect(store.sessions({}).filter(({ lastAt, startedAt }) => lastAt < startedAt)).toEqual([]);
      this.#checks += 1;
      return verified;
    } finally {
      store.close();
    }
  }

  #expectShort(text: string): void {
    this.#answers += 1;
    this.#longest = Math.max(this.#longest, text.length);
    expect(text.length).toBeLessThan(MOST_TOLD);
  }

  #cwd(step: Step): string {
    return this.#projects[step.project] ?? room.work;
  }
}

/** Every marker that was acknowledged is there, none is there twice, and no event has another's id. */
function expectEachOnce(sure: ReadonlySet<string>): void {
  const found = new Map<string, number>();
  const ids = new Set<string>();
  let events = 0;
  eachEvent(room.data, {}, ({ id, type, data }) => {
    events += 1;
    ids.add(id);
    if (type === "injection.made" || type === "tool.started") return;
    for (const [marker] of JSON.stringify(data).matchAll(/mk\.[\w.]+?\.end/g))
      found.set(marker, (found.get(marker) ?? 0) + 1);
  });
  expect(ids.size).toBe(events);
  expect([...found].filter(([, count]) => count > 1)).toEqual([]);
  expect([...sure].filter((marker) => !found.has(marker))).toEqual([]);
}

function told(text: string, type?: string): number {
  let count = 0;
  eachEvent(room.data, {}, (event) => {
    if ((type === undefined || event.type === type) && JSON.stringify(event.data).includes(text)) count += 1;
  });
  return count;
}

/** The marker stands where the event of this call keeps it. */
function withMarker(hook: string, words: { readonly [field: string]: unknown }, marker: string): object {
  switch (hook) {
    case "UserPromptSubmit":
      return { ...words, prompt: `${String(words["prompt"])} ${marker}` };
    case "Stop":
      return { ...words, last_assistant_message: `${String(words["last_assistant_message"])} ${marker}` };
    default:
      return words;
  }
}

/** Of these calls the marker is kept in one event; a tool's is the name of its call, which its start has as well. */
function isKept({ hook }: Step): boolean {
  return hook === "UserPromptSubmit" || hook === "Stop" || hook === "PostToolUse";
}

function markerOf({ n, hook, fields }: Step): string {
  return hook === "PostToolUse" ? String(fields["tool_use_id"]) : `mk.${n}.end`;
}

function makeProjects({ work, env }: Room): string[] {
  return Array.from({ length: STORY.projects }, (_, n) => {
    const folder = join(work, `project-${n}`);
    mkdirSync(join(folder, "src"), { recursive: true });
    writeFileSync(join(folder, "src", "parse.ts"), `export const project = ${n};\n`);
    // The last is no repository.
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", folder, "-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
        env,
      });
    if (n < STORY.projects - 1) {
      git("init", "-q", "-b", "main");
      git("add", ".");
      git("commit", "-qm", `Begin project ${n}`);
    }
    return folder;
  });
}

/** What still runs of what this test has started, a little later. */
async function processesLeft({ top }: Room): Promise<string[]> {
  const running = () =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .flatMap((pid) => {
        try {
          const [command, around] = ["cmdline", "environ"].map((file) =>
            readFileSync(`/proc/${pid}/${file}`, "latin1"),
          );
          return around?.includes(`TIDEMARK_HOME=${top}`) ? [`${pid} ${command}`] : [];
        } catch {
          return []; // It has just ended.
        }
      });
  if (process.platform !== "linux") return [];
  for (let waited = 0; waited < 300 && running().length > 0; waited++) await sleep(100);
  return running();
}
