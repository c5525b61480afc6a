import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figure } from "./figure.js";
import { fuzz, type Ground, hostileTexts } from "./fuzz.js";
import { SUBJECTS, type Subject } from "./fuzz-subject.js";
import type { Many, ManyEnded } from "./hook-many.js";
import { AGENT_DEADLINE, inParallel, isAnswer, quantile, runHook } from "./hook-run.js";
import { filesBelow, listTree } from "./listing.js";
import { readHistory, readNotes, readVerified, tally } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { seeded } from "./random.js";
import { type House, openHouse, type Room } from "./room.js";

const PAYLOADS = 5_000;
/** So many of them are sent to processes of their own as well; those of all agents together are some hundred. */
const PROCESSES = { claude: 150, other: 40 } as const;
const HANDS = 3;
const LONGEST_EVENT = 128 << 10;
const SEED = 404;
const LONGEST_RUN = 900_000;

let house: House;
let many: string;
const runs = new Map<Subject, ReturnType<typeof runMany>>();
beforeAll(async () => {
  house = await openHouse("r4");
  many = join(house.top, "hook-many.cjs");
  buildSync({
    entryPoints: [join(import.meta.dirname, "hook-many.ts")],
    outfile: many,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
  });
});
afterAll(() => house.leave());

describe.each(SUBJECTS)("R4: what is no payload of $agent", (subject) => {
  const { agent } = subject;

  it("5,000 in one process: all end well, and leave no trace outside the data folder", async () => {
    const found = await manyOf(subject);
    if ("failed" in found) throw new Error(found.failed);
    const { room, before, after, ended, ms } = found;
    const { thrown, wrong, answers, slowest } = ended;

    const kept = await look(room);
    figure(
      `${agent}: ${PAYLOADS} payloads in one process in ${Math.round(ms / 1_000)} s, ${thrown.length} thrown, ${wrong.length} wrong outputs, ` +
        `${answers} answers, slowest ${Math.round(slowest.ms)} ms (${slowest.mutation}); ${kept.sentence}`,
    );
    expect.soft(thrown).toEqual([]);
    expect.soft(wrong).toEqual([]);
    expect.soft(slowest.ms).toBeLessThan(AGENT_DEADLINE);
    expect(after).toEqual(before);
    wellKept(kept, token(agent));
    // Else the fuzz never came as far as the journal or the answer.
    expect(kept.events).toBeGreaterThan(PAYLOADS / 4);
    expect(answers).toBeGreaterThan(PAYLOADS / 100);
  });

  it("some in processes of their own: all end with 0 and in time", async () => {
    const room = house.room(`${agent}-each`);
    const ground = furnish(room, agent);
    const hostile = hostileTexts(room, token(agent));
    const random = seeded(SEED + 1);
    const before = await firstSight(room, subject);
    // Made one by one, because together they would not fit into memory; in order, because chance is seeded.
    const numbers = Array.from(
      { length: agent === "claude" ? PROCESSES.claude : PROCESSES.other },
      (_, n) => n,
    );
    const ends = await inParallel(HANDS, numbers, async (n) => {
      const { mutation, bytes } = fuzz(subject, n, random, ground, hostile);
      const { code, ms, hung, stdout, stderr } = await runHook(room, bytes, { agent });
      return { mutation, n, code, ms, hung, stderr, isAnswer: isAnswer(stdout) };
    });
    const after = listTree(room.top, [room.data]);

    const failed = ends.filter(({ code, hung }) => code !== 0 && !hung);
    const hung = ends.filter((end) => end.hung || end.ms > AGENT_DEADLINE);
    const spoke = ends.filter((end) => !end.isAnswer || end.stderr !== "");
    const times = ends.map(({ ms }) => ms);
    const kept = await look(room);
    figure(
      `${agent}: ${ends.length} processes, ${failed.length} exits other than 0, ${hung.length} hangs, ${spoke.length} wrong outputs; ` +
        `p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms; ${kept.sentence}`,
    );
    expect.soft(failed).toEqual([]);
    expect.soft(hung).toEqual([]);
    expect.soft(spoke).toEqual([]);
    expect(after).toEqual(before);
    wellKept(kept, token(agent));
  });
});

/** In the name of whatever a payload wants to leave behind. */
function token(agent: string): string {
  return `fuzz-${agent}-${process.pid}`;
}

/** Makes the data folder, which is a change of the folder it is in, and lists what must stay as it is. */
async function firstSight(room: Room, { agent, hooks, payload }: Subject): Promise<string[]> {
  const [first = ""] = hooks;
  await runHook(room, payload(first, sceneOf(room, "first"), "m"), { agent });
  return listTree(room.top, [room.data]);
}

/** One process leaves the machine half idle: the next agent's is begun with it. */
function manyOf(subject: Subject): ReturnType<typeof runMany> {
  const at = SUBJECTS.indexOf(subject);
  for (const begun of SUBJECTS.slice(at, at + 2)) if (!runs.has(begun)) runs.set(begun, runMany(begun));
  return runs.get(subject) ?? runMany(subject);
}

interface ManyRun {
  readonly agent: string;
  readonly room: Room;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly ended: ManyEnded;
  readonly ms: number;
}

async function runMany(subject: Subject): Promise<ManyRun | { agent: string; failed: string }> {
  const { agent } = subject;
  const room = house.quietRoom(`${agent}-many`);
  const ground = furnish(room, agent);
  const before = await firstSight(room, subject);
  const folder = join(house.top, "many", agent);
  mkdirSync(folder, { recursive: true });
  const { hook } = room.program;
  const asked: Many = { agent, hook, payloads: PAYLOADS, seed: SEED, token: token(agent), ground, folder };
  const began = performance.now();
  const child = spawn(process.execPath, [many, JSON.stringify(asked)], {
    env: room.env,
    cwd: room.work,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  const limit = setTimeout(() => child.kill("SIGKILL"), LONGEST_RUN);
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(limit);
  const ms = performance.now() - began;
  const told = (name: string) => readFileSync(join(folder, name), "utf8");
  if (code !== 0 || stderr !== "") return { agent, failed: `ended with ${code} at ${told("at")}: ${stderr}` };
  const after = listTree(room.top, [room.data]);
  return { agent, room, before, after, ended: JSON.parse(told("ended.json")), ms };
}

interface Kept {
  readonly events: number;
  readonly longest: number;
  readonly badLines: number;
  readonly same: boolean;
  readonly sentence: string;
}

/** What is in the data folder, and whether it is sound. */
async function look(room: Room): Promise<Kept> {
  const events = await readHistory(room);
  const { badLines, same } = await readVerified(room);
  const longest = Math.max(...events.map((event) => JSON.stringify(event).length));
  const size = filesBelow(room.data).reduce((sum, path) => sum + statSync(path).size, 0);
  const notes = tally(readNotes(room)).join(" | ") || "none";
  const sentence =
    `${events.length} events stored, the longest of ${longest} characters, in ${(size / 1e6).toFixed(1)} MB; ` +
    `${badLines} bad lines, verify ${same ? "Same" : "differs"}; notes: ${notes}`;
  return { events: events.length, longest, badLines, same, sentence };
}

function wellKept({ longest, badLines, same }: Kept, token: string): void {
  expect(readdirSync("/tmp").filter((name) => name.includes(token))).toEqual([]);
  expect(same).toBe(true);
  expect(badLines).toBe(0);
  // Whole files and outputs are never kept, whatever field they come in.
  expect.soft(longest).toBeLessThan(LONGEST_EVENT);
}

it.each(["nothing", "half a payload", "a payload"])(
  "R4: an agent that writes %s and keeps the pipe open does not hold the hook",
  async (what) => {
    const room = house.room(`open-${what.replaceAll(" ", "-")}`);
    const whole = JSON.stringify(payload("PostToolUse", sceneOf(room, "open")));
    const text = what === "nothing" ? "" : what === "a payload" ? whole : whole.slice(0, whole.length / 2);
    // Node gives its children sockets, a shell gives them pipes.
    const path = join(room.top, "pipe");
    execFileSync("mkfifo", [path]);
    const fd = openSync(path, "r+");
    writeSync(fd, text);
    const ends = await Promise.all([
      runHook(room, text, { keepOpen: true }),
      runHook(room, text, { stdin: fd }),
    ]);
    closeSync(fd);
    const [socket, pipe] = ends.map(({ code, ms, hung }) => ({ code, hung, ms: Math.round(ms) }));
    figure(`open, ${what}: socket ${JSON.stringify(socket)}, pipe ${JSON.stringify(pipe)}`);
    expect.soft(socket).toMatchObject({ code: 0, hung: false });
    expect.soft(pipe).toMatchObject({ code: 0, hung: false });
    expect((await readHistory(room)).filter(({ type }) => type === "tool.finished").length).toBe(
      what === "a payload" ? 2 : 0,
    );
  },
);

/** What a home and a project look like, so that a stray write has something to spoil. */
function furnish(room: Room, agent: string): Ground {
  const repository = join(room.work, "repository");
  for (const folder of [
    join(room.home, ".ssh"),
    join(room.home, ".config"),
    join(room.top, "mark"),
    repository,
  ])
    mkdirSync(folder, { recursive: true });
  for (const file of [".bashrc", ".ssh/id_rsa", ".config/settings.json", ".claude.json", "notes.txt"])
    writeFileSync(join(room.home, file), `precious ${file}\n`);
  writeFileSync(join(room.work, "app.ts"), "export {};\n");
  const git = (...args: string[]) => execFileSync("git", ["-C", repository, ...args], { env: room.env });
  git("init", "-q", "-b", "main");
  git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", "first");
  const records = [
    join(room.claude, "projects"),
    join(room.home, ".codex", "sessions"),
    join(room.home, ".gemini", "tmp", "work", "chats"),
    join(room.home, ".qwen", "projects"),
  ];
  for (const folder of records) keepRecords(folder);
  return { top: room.top, work: room.work, records, largest: agent === "claude" ? 3 << 20 : 50_000 };
}

/** What agents' own records may look like. */
function keepRecords(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const words = { content: [{ type: "text", text: "I looked." }] };
  const row = JSON.stringify({ type: "assistant", message: words, payload: { role: "assistant", ...words } });
  writeFileSync(join(folder, "good.jsonl"), `${row}\n`);
  writeFileSync(join(folder, "noise.jsonl"), seeded(7).bytes(300_000));
  writeFileSync(join(folder, "deep.jsonl"), `{"type":"assistant","message":${"[".repeat(100_000)}\n${row}\n`);
  writeFileSync(join(folder, "long.jsonl"), `{"type":"assistant","message":"${"x".repeat(4 << 20)}"}\n`);
}
