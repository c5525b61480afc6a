import { describe, expect, test } from "vitest";
import { isReleased, releasesIn } from "../../../src/text/prose/release.js";

const RULES = {
  tests: "Always run the integration tests before you commit.",
  essais: "Lance toujours les tests d'intégration avant de commiter.",
  changelog: "From now on, update the changelog with every change.",
  squash: "Always squash commits before merging.",
  vendor: "Never touch the vendor folder.",
  dossier: "Ne touche jamais au dossier vendor.",
  names: "All test names are in English.",
} as const;

const endedBy = (text: string, among: readonly (keyof typeof RULES)[]) =>
  among.filter((name) => releasesIn(text).some((release) => isReleased(RULES[name], release)));

const ENGLISH = ["tests", "changelog", "squash", "vendor", "names"] as const;
const FRENCH = ["essais", "dossier"] as const;

describe("a rule is ended by", () => {
  test.each([
    ["you don't need to run the integration tests anymore", "tests"],
    ["ok, we no longer have to run the integration tests", "tests"],
    ["the integration tests are no longer required", "tests"],
    ["There's no need to run the integration tests any longer.", "tests"],
    ["please stop updating the changelog", "changelog"],
    ["we no longer have to update the changelog", "changelog"],
    ["no need to squash any more", "squash"],
    ["you can touch the vendor folder again", "vendor"],
    ["forget the rule about the vendor folder", "vendor"],
  ] as const)("%j", (text, rule) => {
    expect(endedBy(text, ENGLISH)).toEqual([rule]);
  });

  test.each([
    ["tu n'as plus besoin de lancer les tests d'intégration", "essais"],
    ["plus besoin de lancer les tests d'intégration", "essais"],
    ["on n'a plus à lancer les tests d'intégration", "essais"],
    ["les tests d'intégration ne sont plus obligatoires", "essais"],
    ["ce n'est plus la peine de lancer les tests d'intégration", "essais"],
    ["tu peux maintenant toucher au dossier vendor", "dossier"],
  ] as const)("%j", (text, rule) => {
    expect(endedBy(text, FRENCH)).toEqual([rule]);
  });
});

describe("no rule is ended by", () => {
  test.each([
    "do we no longer have to run the integration tests?",
    "you don't need to run the integration tests for this commit",
    "if you no longer have to run the integration tests, tell me",
    "you no longer need to run the tests of the docs",
    "you don't need to commit anymore",
    "you can commit now",
    "you no longer need to touch the vendor folder",
    "run the integration tests again",
    "Sam said we no longer have to update the changelog",
    'The mail says "we no longer have to update the changelog".',
    "tu dois encore lancer les tests d'intégration",
    "si on n'a plus besoin de lancer les tests d'intégration, dis-le",
  ])("%j", (text) => {
    expect([...endedBy(text, ENGLISH), ...endedBy(text, FRENCH)]).toEqual([]);
  });
});
