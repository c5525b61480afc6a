import fc from "fast-check";
import { expect, test } from "vitest";
import {
  recentThreads,
  type StoredThreads,
  threadsNow,
  updateThreads,
} from "../../../../src/model/fold/thread/stored-threads.js";
import { hotThread, type ThreadTurn } from "../../../../src/model/fold/thread/thread-state.js";
import { turn } from "./thread-turn-sample.js";

const SUBJECTS = [..."abcdefghijkl"].flatMap((letter) =>
  ["bridge", "harvest", "lantern", "orchard", "saddle"].map((thing) => `${thing}${letter.repeat(4)}`),
);

/** More subjects than there may be threads, in several sessions, with some words that belong to none. */
const story = fc.array(
  fc.record({
    subject: fc.nat(SUBJECTS.length - 1),
    session: fc.constantFrom("s1", "s2", "s3"),
    isReply: fc.boolean(),
  }),
  { maxLength: 90 },
);

test("the threads of an answer are those that telling the last turns gives", () => {
  fc.assert(
    fc.property(story, fc.integer({ min: 1, max: 7 }), (told, portion) => {
      const turns = told.map(({ subject, session, isReply }, n) => {
        const thing = SUBJECTS[subject] ?? "";
        return isReply && n % 3 === 0
          ? turn(n, "ok go", { session })
          : turn(n, `Mend the ${thing} for ${thing}`, { session, edited: [`src/${thing}.ts`] });
      });
      let kept: StoredThreads | undefined;
      for (let at = 0; at < turns.length; at += portion) {
        kept = afterTurns(kept, turns.slice(at, at + portion)) ?? kept;
        if (kept === undefined) continue;
        const { state } = threadsNow(kept);
        const recent = recentThreads(kept);
        expect(recent.hot).toBe(state.hot);
        expect(recent.recent).toEqual(state.recent);
        expect(hotThread(recent)).toEqual(hotThread(state));
      }
    }),
  );
});

function afterTurns(
  kept: StoredThreads | undefined,
  turns: readonly ThreadTurn[],
): StoredThreads | undefined {
  const changes = turns.map((one) => ({ session: one.session, before: [], after: [one] }));
  return updateThreads(
    () => kept,
    changes,
    [],
    () => [],
  )?.threads;
}
