import fc from "fast-check";
import { expect, test } from "vitest";
import { verify } from "../../src/app/model/verify.js";
import type { Draft, TidemarkEvent } from "../../src/event/registry.js";
import { drain } from "../../src/journal/drain.js";
import { openStore } from "../../src/store/sqlite/open.js";
import { freshHome, write } from "./journal-home.js";

const event = (session: string, clock: number, draft: Draft): TidemarkEvent =>
  ({
    id: `e${String(clock).padStart(3, "0")}`,
    v: 1,
    at: clock * 1_000,
    clock,
    author: "a",
    project: "p",
    session,
    agent: "claude",
    ...draft,
  }) as TidemarkEvent;

const tagged = (clock: number, ...tags: string[]) =>
  event("old", clock, { type: "session.tagged", data: { tags } });
const prompt = (session: string, clock: number) =>
  event(session, clock, { type: "prompt.submitted", data: { text: `do ${clock}` } });

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
        let from = 0;
        for (const to of [...cuts.sort((a, b) => a - b), arrived.length]) {
          write(home, arrived.slice(from, to));
          from = Math.max(from, to);
          drain(home, store);
        }
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
    event("", 1, { type: "branch.created", data: { branch: "idea", session: "s", turn: 1 } }),
    event("", 2, { type: "branch.joined", data: { branch: "idea", session: "t" } }),
    event("", 3, {
      type: "branch.merged",
      data: { from: "idea", into: "", decisions: [{ choice: "a" }], tasks: [] },
    }),
    event("", 4, { type: "branch.promoted", data: { branch: "feat/x" } }),
    event("", 6, { type: "branch.unmerged", data: { merge: "gone" } }),
    event("", 5, { type: "branch.created", data: { branch: "idea", session: "u", turn: 2 } }),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (arrived) => {
      const home = freshHome();
      const store = openStore(home);
      for (const one of arrived) {
        write(home, [one]);
        drain(home, store);
      }
      const { branches } = store.project("p") ?? {};
      expect(branches).toMatchObject({
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
