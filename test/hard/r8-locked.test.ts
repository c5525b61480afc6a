import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { figure } from "./figure.js";
import { AGENT_DEADLINE, type Ended, isAnswer, quantile, runHook } from "./hook-run.js";
import { type LockOptions, lockDatabase } from "./lock.js";
import { countMarkers, readHistory, readNotes, readVerified, tally } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { type House, openHouse } from "./room.js";

const SECONDS = 30;
const KINDS = ["PostToolUse", "UserPromptSubmit", "SessionStart"];

let house: House;
beforeAll(async () => {
  house = await openHouse("r8");
});
afterAll(() => house.leave());

// Three ways to lock, side by side, so that the thirty seconds pass once.
const CASES: { name: string; mode: LockOptions["mode"]; isFresh: boolean }[] = [
  { name: "everybody kept out", mode: "exclusive", isFresh: false },
  { name: "writers kept out", mode: "writer", isFresh: false },
  { name: "locked before the first use", mode: "exclusive", isFresh: true },
];

it("R8: the database is locked for 30 s, the hooks go on, and nothing is lost", async () => {
  await Promise.all(CASES.map(workWhileLocked));
});

async function workWhileLocked({ name, mode, isFresh }: (typeof CASES)[number]): Promise<void> {
  const room = house.room(name.replaceAll(" ", "-"));
  if (isFresh) mkdirSync(room.data, { mode: 0o700 });
  else for (const kind of KINDS) await runHook(room, payload(kind, sceneOf(room, "before"), "lk-before-end"));
  const known = isFresh ? 0 : (await readVerified(room)).events;

  const lock = await lockDatabase(room, { seconds: SECONDS, mode });
  const ends: (Ended & { kind: string; marker: string })[] = [];
  for (let n = 0; lock.isHeld(); n++) {
    const kind = KINDS[n % KINDS.length] ?? "";
    const marker = `lk-${n}-end`;
    const scene = sceneOf(room, `locked-${n % 5}`);
    const end = await runHook(room, payload(kind, scene, marker), { patience: 2 * AGENT_DEADLINE });
    if (lock.isHeld()) ends.push({ ...end, kind, marker });
    // Three rooms and one locker each: at this pace the times are the hook's own and not the queue's.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await lock.ended;

  const history = await readHistory(room);
  const stored = countMarkers(history, /lk-\d+-end/g);
  const wrong = ends.filter(({ marker }) => stored.get(marker) !== 1);
  const verified = await readVerified(room);
  const times = (kind: string) => ends.filter((end) => end.kind === kind).map(({ ms }) => ms);
  const told = ends.filter(({ stdout }) => stdout !== "").length;
  figure(
    `${name}: ${ends.length} hooks in ${SECONDS} s, ` +
      `${KINDS.map((kind) => `${kind} p50 ${quantile(times(kind), 0.5)} ms, slowest ${quantile(times(kind), 1)} ms`).join("; ")}; ` +
      `${told} answers, ${wrong.length} not stored once; ${known} events in the database before, ${verified.events} after, ${history.length} in the journal; ` +
      `notes: ${tally(readNotes(room)).join(" | ") || "none"}`,
  );
  expect(ends.length, name).toBeGreaterThan(30);
  expect(ends.filter(({ code, ms }) => code !== 0 || ms > AGENT_DEADLINE)).toEqual([]);
  expect(ends.filter(({ stdout, stderr }) => !isAnswer(stdout) || stderr !== "")).toEqual([]);
  expect(wrong).toEqual([]);
  // Readers still see the last state: no reason to say nothing.
  if (mode === "writer") expect(told).toBeGreaterThan(0);
  expect(verified).toMatchObject({ same: true, badLines: 0, events: history.length });
}
