import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Checkpoint } from "../../src/checkpoint/checkpoint.js";
import { outlived } from "../../src/checkpoint/retain.js";
import { append } from "../../src/journal/append.js";
import { type RunOptions, runCli, runHook } from "./hook-run.js";
import { countMarkers, readHistory, readNotes, readVerified } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { type House, openHouse, type Room } from "./room.js";
import { expectSane } from "./sane.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

let house: House;
beforeAll(async () => {
  house = await openHouse("r7");
});
afterAll(() => house.leave());

/** A wall clock as the programs see it, hook after hook; the last one is when somebody looks. */
interface Story {
  readonly name: string;
  readonly clocks: readonly { readonly offset: number; readonly zone?: string }[];
}

/** Milliseconds from now to a moment of the next year: the zones below change their clocks then. */
function until(monthDay: string): number {
  return Date.parse(`${new Date().getUTCFullYear() + 1}-${monthDay}Z`) - Date.now();
}

const STORIES: Story[] = [
  { name: "an hour back", clocks: [0, -HOUR, -HOUR + 60_000, 0].map((offset) => ({ offset })) },
  { name: "ten years back", clocks: [0, -10 * YEAR, -10 * YEAR, 0].map((offset) => ({ offset })) },
  { name: "ten years ahead", clocks: [0, 10 * YEAR, 10 * YEAR, 0].map((offset) => ({ offset })) },
  {
    name: "ten years ahead, for good",
    clocks: [0, 10 * YEAR, 10 * YEAR + HOUR].map((offset) => ({ offset })),
  },
  { name: "back to before all time", clocks: [0, -Date.now() - DAY, 0].map((offset) => ({ offset })) },
  { name: "standing still", clocks: Array.from({ length: 3 }, () => ({ offset: 0 })) },
  {
    name: "summer time ends and begins",
    clocks: [
      { offset: until("10-31T00:30:00"), zone: "Europe/Paris" },
      { offset: until("10-31T01:30:00"), zone: "Europe/Paris" },
      { offset: until("10-31T01:31:00"), zone: "America/New_York" },
      { offset: until("10-31T01:32:00"), zone: "Pacific/Kiritimati" },
      { offset: until("10-31T01:33:00"), zone: "Europe/Paris" },
    ],
  },
];

const LOOKS = [
  ["sessions"],
  ["sessions", "--json"],
  ["status"],
  ["inject"],
  ["state"],
  ["threads"],
  ["pins"],
  ["checkpoint", "list"],
  ["decisions"],
  ["ledger"],
  ["clean", "--dry-run"],
];

describe.each(STORIES)("R7: the clock $name", ({ name, clocks }) => {
  it("keeps the order, doubles nothing, and shows no age below nothing", async () => {
    const room = house.room(name.replaceAll(" ", "-"));
    const told: string[] = [];
    for (const [n, clock] of clocks.entries()) {
      const options = at(clock);
      for (const kind of ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"]) {
        // Two sessions: one works at every time, the other at this one alone.
        for (const session of ["through", `at-${n}`]) {
          const marker = `r7-${session}-${n}-${kind}-end`;
          if (session === "through" && kind === "SessionStart" && n > 0) continue;
          const ended = await runHook(room, payload(kind, sceneOf(room, session), marker), options);
          expect([ended.code, ended.stderr]).toEqual([0, ""]);
          told.push(marker);
        }
      }
      if (n === 0) {
        expect((await runCli(room, ["pin", "never on a Friday", "--expires", "7d"], options)).code).toBe(0);
        expect((await runCli(room, ["checkpoint", "create"], options)).code).toBe(0);
      }
    }
    const now = at(clocks.at(-1) ?? { offset: 0 });
    await expectOrder(room, told, now);
    const session = (await runCli(room, ["sessions", "--json"], now)).stdout;
    const [newest] = JSON.parse(session).sessions ?? JSON.parse(session);
    expect(newest.session).toBe(`at-${clocks.length - 1}`);
    for (const args of LOOKS) await expectSane(room, args, now);
    // Housekeeping by a clock that was, or is, wrong takes nothing away.
    runTend(room, now);
    await expectOrder(room, told, now);
    expect(readNotes(room)).toEqual([]);
  });
});

it("R7: events of one moment keep the order in which they were written", async () => {
  const room = house.room("one-moment");
  const at = Date.now();
  const scene = { at, project: "p", session: "s", agent: "claude" };
  const texts = Array.from({ length: 300 }, (_, n) => `r7-${n}-end`);
  for (const text of texts) append(room.data, [{ type: "prompt.submitted", data: { text } }], scene);
  const history = await readHistory(room);
  expect(history.map(({ data }) => data["text"])).toEqual(texts);
  expect(await readVerified(room)).toMatchObject({ same: true, events: 300, badLines: 0 });
});

it("R7: checkpoints made while the clock was ahead do not push out those of the present", () => {
  const now = Date.now();
  const of = (kind: "c" | "t", n: number, at: number): Checkpoint => ({
    ...{ id: `${kind}${n}`, reason: kind === "t" ? "prompt" : "tools", at, project: "p", session: "s" },
    ...{ agent: "claude", root: "/r", commit: "", trees: [], left: [], leftCount: 0 },
  });
  const made = (["c", "t"] as const).flatMap((kind) => [
    ...Array.from({ length: 40 }, (_, n) => of(kind, n + 1, now + YEAR + n)),
    ...Array.from({ length: 3 }, (_, n) => of(kind, n + 41, now + n)),
  ]);
  const gone = outlived(made, now);
  for (const n of [41, 42, 43]) for (const kind of ["c", "t"]) expect(gone).not.toContain(`${kind}${n}`);
  expect(gone).toContain("t1");
});

function at({ offset, zone }: { offset: number; zone?: string }): RunOptions {
  return {
    env: { TIDEMARK_CLOCK_OFFSET: String(Math.round(offset)), ...(zone === undefined ? {} : { TZ: zone }) },
  };
}

/** Every marker is there once, and in each session they stand in the order in which they were told. */
async function expectOrder(room: Room, told: readonly string[], options: RunOptions): Promise<void> {
  const history = await readHistory(room, options);
  const counts = countMarkers(history, /r7-[a-z]+(?:-\d+)?-\d+-[A-Za-z]+-end/g);
  expect([...counts.values()].filter((n) => n !== 1)).toEqual([]);
  expect([...counts.keys()].sort()).toEqual([...told].sort());
  const { stdout } = await runCli(room, ["session", "through", "--json"], options);
  const turns: { n: number; request: string }[] = JSON.parse(stdout).turns;
  const numbers = turns.map(({ request }) => /r7-through-(\d+)-/.exec(request)?.[1]).filter(Boolean);
  expect(numbers).toEqual([...numbers].sort((a, b) => Number(a) - Number(b)));
  expect(await readVerified(room)).toMatchObject({ same: true, badLines: 0 });
}

function runTend(room: Room, options: RunOptions): void {
  const env = { ...room.env, ...options.env };
  expect(spawnSync(process.execPath, [room.program.hook, "tend"], { env }).status).toBe(0);
}
