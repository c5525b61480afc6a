import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figure } from "./figure.js";
import { inParallel, quantile, runHook } from "./hook-run.js";
import { countMarkers, readHistory, readNotes, readVerified, tally } from "./memory.js";
import { payload, sceneOf, sizedPayload } from "./payload.js";
import { prose, type Random, seeded } from "./random.js";
import { type House, openHouse, type Room } from "./room.js";

const HOOKS = 1_000;
const SMALLEST = 700;
const LARGEST = 256 << 10;
// As an agent's day is made up; every kind that writes, and both that answer.
const KINDS = [
  ...Array<string>(12).fill("PostToolUse"),
  ...Array<string>(3).fill("PreToolUse"),
  ...["UserPromptSubmit", "UserPromptSubmit", "Stop", "SessionStart"],
];

let house: House;
beforeAll(async () => {
  house = await openHouse("r1");
});
afterAll(() => house.leave());

describe.each([
  { name: "alone", hands: 1 },
  { name: "10 in parallel", hands: 10 },
])("R1: 1,000 hooks, half of them killed, $name", ({ name, hands }) => {
  it("loses nothing that was acknowledged", async () => {
    const room = house.quietRoom(`r1-${hands}`);
    const random = seeded(101 + hands);
    const filler = prose(random, 2 * LARGEST);
    const plans = Array.from({ length: HOOKS }, (_, n) => plan(n, random));
    // The machine has other work too: the moment of a kill follows what hooks took of late.
    const recent = await measure(room, hands, random);

    const ends = await inParallel(hands, plans, async ({ n, kind, size, from, share }) => {
      const scene = sceneOf(room, `r1-session-${n % 7}`);
      const marker = `kt-${n}-end`;
      const bare = Buffer.byteLength(JSON.stringify(sizedPayload(kind, scene, marker, "")));
      const text = JSON.stringify(sizedPayload(kind, scene, marker, filler.slice(from, from + size - bare)));
      const killAfter = share === undefined ? {} : { killAfter: share * quantile(recent, 0.4) };
      const end = await runHook(room, text, { patience: 30_000, ...killAfter });
      if (share === undefined) {
        recent.shift();
        recent.push(end.ms);
      }
      return { ...end, marker, bytes: Buffer.byteLength(text) };
    });

    const acknowledged = ends.filter(({ code }) => code === 0);
    const killed = ends.filter(({ signal, hung }) => signal === "SIGKILL" && !hung);
    const other = ends.filter((end) => !acknowledged.includes(end) && !killed.includes(end));
    const stored = countMarkers(await readHistory(room), /kt-\d+-end/g);
    const lost = acknowledged.filter(({ marker }) => !stored.has(marker));
    const twice = [...stored.values()].filter((count) => count > 1).length;
    const killedLate = killed.filter(({ marker }) => stored.has(marker)).length;
    const verified = await readVerified(room);
    const times = acknowledged.map(({ ms }) => ms);
    figure(
      `${name}: ${HOOKS} hooks of ${Math.min(...ends.map(({ bytes }) => bytes))} to ${Math.max(...ends.map(({ bytes }) => bytes))} bytes, ` +
        `${acknowledged.length} acknowledged, ${killed.length} killed (${killedLate} of them after their write), ${other.length} ended otherwise; ` +
        `${stored.size} stored, ${lost.length} lost, ${twice} twice, ${verified.badLines} torn lines; ` +
        `hook p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms; notes: ${tally(readNotes(room)).join(" | ") || "none"}`,
    );
    expect(other.map(({ code, signal, stderr }) => ({ code, signal, stderr }))).toEqual([]);
    expect(lost.map(({ marker }) => marker)).toEqual([]);
    expect(twice).toBe(0);
    expect(verified.same).toBe(true);
    // Else the kills came too early or too late to prove anything.
    expect(killed.length).toBeGreaterThan(HOOKS * 0.25);
    expect(killedLate).toBeGreaterThan(0);
  });
});

/** How long hooks take here and now, so that the kills fall into their life. */
async function measure(room: Room, hands: number, random: Random): Promise<number[]> {
  const warm = Array.from({ length: 20 + 2 * hands }, () => random.pick(KINDS));
  const ends = await inParallel(hands, warm, (kind) =>
    runHook(room, payload(kind, sceneOf(room, "r1-warm"))),
  );
  return ends.slice(-20).map(({ ms }) => ms);
}

function plan(n: number, random: Random) {
  const size = Math.round(SMALLEST * (LARGEST / SMALLEST) ** random.next());
  // Half of the kills anywhere, half where the work is done: most of a hook's life is Node's start.
  const moment = random.chance(0.5) ? random.next() : 0.6 + 0.4 * random.next();
  const share = random.chance(0.5) ? moment : undefined;
  return { n, kind: random.pick(KINDS), size, from: random.int(0, LARGEST), share };
}
