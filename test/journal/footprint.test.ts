import { appendFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rebuild } from "../../src/app/model/verify.js";
import type { TidemarkEvent } from "../../src/event/registry.js";
import { drain } from "../../src/journal/drain.js";
import { dayFile, journalFolder } from "../../src/journal/file.js";
import { writeLine } from "../../src/journal/line.js";
import type { Store } from "../../src/store/port.js";
import { openStore } from "../../src/store/sqlite/open.js";
import { events } from "../event-arbitrary.js";

test("what sessions touched, were told and used is the same in any order and portions of arrival", () => {
  fc.assert(
    fc.property(
      events.chain((list) =>
        fc.tuple(fc.shuffledSubarray(list, { minLength: list.length }), fc.nat(60), fc.nat(60)),
      ),
      ([arrived, one, other]) => {
        const home = join(mkdtempSync(join(tmpdir(), "tidemark-footprint-")), "home");
        mkdirSync(journalFolder(home), { recursive: true, mode: 0o700 });
        const store = openStore(home);
        const [from, to] = one < other ? [one, other] : [other, one];
        for (const portion of [arrived.slice(0, from), arrived.slice(from, to), arrived.slice(to)]) {
          write(home, portion);
          drain(home, store);
        }
        const kept = footprints(store);
        store.close();
        const again = rebuild(home);
        expect(kept).toEqual(footprints(again));
        again.close();
      },
    ),
    { numRuns: 30 },
  );
});

function write(home: string, list: readonly TidemarkEvent[]): void {
  const text = list.map((event) => `\n${writeLine(event)}\n`).join("");
  appendFileSync(join(journalFolder(home), dayFile(0)), text, { mode: 0o600 });
}

function footprints(store: Store): string[] {
  return ["p", "q"].map((project) => JSON.stringify(store.footprints(project, 10)));
}
