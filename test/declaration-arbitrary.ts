import fc from "fast-check";
import type { Draft, TidemarkEvent } from "../src/event/registry.js";

const word = fc.constantFrom("pnpm", "retry", "rester simple", "no mocks");
// Those that exist, that do not yet, and that never will.
const id = fc.oneof(
  fc.nat(40).map((n) => `d${String(n).padStart(3, "0")}`),
  fc.constant("zzz"),
);

const branch = fc.constantFrom("idea", "rewrite", "");
const onBranch: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({
    type: fc.constant("branch.created" as const),
    data: fc.record({ branch, session: fc.constantFrom("s1", "s"), turn: fc.nat(3) }),
  }),
  fc.record({
    type: fc.constantFrom("branch.deleted" as const, "branch.promoted" as const),
    data: fc.record({ branch }),
  }),
  fc.record({
    type: fc.constant("branch.joined" as const),
    data: fc.record({ branch, session: fc.constantFrom("s1", "s2", "s") }),
  }),
  fc.record({
    type: fc.constant("branch.unmerged" as const),
    data: fc.record({ merge: fc.constantFrom("e1", "e2", "e3") }),
  }),
  fc.record({
    type: fc.constant("branch.merged" as const),
    data: fc.record({
      from: branch,
      into: branch,
      decisions: fc.array(fc.record({ choice: word }), { maxLength: 2 }),
      tasks: fc.array(fc.record({ text: word, status: fc.constantFrom("open" as const, "done" as const) }), {
        maxLength: 2,
      }),
    }),
  }),
);

/** What a person can declare, and the prompts he is learned from. */
export const declaration: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({
    type: fc.constant("pin.added" as const),
    data: fc.record(
      {
        text: word,
        priority: fc.constantFrom("high" as const, "normal" as const, "low" as const),
        expires: fc.nat(9),
      },
      { requiredKeys: ["text", "priority"] },
    ),
  }),
  fc.record({ type: fc.constant("pin.removed" as const), data: fc.record({ pin: id }) }),
  fc.record({
    type: fc.constant("fact.declared" as const),
    data: fc.record(
      {
        kind: fc.constantFrom("decision" as const, "blocker" as const, "next" as const, "command" as const),
        text: word,
        reason: word,
        rejected: fc.array(word, { maxLength: 2 }),
        by: fc.constantFrom("user" as const, "agent" as const),
        supersedes: id,
      },
      { requiredKeys: ["kind", "text", "by"] },
    ),
  }),
  fc.record({ type: fc.constant("fact.removed" as const), data: fc.record({ fact: id }) }),
  fc.record({ type: fc.constant("rule.added" as const), data: fc.record({ text: word }) }),
  fc.record({ type: fc.constant("rule.removed" as const), data: fc.record({ rule: id }) }),
  fc.record({
    type: fc.constant("focus.set" as const),
    data: fc.record(
      { topics: fc.array(word, { maxLength: 2 }), until: fc.nat(9) },
      { requiredKeys: ["topics"] },
    ),
  }),
  fc.record({
    type: fc.constant("memory.rated" as const),
    data: fc.record({ memory: id, rating: fc.constantFrom("up" as const, "down" as const) }),
  }),
  fc.record({
    type: fc.constant("memory.removed" as const),
    data: fc.record(
      { memory: id, kind: fc.constantFrom("decision", "command"), text: word },
      { requiredKeys: ["memory"] },
    ),
  }),
  fc.record({
    type: fc.constant("memory.restored" as const),
    data: fc.record({ memory: id }),
  }),
  fc.record({
    type: fc.constant("profile.set" as const),
    data: fc.record({ key: fc.constantFrom("role", "verbosity"), value: word }),
  }),
  fc.record({
    type: fc.constant("item.changed" as const),
    data: fc.record({
      item: id,
      change: fc.constantFrom("done" as const, "reopen" as const, "drop" as const),
      by: fc.constantFrom("user" as const, "agent" as const),
    }),
  }),
  onBranch,
  fc.record({
    type: fc.constant("prompt.submitted" as const),
    data: fc.record({
      text: fc.constantFrom(
        "fix the flaky test of the upload queue please",
        "c'est mon projet, sois bref 🎉",
        "I am a backend developer, explain in detail how the mutex works",
        "/compact",
      ),
    }),
  }),
);

/** Declarations with ids in the order of their making; clocks may repeat, wall times may jump. */
export const declarations: fc.Arbitrary<TidemarkEvent[]> = fc
  .array(fc.tuple(declaration, fc.nat(9_000)), { maxLength: 40 })
  .map((list) =>
    list.map(
      ([{ type, data }, minutes], index) =>
        ({
          id: `d${String(index).padStart(3, "0")}`,
          type,
          v: 1,
          at: 1_000_000 + minutes * 60_000,
          clock: Math.floor(index / 3),
          author: "a",
          project: "p",
          session: index % 2 === 0 ? "" : "s",
          agent: "claude",
          data,
        }) as TidemarkEvent,
    ),
  );
