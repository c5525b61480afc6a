import fc from "fast-check";
import { expect, test } from "vitest";
import type { Draft } from "../../src/event/registry.js";
import { openStore } from "../../src/model/store/open.js";
import { verify } from "../../src/model/verify.js";
import { arrive, eventOf, freshHome } from "../journal/journal-home.js";

const tagged = (clock: number, ...tags: string[]) =>
  eventOf(clock, { type: "session.tagged", data: { tags } }, "old");
const declared = (clock: number, draft: Draft) => eventOf(clock, draft, "");
const prompt = (session: string, clock: number) =>
  eventOf(clock, { type: "prompt.submitted", data: { text: `do ${clock}` } }, session);

test("a tag does not make its session the latest, and of two sets the later holds, in whatever order they arrive", () => {
  const all = [
    prompt("old", 1),
    prompt("old", 2),
    prompt("new", 3),
    tagged(4, "later"),
    tagged(5, "urgent", "v2"),
    prompt("old", 0),
  ];
  fc.assert(
    fc.property(
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.array(fc.nat(6), { maxLength: 4 }),
      (arrived, cuts) => {
        const home = freshHome();
        const store = openStore(home);
        arrive(home, store, arrived, cuts);
        expect(store.sessions({ project: "p" }).map(({ session, tags }) => [session, tags])).toEqual([
          ["new", undefined],
          ["old", ["urgent", "v2"]],
        ]);
        expect(store.session("p", "old")?.state).toMatchObject({ lastAt: 2_000, prompts: 3 });
        expect(verify(home, store)).toMatchObject({ same: true });
        store.close();
      },
    ),
    { numRuns: 30 },
  );
});

test("branches of work are the same after a rebuild, whoever's events came first", () => {
  const all = [
    declared(1, { type: "branch.created", data: { branch: "idea", session: "s", turn: 1 } }),
    declared(2, { type: "branch.joined", data: { branch: "idea", session: "t" } }),
    declared(3, {
      type: "branch.merged",
      data: { from: "idea", into: "", decisions: [{ choice: "a" }], tasks: [] },
    }),
    declared(4, { type: "branch.promoted", data: { branch: "feat/x" } }),
    declared(6, { type: "branch.unmerged", data: { merge: "gone" } }),
    declared(5, { type: "branch.created", data: { branch: "idea", session: "u", turn: 2 } }),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (arrived) => {
      const home = freshHome();
      const store = openStore(home);
      arrive(home, store, arrived, [...arrived.keys()]);
      const state = store.project("p");
      expect({ ...state?.extra.branches, promoted: state?.promoted }).toMatchObject({
        made: [{ id: "idea", session: "u" }],
        joined: [{ id: "t", branch: "idea" }],
        merges: [{ from: "idea" }],
        promoted: [{ id: "feat/x" }],
      });
      store.close();
    }),
    { numRuns: 15 },
  );
});
