import { describe, expect, test } from "vitest";
import { explainChoice } from "../../../src/brief/choose/explain.js";
import { COMMAND_FEATURES, FILE_FEATURES, NAME_FEATURES } from "../../../src/brief/choose/feature.js";
import { type Feature, featurePhrase } from "../../../src/brief/choose/feature-phrase.js";
import { type LinearModel, scoreAll, type Weights } from "../../../src/brief/choose/score.js";
import { viewOf, walk } from "./walk-sample.js";

const USUAL = ["src/a.ts", "src/b.ts", "src/c.ts", "src/d.ts", "src/e.ts", "src/f.ts", "src/g.ts"];
const walks = [
  walk("three", ["file:src/a.ts", "file:src/old.ts"], [...USUAL, "src/a.ts", "src/a.ts"]),
  walk("two", [], [...USUAL, "src/a.ts"]),
  walk("one", [], [...USUAL, "src/old.ts"]),
];

// Weights of its own: what is learned changes with every recorded stream.
const weights = weigh({ n: 2, recency: 0.5, isOld: -1, inBase: -0.5 });
const view = viewOf(walks, { weights, ratings: new Map([["file:src/b.ts", -1]]), focus: ["old"] });

describe("explaining a choice", () => {
  const { chosen, missed } = explainChoice(view, ["file:src/a.ts", "file:src/old.ts"]);

  test("gives each chosen item its chance, the likeliest first", () => {
    const scores = new Map(scoreAll(view, weights).map(({ key, needed }) => [key, needed]));
    expect(chosen.map(({ id, chance }) => [id, chance])).toEqual([
      ["file:src/a.ts", scores.get("src/a.ts")],
      ["file:src/old.ts", scores.get("src/old.ts")],
    ]);
  });

  test("names what sets it apart from others, a few reasons at most", () => {
    const [first, last] = chosen;
    expect(first).toMatchObject({ because: ["touched 6 times", "touched by the last call"], despite: [] });
    expect(last).toMatchObject({ because: [], despite: ["touched once"] });
  });

  test("shows the ledger's, the rating's and the focus's part", () => {
    expect(chosen[0]).toMatchObject({ said: { used: 1, unused: 0 }, leaning: { rating: 0, focus: 0 } });
    expect(chosen[0]?.leaning.ledger).toBeGreaterThan(0);
    expect(chosen[1]).toMatchObject({ said: { used: 0, unused: 1 }, leaning: { focus: 0.5 } });
    expect(chosen[1]?.leaning.ledger).toBeLessThan(0);
    const rated = explainChoice(view, ["file:src/b.ts"]).chosen[0];
    expect(rated).toMatchObject({ leaning: { ledger: 0, rating: -0.7 } });
    expect(rated).not.toHaveProperty("said");
  });

  test("lists the five best that were not chosen, without those that cannot be said", () => {
    expect(missed).toHaveLength(5);
    expect(missed.map(({ id }) => id)).not.toContain("file:src/a.ts");
    const sayable = explainChoice(view, [], (_, key) => key !== "src/a.ts").missed;
    expect(sayable.map(({ key }) => key)).not.toContain("src/a.ts");
    expect(sayable).toHaveLength(5);
  });

  test("says nothing of what is unknown", () => {
    expect(explainChoice(viewOf([]), ["file:none.ts", "thread:t"])).toEqual({ chosen: [], missed: [] });
  });
});

test("features of one reason speak in one direction", () => {
  const names = walk("names", [], [], ["npm run build", "git push origin main", "npm test"]);
  const { chosen } = explainChoice(
    viewOf([names], { weights: weigh({ isGit: 3, wordCount: -1, hasPath: 1 }) }),
    ["run:git push origin main", "run:npm test", "run:npm run build"],
  );
  expect(chosen).not.toEqual([]);
  for (const { because, despite } of chosen)
    expect([...because, ...despite].filter((reason) => reason.startsWith("commands like"))).toHaveLength(1);
});

const [item] = view.history.files;
const phrase = (feature: Feature, isHigh: boolean, isFor: boolean) =>
  featurePhrase(feature, { item: item!, history: view.history, isHigh, isFor });

test("no reason is against its own sense", () => {
  expect(phrase("inBase", true, true)).toBe("in the session before");
  expect(phrase("inBase", true, false)).toBe("");
  expect(phrase("isOld", true, true)).toBe("");
  expect(phrase("isOld", true, false)).not.toBe("");
});

/** The same for all items at one moment, or nothing to say. */
const SILENT = ["taken", "candidates", "newBranch", "back", "length"];

test.each([...new Set([...FILE_FEATURES, ...COMMAND_FEATURES, ...NAME_FEATURES])])(
  "the feature %s has words",
  (feature) => {
    const said = [true, false].flatMap((isHigh) =>
      [true, false].map((isFor) => phrase(feature, isHigh, isFor)),
    );
    expect(said.some(Boolean)).toBe(!SILENT.includes(feature));
    expect(said.join()).not.toMatch(/undefined|NaN/);
  },
);

function weigh(w: { readonly [feature: string]: number }): Weights {
  const model = (features: readonly string[]): LinearModel => ({
    bias: -2,
    w: features.map((feature) => w[feature] ?? 0),
  });
  const both = (features: readonly string[]) => ({ needed: model(features), mentioned: model(features) });
  const moment = {
    file: both(FILE_FEATURES),
    command: both(COMMAND_FEATURES),
    name: both(NAME_FEATURES),
  };
  return { start: moment, prompt: moment, going: moment };
}
