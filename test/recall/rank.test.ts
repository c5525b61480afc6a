import { describe, expect, test } from "vitest";
import type { Memory } from "../../src/model/fold/memory/memory-state.js";
import { featuresOf } from "../../src/recall/feature.js";
import { gather, type TermMatches } from "../../src/recall/gather.js";
import { withoutNearDuplicates } from "../../src/recall/near-duplicate.js";
import { readQuestion } from "../../src/recall/question.js";
import { type Ranked, rank } from "../../src/recall/rank.js";
import type { Standing } from "../../src/recall/standing.js";
import { supersededDecisions } from "../../src/recall/superseded.js";
import { WEIGHTS } from "../../src/recall/weights.js";
import { DAY, memory, NOW } from "./memory-sample.js";

const SESSION = 100;
const PLAIN: Standing = {
  now: NOW,
  focus: new Set(),
  rating: () => undefined,
  supersededBy: () => undefined,
};

/** Ranks memories that stand far apart, as the store would give them. */
function ranked(query: string, memories: readonly Memory[], standing: Partial<Standing> = {}): Ranked[] {
  const question = readQuestion(query, NOW);
  const candidates = memories.map((one, at) => ({ n: (at + 1) * SESSION + 50, memory: one }));
  const matches = new Map<string, TermMatches>();
  for (const term of question.asked.flatMap(({ terms }) => terms)) {
    const numbers = candidates
      .filter(({ memory: one }) =>
        `${one.text} ${one.files.join(" ")}`.toLowerCase().includes(term.slice(0, 5)),
      )
      .map(({ n }) => n)
      .sort((a, b) => b - a);
    matches.set(term, { numbers, isCapped: false });
  }
  const gathered = gather(question, matches, 1_000, SESSION, 100);
  const rows = featuresOf(question, candidates, { gathered, sessionNumbers: SESSION, authors: new Set() });
  return rank(
    question,
    candidates.flatMap(({ memory: one }, at) => {
      const features = rows[at];
      return features === undefined ? [] : [{ memory: one, features }];
    }),
    { ...PLAIN, ...standing },
    WEIGHTS.plain,
  );
}

const scoreOf = (list: readonly Ranked[], one: Memory) =>
  list.find((other) => other.memory === one)?.score ?? 0;

describe("ranking", () => {
  const upload = memory({ text: "the upload test is flaky because of a timeout" });
  const parser = memory({ text: "the parser is slow on long lines" });

  test("what says more of the question comes first, and what says nothing is left out", () => {
    const timeout = memory({ text: "raise the timeout" });
    const list = ranked("flaky upload test timeout", [parser, timeout, upload]);
    expect(list.map((one) => one.memory)).toEqual([upload, timeout]);
  });

  test("the parts add up to the score", () => {
    for (const { score, explain } of ranked("flaky upload test", [upload, parser]))
      expect(explain().reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(score, 1);
  });

  test("a memory is found by its files", () => {
    const filed = memory({ text: "done", files: ["src/net/upload-retry.ts"] });
    expect(ranked("what about upload-retry.ts", [filed, parser])[0]?.memory).toBe(filed);
  });

  test("the kind that answers is preferred", () => {
    const said = memory({ text: "fix the flaky upload test please" });
    const fix = memory({ kind: "fix", by: "tool", text: "fix of the flaky upload test: src/upload.ts" });
    expect(ranked("how did we fix the flaky upload test", [said, fix])[0]?.memory).toBe(fix);
  });

  test.each<[string, Partial<Standing>, 1 | -1]>([
    ["a good rating lifts", { rating: () => "up" }, 1],
    ["a bad rating lowers", { rating: () => "down" }, -1],
    ["focus lifts", { focus: new Set(["upload"]) }, 1],
    ["the branch lifts", { branch: "retry" }, 1],
    ["superseded lowers", { supersededBy: () => "other" }, -1],
  ])("%s", (_, standing, sign) => {
    const one = memory({ text: "the flaky upload", branch: "retry" });
    const before = scoreOf(ranked("flaky upload", [one]), one);
    const after = scoreOf(ranked("flaky upload", [one], standing), one);
    expect(Math.sign(after - before)).toBe(sign);
  });

  test("of equals the newer comes first", () => {
    const old = memory({ text: "the flaky upload", at: NOW - 200 * DAY });
    const young = memory({ text: "the flaky upload", at: NOW - DAY });
    expect(ranked("flaky upload", [old, young]).map((one) => one.memory)).toEqual([young, old]);
  });
});

describe("near-duplicates", () => {
  const items = (...memories: Memory[]) => memories.map((one) => ({ memory: one }));

  test("what was said before is said once", () => {
    const first = memory({ kind: "command", text: "`npm test` works (test command)", session: "a" });
    const again = memory({ kind: "command", text: "`npm test` works (test command)", session: "b" });
    const other = memory({ kind: "command", text: "`npm run build` works (build command)" });
    expect(withoutNearDuplicates(items(first, again, other), 10).map((one) => one.memory)).toEqual([
      first,
      other,
    ]);
  });

  test("a decision and the prompt it stands in are one", () => {
    const turn = "t1";
    const decision = memory({ kind: "decision", turn, text: "Let's use pnpm because npm is slow" });
    const prompt = memory({
      turn,
      text: "Let's use pnpm because npm is slow. And then fix the parser tests too.",
    });
    expect(withoutNearDuplicates(items(decision, prompt), 10)).toHaveLength(1);
    expect(withoutNearDuplicates(items(decision, { ...prompt, turn: "t2" }), 10)).toHaveLength(2);
  });

  test("gives no more than asked for", () => {
    const many = Array.from({ length: 20 }, (_, n) => memory({ text: `word${n} other${n}` }));
    expect(withoutNearDuplicates(items(...many), 7)).toHaveLength(7);
  });
});

test("of decisions about the same thing the later holds", () => {
  const old = memory({ kind: "decision", text: "use npm for installing packages", at: NOW - 9 * DAY });
  const young = memory({ kind: "decision", text: "use pnpm for installing packages", at: NOW - DAY });
  const other = memory({ kind: "decision", text: "keep the parser synchronous", at: NOW });
  const prompt = memory({ text: "use yarn for installing packages", at: NOW });
  expect([...supersededDecisions([young, old, other, prompt])]).toEqual([[old.id, young.id]]);
});

test("what nobody speaks of, near it or in its session, is no answer to a word that only one memory has", () => {
  const walrus = memory({ kind: "fact", session: "", text: "the codename of the launch is walrus" });
  const others = Array.from({ length: 5 }, (_, n) =>
    memory({ text: `something long about topic${n} and its parts` }),
  );
  expect(ranked("walrus", [walrus, ...others]).map((one) => one.memory)).toEqual([walrus]);
});
