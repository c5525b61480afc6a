import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { drain } from "../../src/model/drain.js";
import { openStore } from "../../src/model/store/open.js";
import type { Store } from "../../src/model/store/store.js";
import { dump } from "../../src/model/verify.js";
import { figure } from "./figure.js";
import { type Random, seeded } from "./random.js";
import {
  answers,
  appendLines,
  emptyHome,
  type Line,
  Replay,
  type Stream,
  streams,
  type Written,
  writtenIn,
} from "./stream.js";

const SEED = Number(process.env["TIDEMARK_SEED"] ?? 909);
const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

describe.each(streams())("R9: the stream $name", ({ name, lines }: Stream) => {
  const asks = lines.filter(({ t }) => t === "ask");

  it("told twice, into two memories, makes the same events and the same answers, byte for byte", () => {
    const [one, two] = [told(lines), told(lines)];
    expect(two.events).toEqual(one.events);
    expect(two.said).toEqual(one.said);
    expect(one.said.length).toBe(asks.length);
  });

  it("written twice, or in another order and other portions, is the same memory with the same answers", () => {
    const replay = new Replay();
    for (const line of lines) if (line.t === "event") replay.tell(line);
    const written = writtenIn(replay.home);
    const first = replay.store();
    const expected = { dump: [...dump(first)], said: answers(first, asks), events: first.counts().events };
    replay.close();
    const random = seeded(SEED);
    for (const [way, portions] of Object.entries(ways(written, random))) {
      const store = drained(portions);
      expect(store.counts(), way).toMatchObject({ events: expected.events, badLines: 0 });
      expect([...dump(store)], way).toEqual(expected.dump);
      expect(answers(store, asks), way).toEqual(expected.said);
      store.close();
    }
    figure(
      `seed ${SEED} ${name}: ${written.length} events, ${asks.length} answers of ${expected.said.join("").length} characters, the same when written twice, session by session, backwards, and shuffled`,
    );
  });
});

function told(lines: readonly Line[]): { events: string[]; said: string[] } {
  const replay = new Replay();
  const said: string[] = [];
  for (const line of lines) {
    if (line.t === "event") replay.tell(line);
    else said.push(...answers(replay.store(), [line]));
  }
  const events = writtenIn(replay.home).map(({ text }) => {
    const { type, at, clock, session, branch, dir, data } = JSON.parse(text);
    return JSON.stringify([type, at, clock, session, branch, dir, data]);
  });
  replay.close();
  return { events, said };
}

type Portions = readonly { readonly lines: readonly Written[]; readonly day?: string }[];

/** The same lines, as they might arrive: again, by session, the newest first, or dealt out at random over other days. */
function ways(written: readonly Written[], random: Random): { [way: string]: Portions } {
  const sessions = [...new Set(written.map(({ session }) => session))];
  const of = (session: string) => written.filter((line) => line.session === session);
  const half = Math.floor(written.length / 2);
  const shuffled = written.map((line) => ({ line, at: random.next() })).sort((a, b) => a.at - b.at);
  const dealt = shuffled.map(({ line }) => line);
  return {
    twice: [{ lines: written }, { lines: written }],
    "twice at once, and a half again": [
      { lines: [...written, ...written] },
      { lines: written.slice(half), day: "2031-01-01.jsonl" },
    ],
    "session by session, the last first": sessions.reverse().map((session) => ({ lines: of(session) })),
    "dealt out": [
      { lines: dealt.slice(0, half), day: "2031-01-02.jsonl" },
      { lines: dealt.slice(half), day: "2031-01-01.jsonl" },
    ],
  };
}

function drained(portions: Portions): Store {
  const home = emptyHome();
  homes.push(home);
  const store = openStore(home);
  for (const { lines, day } of portions) {
    appendLines(home, lines, day);
    drain(home, store);
  }
  return store;
}
