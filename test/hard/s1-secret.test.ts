import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Redact } from "../../src/redact/redactor.js";
import { contexts } from "../redact/example/context.js";
import { tokens } from "../redact/example/token.js";
import { vendors } from "../redact/example/vendor.js";
import { builtRedact } from "./built-redact.js";
import { figure } from "./figure.js";
import { type House, openHouse } from "./room.js";
import { hasCorpus, labelledSecrets } from "./secret-corpus.js";

/** The share of each collection that must be taken out. */
const RECALL: { readonly [source: string]: number } = {
  gitleaks: 0.99,
  secretlint: 0.9,
  credsweeper: 0.6,
  "detect-secrets": 0.6,
};
const EXAMPLES = [...tokens, ...vendors, ...contexts];

let house: House;
let redact: Redact;
beforeAll(async () => {
  house = await openHouse("s1");
  redact = builtRedact(dirname(house.program.hook));
});
afterAll(() => house.leave());

describe("S1: the built hook takes secrets out", () => {
  it("of every kind it knows, and leaves what only resembles them", () => {
    const missed = EXAMPLES.filter(({ text, redacted }) => redact(text) !== redacted);
    const changed = EXAMPLES.filter(({ harmless }) => redact(harmless) !== harmless);
    const kinds = new Set(EXAMPLES.map(({ rule }) => rule)).size;
    const passwords = contexts.filter(({ rule }) => rule === "password").length;
    figure(
      `${EXAMPLES.length} examples of our own, ${kinds} kinds of secret, ${passwords} ways to write a password: ` +
        `${missed.length} missed, ${changed.length} harmless ones changed`,
    );
    expect(kinds).toBeGreaterThanOrEqual(200);
    expect(missed.map(({ text }) => text)).toEqual([]);
    expect(changed.map(({ harmless }) => harmless)).toEqual([]);
  });

  it.runIf(hasCorpus).each(Object.entries(RECALL))("of %s's own test data, %d at least", (source, least) => {
    const known = labelledSecrets().filter((one) => one.label === 1 && one.source.startsWith(source));
    const missed = known.filter(({ text, secret }) => {
      const left = redact(text);
      return secret === null || secret === "" ? left === text : left.includes(secret);
    });
    const recall = 1 - missed.length / known.length;
    figure(
      `${source}: ${known.length - missed.length} of ${known.length}, ${recall.toFixed(3)} (${least} at least)`,
    );
    expect(known.length).toBeGreaterThan(30);
    expect(recall, missed.map(({ type }) => type).join(", ")).toBeGreaterThanOrEqual(least);
  });
});
