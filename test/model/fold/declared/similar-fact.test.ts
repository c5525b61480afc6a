import { describe, expect, test } from "vitest";
import {
  type DeclaredFact,
  type FactKind,
  similarFacts,
} from "../../../../src/model/fold/declared/declared-fact.js";

function fact(text: string, kind: FactKind = "decision"): DeclaredFact {
  return { id: text, kind, text, by: "user", at: 0, session: "" };
}

describe("a new fact seems to be about the same as", () => {
  test.each([
    ["retry uploads three times", "retry uploads five times with jitter"],
    ["the staging database is reset every night", "staging database is reset on Sundays"],
    ["Use pnpm for the workspace", "use pnpm for workspaces, version 9"],
    ["on part sur PostgreSQL pour la base des utilisateurs", "la base des utilisateurs passe à SQLite"],
    ["pnpm", "pnpm"],
  ])("%s: %s", (known, said) => {
    expect(similarFacts([fact(known)], fact(said))).toHaveLength(1);
  });
});

describe("but not as", () => {
  test.each([
    ["retry uploads three times", "sign releases with the new key"],
    ["use pnpm", "never publish from pnpm scripts on the build server"],
    ["tests use vitest", "the gallery uses lazy thumbnails"],
    ["", "anything"],
  ])("%s: %s", (known, said) => {
    expect(similarFacts([fact(known)], fact(said))).toEqual([]);
  });

  test("one of another kind, or of a kind of which there may be many", () => {
    expect(
      similarFacts([fact("retry uploads three times", "fact")], fact("retry uploads five times")),
    ).toEqual([]);
    const next = fact("write the docs page", "next");
    expect(similarFacts([next], next)).toEqual([]);
  });
});

test("those that share most come first, and no more than three", () => {
  const known = ["a", "b", "c", "d"].map((word) => fact(`retry uploads times ${word.repeat(4)}`));
  const found = similarFacts(known, fact("retry uploads times cccc"));
  expect(found).toHaveLength(3);
  expect(found[0]?.text).toContain("cccc");
});
