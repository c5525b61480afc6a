import { describe, expect, test } from "vitest";
import { addStatements, NO_FINDINGS, readStatements } from "../../../src/model/fold/session/finding.js";
import { decisionsIn } from "../../../src/text/prose/decision.js";
import { REVERSALS } from "./reversals.js";

const holdingAfter = (...prompts: readonly string[]) =>
  prompts.reduce(
    (found, text, at) => addStatements(found, readStatements(text, "user"), "user", at),
    NO_FINDINGS,
  ).decisions;

describe("a decision that is taken back", () => {
  test.each(REVERSALS)("%j", (text) => {
    const [made, ...others] = holdingAfter("let's use Redis for the cache", text);
    expect(others).toEqual([]);
    expect(made?.choice).toMatch(/^memcached(?: (?:for the|pour le) cache)?$/);
    expect(made?.rejected.join()).toMatch(/^(?:Redis)?$/);
  });

  test.each(["scrap Redis", "let's not use Redis after all", "on abandonne Redis"])(
    "%j leaves nothing in its place",
    (text) => {
      const [made, ...others] = holdingAfter("let's use Redis for the cache", text);
      expect(others).toEqual([]);
      expect(made).toMatchObject({
        choice: expect.stringMatching(/^(?:not|pas) Redis/),
        rejected: ["Redis"],
      });
    },
  );

  test("and chosen again", () => {
    const made = holdingAfter(
      "let's use Redis for the cache",
      "forget Redis, memcached is enough",
      "I concede defeat, let's go back to Redis",
    );
    expect(made.map(({ choice }) => choice)).toEqual(["Redis for the cache"]);
  });

  test("a decision on something else stays", () => {
    const made = holdingAfter(
      "use tabs instead of spaces",
      "let's use Redis for the queue",
      "let's use Redis for the cache",
      "no Redis for the cache, use memcached",
    );
    expect(made.map(({ choice }) => choice)).toEqual([
      "tabs",
      "Redis for the queue",
      "memcached for the cache",
    ]);
  });

  test("a reversal that names nothing is about the latest decision alone, which is not called rejected", () => {
    const made = holdingAfter(
      "let's use tabs",
      "let's use Redis for the cache",
      "actually, let's go with NATS",
    );
    expect(made.map(({ choice, rejected }) => [choice, rejected])).toEqual([
      ["tabs", []],
      ["NATS", []],
    ]);
  });
});

describe("what is refused and chosen in one sentence", () => {
  test.each([
    ["let's not use ORMs, raw SQL only", "raw SQL", ["ORMs"]],
    ["use pnpm instead of npm from now on", "pnpm", ["npm"]],
    ["I decided against GraphQL, REST is enough for us", "REST", ["GraphQL"]],
    ["No, don't use lodash; write it by hand.", "write it by hand", ["lodash"]],
    ["forget Kafka, NATS is enough", "NATS", ["Kafka"]],
    ["Let's switch to pnpm.", "pnpm", []],
    ["finalement on garde Postgres", "Postgres", []],
    [
      "Let's work in integer cents instead of floats, because floats drift.",
      "work in integer cents",
      ["floats"],
    ],
    ["utilise des UUID v7 partout au lieu des entiers", "UUID v7", ["entiers"]],
    ["on utilise Redis pour le cache", "Redis pour le cache", []],
  ])("%j", (text, choice, rejected) => {
    expect(decisionsIn(text)).toEqual([expect.objectContaining({ choice, rejected })]);
  });

  test.each([
    "no worries, use whatever you like",
    "No problem, go ahead",
    "not sure, maybe memcached",
    "Not wrong, just slow",
    "Not pushed — commit only.",
    "forget it",
    "forget about that, thanks",
    "never mind",
    "actually, can you revert that?",
    "actually I don't know",
    "let's go back to main",
    "let's switch to the feature branch",
    "let's move to the next step",
    "Replace `foo()` with `bar()` in the parser",
    "drop the table",
    "skip the tests, they are slow",
    "finally it works",
    "en fait je ne sais pas",
    "finalement ça marche",
    "no errors, all good",
    "on passe à la suite",
    '"forget Redis, memcached is enough" is what he said',
  ])("%j decides nothing", (text) => {
    expect(decisionsIn(text)).toEqual([]);
  });
});
