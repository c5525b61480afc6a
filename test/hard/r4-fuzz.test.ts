import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fuzz, hostileTexts } from "./fuzz.js";
import { AGENT_DEADLINE, inParallel, isAnswer, quantile, runHook } from "./hook-run.js";
import { filesBelow, listTree } from "./listing.js";
import { readHistory, readNotes, readVerified, tally } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { seeded } from "./random.js";
import { type House, openHouse, type Room } from "./room.js";

const PAYLOADS = 5_000;
const HANDS = 3;
const LONGEST_EVENT = 128 << 10;

let house: House;
beforeAll(async () => {
  house = await openHouse("r4");
});
afterAll(() => house.leave());

it("R4: 5,000 fuzzed payloads end well and leave no trace outside the data folder", async () => {
  const room = house.room("r4");
  furnish(room);
  const token = `fuzz-${process.pid}`;
  const hostile = hostileTexts(room, token);
  const random = seeded(404);
  // Made one by one, because together they would not fit into memory; in order, because chance is seeded.
  const numbers = Array.from({ length: PAYLOADS }, (_, n) => n);
  // Makes the data folder, which is a change of the folder it is in.
  await runHook(room, payload("SessionStart", sceneOf(room, "first")));
  const before = listTree(room.top, [room.data]);
  let answers = 0;
  const ends = await inParallel(HANDS, numbers, async (n) => {
    const { mutation, bytes } = fuzz(n, random, room, hostile);
    const { code, signal, ms, hung, stdout, stderr } = await runHook(room, bytes);
    if (stdout !== "") answers += 1;
    return { mutation, n, code, signal, ms, hung, stderr, isAnswer: isAnswer(stdout) };
  });
  const after = listTree(room.top, [room.data]);

  const failed = ends.filter(({ code, hung }) => code !== 0 && !hung);
  const hung = ends.filter((end) => end.hung || end.ms > AGENT_DEADLINE);
  const spoke = ends.filter((end) => !end.isAnswer || end.stderr !== "");
  const strays = readdirSync("/tmp").filter((name) => name.includes(token));
  const times = ends.map(({ ms }) => ms);
  const slowest = [...ends].sort((a, b) => b.ms - a.ms).slice(0, 3);
  const events = await readHistory(room);
  const verified = await readVerified(room);
  const notes = tally(readNotes(room));
  const longest = Math.max(...events.map((event) => JSON.stringify(event).length));
  const size = filesBelow(room.data).reduce((sum, path) => sum + statSync(path).size, 0);
  console.log(
    `R4: ${PAYLOADS} payloads, ${failed.length} exits other than 0, ${hung.length} hangs, ${spoke.length} wrong outputs, ${answers} answers; ` +
      `p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms, slowest ${slowest.map(({ ms, mutation }) => `${Math.round(ms)} ms (${mutation})`).join(", ")}; ` +
      `${events.length} events stored, the longest of ${longest} characters, in ${(size / 1e6).toFixed(1)} MB; ${verified.badLines} bad lines, verify ${verified.same ? "Same" : "differs"}; notes: ${notes.join(" | ") || "none"}`,
  );
  expect.soft(failed).toEqual([]);
  expect.soft(hung).toEqual([]);
  expect.soft(spoke).toEqual([]);
  expect(after).toEqual(before);
  expect(strays).toEqual([]);
  expect(verified.same).toBe(true);
  expect(verified.badLines).toBe(0);
  // Whole files and outputs are never kept, whatever field they come in.
  expect.soft(longest).toBeLessThan(LONGEST_EVENT);
  // Else the fuzz never came as far as the journal or the answer.
  expect(events.length).toBeGreaterThan(PAYLOADS / 4);
  expect(answers).toBeGreaterThan(PAYLOADS / 100);
});

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
    console.log(`R4 open, ${what}: socket ${JSON.stringify(socket)}, pipe ${JSON.stringify(pipe)}`);
    expect.soft(socket).toMatchObject({ code: 0, hung: false });
    expect.soft(pipe).toMatchObject({ code: 0, hung: false });
    expect((await readHistory(room)).filter(({ type }) => type === "tool.finished").length).toBe(
      what === "a payload" ? 2 : 0,
    );
  },
);

/** What a home and a project look like, so that a stray write has something to spoil. */
function furnish(room: Room): void {
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
  const projects = join(room.claude, "projects");
  const row = JSON.stringify({
    type: "assistant",
    message: { content: [{ type: "text", text: "I looked." }] },
  });
  writeFileSync(join(projects, "good.jsonl"), `${row}\n`);
  writeFileSync(join(projects, "noise.jsonl"), seeded(7).bytes(300_000));
  writeFileSync(
    join(projects, "deep.jsonl"),
    `{"type":"assistant","message":${"[".repeat(100_000)}\n${row}\n`,
  );
  writeFileSync(join(projects, "long.jsonl"), `{"type":"assistant","message":"${"x".repeat(4 << 20)}"}\n`);
}
