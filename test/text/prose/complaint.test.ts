import { describe, expect, test } from "vitest";
import { claimsToWork, isComplaint, isPlanDone } from "../../../src/text/prose/complaint.js";

describe("a complaint", () => {
  test.each([
    "still failing",
    "It still doesn't work on my phone.",
    "no, that does not work",
    "not working",
    "The tests are failing again",
    "I get the same error as before",
    "it's broken",
    "why is it still broken?",
    "I'm still seeing the old title",
    "ça ne marche pas",
    "Ça marche toujours pas.",
    "toujours la même erreur",
    "le bouton ne fonctionne plus",
    "c'est encore cassé",
  ])("%s", (text) => {
    expect(isComplaint(text)).toBe(true);
  });

  test.each([
    "works now, thanks",
    "If it still fails, revert the commit.",
    "Make sure that it still works without a network",
    "add a test for the case that the key is missing",
    "How does the failing test reporter work?",
    "Keep the same error message",
    "si ça ne marche pas, dis-le moi",
    "ça marche, merci",
    "Do not work on the parser yet",
  ])("not: %s", (text) => {
    expect(isComplaint(text)).toBe(false);
  });
});

test.each([
  ["Fixed the login form", true],
  ["The upload works now", true],
  ["Le formulaire fonctionne", true],
  ["Renamed the footer", false],
])("%s claims to work: %s", (text, expected) => {
  expect(claimsToWork(text)).toBe(expected);
});

test.each([
  ["The plan is fully implemented.", true],
  ["All five steps are done.", true],
  ["I implemented the whole plan", true],
  ["Toutes les étapes sont terminées", true],
  ["All three next steps are done.", true],
  ["Both points are done", true],
  ["Everything on the list is done.", true],
  ["Les trois étapes sont faites.", true],
  ["Once all steps are done, tell me", false],
  ["Are all the steps done?", false],
  ["All the next steps are not done yet", false],
  ["Updated the plan", false],
  ["Step 2 is done", false],
])("%s says that the plan is done: %s", (text, expected) => {
  expect(isPlanDone(text)).toBe(expected);
});
