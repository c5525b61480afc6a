import { expect, test } from "vitest";
import { chosenSentencesIn } from "../../../src/text/prose/chosen-sentence.js";

test.each([
  ["The footer now uses dim instead of muted.", "The footer now uses dim instead of muted"],
  [
    "Read it first. Payloads go to a file rather than the command line.",
    "Payloads go to a file rather than the command line",
  ],
  ["We decided on trunk-based work", "We decided on trunk-based work"],
  ["ok, let's go with the queue!", "ok, let's go with the queue"],
  ["Le cache utilise Redis au lieu de la mémoire.", "Le cache utilise Redis au lieu de la mémoire"],
  ["On part sur PostgreSQL.", "On part sur PostgreSQL"],
])("%s", (text, sentence) => {
  expect(chosenSentencesIn(text)).toEqual([sentence]);
});

test.each([
  "Shall we use Redis instead of the memory?",
  "The tests pass.",
  "```\nuse a instead of b\n```",
  "",
])("nothing is chosen in: %s", (text) => {
  expect(chosenSentencesIn(text)).toEqual([]);
});

test("the same words count once", () => {
  expect(chosenSentencesIn("We chose tabs.\nWe chose tabs.")).toEqual(["We chose tabs"]);
});
