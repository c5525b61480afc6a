import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TidemarkEvent } from "../../src/event/registry.js";
import { dayFile, dayFiles, journalFolder } from "../../src/journal/file.js";
import { writeLine } from "../../src/journal/line.js";
import { compressOldDays } from "../../src/model/compress.js";
import { drain } from "../../src/model/drain.js";
import { openInMemory, openStore } from "../../src/model/store/open.js";
import { dump, rebuild, verify } from "../../src/model/verify.js";
import { events } from "../event-arbitrary.js";
import { arrive, eventOf, freshHome, write } from "../journal/journal-home.js";

const DAY = 86_400_000;

const sample = (id: string, clock: number, text = id): TidemarkEvent => ({
  id,
  type: "prompt.submitted",
  v: 1,
  at: clock * 1_000,
  clock,
  author: "a",
  project: "p",
  session: "s",
  agent: "claude",
  data: { text },
});

describe("draining", () => {
  test("in any portions, over any days, in any order of arrival, equals draining at once, byte for byte", () => {
    fc.assert(
      fc.property(
        events.chain((list) =>
          fc.tuple(
            fc.shuffledSubarray(list, { minLength: list.length }),
            fc.array(fc.nat(60), { maxLength: 4 }),
          ),
        ),
        ([arrived, cuts]) => {
          const portions = freshHome();
          const store = openStore(portions);
          arrive(portions, store, arrived, cuts, 3);
          expect(verify(portions, store)).toMatchObject({ same: true });
          const lines = [...dump(store)];
          store.close();
          const again = rebuild(portions);
          expect([...dump(again)]).toEqual(lines);
          again.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  test("is idempotent, and the same line twice is one event", () => {
    const home = freshHome();
    write(home, [sample("a", 1), sample("b", 2), sample("a", 1)]);
    const store = openInMemory();
    expect(drain(home, store)).toEqual({ events: 2, badLines: 0, done: true });
    expect(drain(home, store)).toEqual({ events: 0, badLines: 0, done: true });
    write(home, [sample("a", 1)], 3);
    expect(drain(home, store).events).toBe(0);
  });

  test("a turn whose closing message is replaced by one without a sentence has no notes left", () => {
    const home = freshHome();
    const store = openStore(home);
    const end = (n: number, message: string) => eventOf(n, { type: "turn.ended", data: { message } });
    write(home, [end(1, "The parser reads quotes now.")]);
    drain(home, store);
    expect(store.notes("p", 9)).toHaveLength(1);
    write(home, [end(2, "|touch /tmp/a")]);
    drain(home, store);
    expect(store.notes("p", 9)).toEqual([]);
    expect(verify(home, store)).toMatchObject({ same: true });
    store.close();
  });

  test("notes of the same time come in the order of their sessions' names, whichever came first", () => {
    const told = (id: string, session: string) => ({ ...sample(id, 1, "Please fix the parser."), session });
    for (const arrived of [
      [told("a", "one"), told("b", "two")],
      [told("b", "two"), told("a", "one")],
    ]) {
      const home = freshHome();
      const store = openStore(home);
      for (const event of arrived) {
        write(home, [event]);
        drain(home, store);
      }
      expect(store.notes("p", 9).map(({ session }) => session)).toEqual(["one", "two"]);
      store.close();
    }
  });

  test("damaged lines are set aside and every good one survives", () => {
    const home = freshHome();
    const file = join(journalFolder(home), dayFile(0));
    const good = writeLine(sample("a", 1));
    const flipped = writeLine(sample("x", 2, "water")).replace("water", "wader");
    writeFileSync(
      file,
      `\n${good}\n${flipped}\n{"id":"torn\n\nnot json at all\n\n${writeLine(sample("b", 3))}\n`,
      { mode: 0o600 },
    );
    const store = openStore(home);
    expect(drain(home, store)).toMatchObject({ events: 2, badLines: 3 });
    expect(store.badLines().map((line) => line.reason)).toEqual(["checksum", "torn", "torn"]);
    expect(store.turns("p", "s").map((turn) => turn.request)).toEqual(["a", "b"]);
  });

  test("a torn tail does not swallow the next event, and a line being written is waited for", () => {
    const home = freshHome();
    const file = join(journalFolder(home), dayFile(0));
    const line = writeLine(sample("b", 2));
    write(home, [sample("a", 1)]);
    appendFileSync(file, `\n${line.slice(0, 40)}`);
    const store = openInMemory();
    expect(drain(home, store)).toMatchObject({ events: 1, badLines: 0 });
    appendFileSync(file, `\n${line}\n`);
    expect(drain(home, store)).toMatchObject({ events: 1, badLines: 1 });
  });

  test("an event of a newer version is kept and counted, not folded", () => {
    const home = freshHome();
    const newer = { ...sample("n", 2), type: "tide.turned", v: 4, data: { anything: [1] } };
    appendFileSync(join(journalFolder(home), dayFile(0)), `\n${writeLine(newer)}\n`, { mode: 0o600 });
    write(home, [sample("a", 1)]);
    const store = openStore(home);
    expect(drain(home, store)).toMatchObject({ events: 2, badLines: 0 });
    expect(store.session("p", "s")?.state.events).toBe(1);
  });

  test("stops when its time is over and goes on where it stopped", () => {
    const home = freshHome();
    write(
      home,
      Array.from({ length: 1_000 }, (_, i) => sample(`e${i}`, i)),
    );
    const store = openStore(home);
    let asked = 0;
    const first = drain(home, store, { expired: () => ++asked > 1 });
    expect(first.done).toBe(false);
    expect(first.events).toBeGreaterThan(0);
    expect(first.events).toBeLessThan(1_000);
    expect(first.events + drain(home, store).events).toBe(1_000);
    expect(verify(home, store).same).toBe(true);
  });
});

describe("compressing", () => {
  test("keeps every event findable and the model the same", () => {
    const home = freshHome();
    write(home, [sample("a", 1), sample("c", 3)], 1);
    write(home, [sample("d", 4)], 30);
    const store = openStore(home);
    drain(home, store);
    const before = [...dump(store)];
    const result = compressOldDays(home, store, 31 * DAY);
    expect(result.files).toBe(1);
    expect(dayFiles(home)).toEqual([dayFile(30 * DAY)]);
    // A late event makes the whole session be told again, from the compressed part too.
    write(home, [sample("b", 2)], 30);
    drain(home, store);
    expect(store.turns("p", "s").map((turn) => turn.request)).toEqual(["a", "b", "c", "d"]);
    expect(verify(home, store).same).toBe(true);
    store.close();
    const again = rebuild(home);
    expect(again.turns("p", "s").map((turn) => turn.request)).toEqual(["a", "b", "c", "d"]);
    expect([...dump(again)]).not.toEqual(before);
  });

  test("damaged bytes go along unchanged", () => {
    const home = freshHome();
    const file = join(journalFolder(home), dayFile(0));
    writeFileSync(
      file,
      Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from(`${writeLine(sample("a", 1))}\n`)]),
      { mode: 0o600 },
    );
    const original = readFileSync(file);
    const store = openStore(home);
    drain(home, store);
    compressOldDays(home, store, 30 * DAY);
    expect(dayFiles(home)).toEqual([]);
    const [event] = store.events("p", "s");
    expect(event?.file).toMatch(/^archive\/1970-01-01\.0\.jsonl\.gz$/);
    expect(event?.offset).toBe(original.indexOf("{"));
    expect(verify(home, store).same).toBe(true);
  });

  test("leaves days that are not wholly drained", () => {
    const home = freshHome();
    write(home, [sample("a", 1)], 0);
    expect(compressOldDays(home, openStore(home), 30 * DAY).files).toBe(0);
  });
});
