import fc from "fast-check";
import { expect, test } from "vitest";
import { compose } from "../../src/brief/compose.js";
import { situations } from "./situation-arbitrary.js";

/** Words of ours, which nobody else has a part in. */
const OURS = new Set([
  "header",
  "memory",
  "missing-branch",
  "recovery",
  "proj",
  "agent",
  "undo",
  "suggestion",
]);
/** What stands for somebody's will: no tool may have said it. */
const WILLED = /^(?:decided|dec|pins?|rules?|profile|facts?|next|open|ask|told:(?:asked|rules|plan))$/;

test("whatever is said has an origin, and only our own words have us for one", () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(situations, (situation) => {
      for (const { key, said, origins } of compose(situation, 9_000).trace) {
        if (!said) continue;
        met.add(key);
        expect(origins, key).not.toEqual([]);
        for (const { by } of origins) expect([key, by === "tidemark"]).toEqual([key, OURS.has(key)]);
      }
    }),
    // The same draws each time: these meet what has to be met.
    { numRuns: 300, seed: 2 },
  );
  for (const key of ["told:asked", "told:done", "told:committed", "decided", "choice", "pins", "impl", "dec"])
    expect(met).toContain(key);
});

test("no tool is behind what is willed", () => {
  fc.assert(
    fc.property(situations, (situation) => {
      for (const { key, said, origins } of compose(situation, 9_000).trace)
        if (said && WILLED.test(key)) expect(origins.filter(({ by }) => by === "tool")).toEqual([]);
    }),
  );
});
