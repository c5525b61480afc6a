import { describe, expect, test } from "vitest";
import { currentTurns } from "../../src/brief/current-turns.js";
import type { Deed } from "../../src/model/fold/item/item.js";
import { statementsOf } from "../../src/model/fold/item/items.js";
import type { Note, SaidNote, TurnNotes } from "../../src/model/fold/session/note.js";

type Said = readonly [by: SaidNote["by"], label: SaidNote["label"], text: string];

/** The turns of a project, each a minute after the one before, and the latest first as the store gives them. */
function turns(...said: readonly (readonly Said[])[]): TurnNotes[] {
  return said
    .map((sentences, n) => ({
      session: "s",
      turn: `t${n}`,
      n,
      at: n * 60_000,
      edited: [],
      notes: sentences.map(
        ([by, label, text], index): Note => ({
          is: "said",
          event: `e${n}`,
          at: n * 60_000 + (by === "user" ? 0 : 1_000),
          ...{ by, label, text, index, chance: 1, heading: "", isBullet: false, count: sentences.length },
        }),
      ),
    }))
    .reverse();
}

const current = (given: readonly TurnNotes[], deeds: readonly Deed[] = []) =>
  currentTurns(given, statementsOf(given.toReversed(), [], { deeds }));
const left = (given: readonly TurnNotes[]) =>
  current(given)
    .toReversed()
    .flatMap(({ notes }) => notes.map((note) => (note.is === "said" ? note.text : "")));

const BLOCKED: Said = ["user", "blocker", "I'm blocked by the missing API key of the mailer."];
const NEXT: Said = ["agent", "next", "Next: rewrite the total in cents"];

describe("a statement is left out", () => {
  test("that was declared done", () => {
    const given = turns([NEXT]);
    expect(left(given)).toEqual([NEXT[2]]);
    const deed: Deed = { id: "d", text: "rewrite the total in cents", at: 5_000, by: "user" };
    expect(current(given, [deed])[0]?.notes).toEqual([]);
    expect(current(given, [{ ...deed, at: -1 }])).toBe(given);
  });

  test.each<[string, Said, Said]>([
    ["that somebody calls solved", BLOCKED, ["user", "unblocked", "I got the API key of the mailer, go on."]],
    ["that is solved without a name", BLOCKED, ["user", "unblocked", "Good news: resolved."]],
    ["that is done", NEXT, ["agent", "done", "I rewrote the total in cents."]],
  ])("%s", (_, statement, later) => {
    expect(left(turns([statement], [later]))).toEqual([later[2]]);
    // In the same turn as well.
    expect(left(turns([statement, later]))).toEqual([later[2]]);
  });
});

describe("a decision that is taken back", () => {
  const redis: Said = ["user", "decision", "Let's use Redis for the cache, and keep it small."];
  const back: Said = ["user", "reversal", "No Redis, we'll use memcached for the cache."];

  test("is left out, and so is what was said of it", () => {
    const wired: Said = ["agent", "done", "The page reads from Redis."];
    const next: Said = ["agent", "next", "Next: let Redis forget entries after a day"];
    const other: Said = ["agent", "done", "The header is translated."];
    const moved: Said = ["agent", "done", "Memcached takes the place of Redis."];
    expect(left(turns([redis, wired, next, other], [back, moved]))).toEqual([other[2], back[2], moved[2]]);
  });

  test.each<[string, Said]>([
    ["said again", ["user", "decision", "Let's use Redis for the cache."]],
    ["about something else", ["user", "decision", "Let's use Svelte for the admin page."]],
  ])("stays if the later one is %s", (_, later) => {
    expect(left(turns([redis], [later]))).toEqual([redis[2], later[2]]);
  });

  test("stays if the later one stands in a plan that was pasted", () => {
    const [plan, ...before] = turns([redis], [back]);
    const notes = plan?.notes.map((note): Note => (note.is === "said" ? { ...note, isPasted: true } : note));
    expect(left(plan === undefined ? [] : [{ ...plan, notes: notes ?? [] }, ...before])).toHaveLength(2);
  });
});

describe("a statement stays", () => {
  test.each<[string, Said, Said]>([
    ["if another thing is solved", BLOCKED, ["user", "unblocked", "The staging login works now."]],
    ["if another thing is done", NEXT, ["agent", "done", "I renamed the invoice fields."]],
    [
      "if it is no obstacle or step",
      ["user", "fact", BLOCKED[2]],
      ["user", "unblocked", "I got the API key of the mailer."],
    ],
  ])("%s", (_, statement, later) => {
    const given = turns([statement], [later]);
    expect(current(given)).toBe(given);
  });

  test("if it was said after the solution", () => {
    expect(left(turns([["user", "unblocked", "I got the API key of the mailer."]], [BLOCKED]))).toHaveLength(
      2,
    );
  });

  test("if only a part of it is done", () => {
    const next: Said = ["agent", "next", "Next: 1) rewrite the total in cents 2) translate the symbols"];
    expect(left(turns([next], [["agent", "done", "I rewrote the total in cents."]]))).toHaveLength(2);
  });
});
