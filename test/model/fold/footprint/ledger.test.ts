import { expect, test } from "vitest";
import { type InjectionMade, ledgerOf, totalsOf } from "../../../../src/model/fold/footprint/ledger.js";
import type { Said } from "../../../../src/model/fold/session/said-draft.js";

const made = (id: string, clock: number, items?: string[], session = "s"): InjectionMade => ({
  id,
  type: "injection.made",
  v: 1,
  at: clock * 1_000,
  clock,
  author: "a",
  project: "p",
  session,
  agent: "claude",
  data: { surface: "start", chars: 100, keys: ["header"], ...(items === undefined ? {} : { items }) },
});

const kept: { [session: string]: Said[] } = {
  s: [{ injection: "two", items: ["file:src/a.ts", "run:npm test", "name:parseHeader"], used: [0, 2] }],
  other: [{ injection: "three", items: ["file:src/a.ts"], used: [] }],
};

const entries = ledgerOf(
  [
    made("one", 1, ["file:src/old.ts"]),
    made("two", 2, ["file:src/a.ts", "thread:t1", "run:npm test", "name:parseHeader", "file:src/a.ts"]),
    made("three", 3, ["file:src/a.ts"], "other"),
    made("four", 4),
  ],
  (session) => kept[session] ?? [],
);

test("an entry says what was told and which of it was used, the newest first", () => {
  expect(entries.map(({ injection }) => injection)).toEqual(["four", "three", "two", "one"]);
  expect(entries[2]).toEqual({
    injection: "two",
    at: 2_000,
    session: "s",
    surface: "start",
    chars: 100,
    keys: ["header"],
    items: [
      { id: "file:src/a.ts", kind: "file", key: "src/a.ts", used: true },
      { id: "run:npm test", kind: "run", key: "npm test", used: false },
      { id: "name:parseHeader", kind: "name", key: "parseHeader", used: true },
    ],
    share: 2 / 3,
  });
  expect(entries[0]).toMatchObject({ items: [] });
  expect(entries[0]).not.toHaveProperty("share");
});

test("what the session no longer remembers is neither used nor unused", () => {
  expect(entries[3]?.items).toEqual([{ id: "file:src/old.ts", kind: "file", key: "src/old.ts" }]);
  expect(entries[3]).not.toHaveProperty("share");
});

test("totals count what is known, by kind", () => {
  expect(totalsOf(entries)).toEqual({
    injections: 4,
    chars: 400,
    said: 4,
    used: 2,
    kinds: { file: { said: 2, used: 1 }, run: { said: 1, used: 0 }, name: { said: 1, used: 1 } },
  });
  expect(totalsOf([])).toMatchObject({ injections: 0, said: 0, used: 0, kinds: { name: { said: 0 } } });
});
