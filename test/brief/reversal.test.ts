import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { situationFor } from "../../src/brief/load-situation.js";
import { decisionTree } from "../../src/model/fold/decision/decision-tree.js";
import { decidedIn } from "../../src/project/decisions.js";
import { edit, NOW, Story } from "../recall/recall-story.js";
import { REVERSALS } from "../text/prose/reversals.js";
import { toldChoices } from "./told-choices.js";

let story: Story;
beforeEach(() => {
  story = new Story();
});
afterEach(() => story.close());

const choices = () => toldChoices(story);

const decide = (session: string, daysAgo: number, ask: string, file = "src/cache.ts") =>
  story.turn({ session, daysAgo, ask, answer: "Done.", work: [edit(file)] });

describe("a decision that a later session takes back", () => {
  test.each(REVERSALS)("%j", (text) => {
    decide("a", 0.02, "let's use Redis for the cache");
    decide("b", 0.01, text);
    expect(choices()).toEqual([expect.stringMatching(/^memcached/)]);
    const tree = decisionTree(decidedIn({ store: story.store, project: "p" }));
    expect(tree).toMatchObject([
      { choice: "Redis for the cache", isCurrent: false, children: [{ isCurrent: true }] },
    ]);
    expect(tree[0]?.children[0]?.choice).toMatch(/^memcached/);
  });

  test("is not told, even if that session was about something else", () => {
    decide("a", 0.03, "let's use Redis for the cache");
    decide(
      "b",
      0.02,
      "Rename the invoice fields in the report. And forget Redis, memcached is enough.",
      "src/report.ts",
    );
    decide("c", 0.01, "Go on with the cache: expire its entries after a day", "src/cache.ts");
    expect(choices().some((choice) => choice.startsWith("Redis"))).toBe(false);
  });
});

test("decisions in like words on different things are all told", () => {
  decide(
    "a",
    0.03,
    "let's use Redis for the session cache. Let's use a timeout of 5 seconds for the upload.",
  );
  decide("b", 0.02, "let's use Redis for the query cache");
  decide("c", 0.01, "let's use a timeout of 30 seconds for the download");
  expect(choices().sort()).toEqual([
    "Redis for the query cache",
    "Redis for the session cache",
    "timeout of 30 seconds for the download",
    "timeout of 5 seconds for the upload",
  ]);
});

test("a decision that is said again without its reason keeps it", () => {
  decide("a", 0.02, "let's use sqlite for the registry because it needs no server");
  story.turn({
    session: "b",
    daysAgo: 0.01,
    ask: "Write the registry",
    answer: "Decided: sqlite for the registry.",
  });
  const { decisions } = situationFor(story.store, {
    project: "p",
    session: "me",
    source: "startup",
    now: NOW,
    isAlive: () => false,
  });
  expect(decisions).toMatchObject([{ choice: "sqlite for the registry", reason: "it needs no server" }]);
});

test("an obstacle that a later session called solved is not told when its session goes on", () => {
  decide("a", 0.03, "I'm blocked by the missing API key");
  const blocked = () =>
    situationFor(story.store, {
      project: "p",
      session: "a",
      source: "resume",
      now: NOW,
      isAlive: () => false,
    }).about?.found.blocked.map(({ text }) => text);
  expect(blocked()).toEqual(["the missing API key"]);
  decide("b", 0.02, "I got the API key, write the client");
  expect(blocked()).toEqual([]);
});
