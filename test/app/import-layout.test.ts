import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drain } from "../../src/journal/drain.js";
import type { LayoutName } from "../../src/layout/layout.js";
import { LAYOUTS } from "../../src/layout/layouts.js";
import { openStore } from "../../src/store/sqlite/open.js";
import { FILES } from "../layout/document-arbitrary.js";
import { bytesIn, LayoutRoom, putFiles, valuesIn, whenAt } from "./layout-room.js";

const NAMES = Object.keys(LAYOUTS) as LayoutName[];
const NOW = Date.UTC(2026, 2, 4, 12);

describe.each(NAMES)("files of %s", (layout) => {
  test("come back as they were, with all that Tidemark does not know", () => {
    fc.assert(
      fc.property(FILES[layout], (files) => {
        fc.pre(Object.keys(files).length > 0);
        const room = new LayoutRoom();
        const when = whenAt(NOW);
        putFiles(room.folder(), files);
        const { skipped } = room.import(room.folder(), when);
        expect(skipped).toEqual([]);
        room.export(layout, room.folder("out"), whenAt(NOW + 1_000));
        const before = valuesIn(room.folder());
        expect(valuesIn(room.folder("out"))).toEqual(before);
        expect(JSON.stringify(valuesIn(room.folder("out")))).toBe(JSON.stringify(before));
      }),
      { numRuns: 60 },
    );
  });

  test("are imported once, however often, and the folds take what they say", () => {
    fc.assert(
      fc.property(FILES[layout], (files) => {
        fc.pre(Object.keys(files).length > 0);
        const room = new LayoutRoom();
        putFiles(room.folder(), files);
        room.import(room.folder(), whenAt(NOW));
        const journal = bytesIn(`${room.home}/journal`);
        const again = room.import(room.folder(), whenAt(NOW + 86_400_000));
        expect(again.files).toEqual([]);
        expect(again.events).toBe(0);
        expect(bytesIn(`${room.home}/journal`)).toEqual(journal);
        const store = openStore(room.home);
        const { badLines } = drain(room.home, store);
        store.close();
        expect(badLines).toBe(0);
      }),
      { numRuns: 25 },
    );
  });
});
