import fc from "fast-check";
import { expect, test } from "vitest";
import { openStore } from "../../src/model/store/open.js";
import type { Store } from "../../src/model/store/store.js";
import { rebuild } from "../../src/model/verify.js";
import { events } from "../event-arbitrary.js";
import { arrive, freshHome } from "../journal/journal-home.js";

test("what sessions touched, were told and used is the same in any order and portions of arrival", () => {
  fc.assert(
    fc.property(
      events.chain((list) =>
        fc.tuple(fc.shuffledSubarray(list, { minLength: list.length }), fc.nat(60), fc.nat(60)),
      ),
      ([arrived, one, other]) => {
        const home = freshHome();
        const store = openStore(home);
        arrive(home, store, arrived, [one, other]);
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

function footprints(store: Store): string[] {
  return ["p", "q"].map((project) => JSON.stringify(store.footprints(project, 10)));
}
