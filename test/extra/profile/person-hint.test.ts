import { describe, expect, test } from "vitest";
import { relationshipIn, roleIn } from "../../../src/extra/profile/person.js";
import { hintsIn } from "../../../src/extra/profile/person-hint.js";
import { noviceSigns, technicalTerms } from "../../../src/extra/profile/technical-level.js";
import { verbosityWish } from "../../../src/extra/profile/verbosity.js";

describe("a hint", () => {
  test.each([
    "I'm a backend developer",
    "I’m currently a data scientist, so skip the basics",
    "As a designer I prefer screenshots",
    "my day job is sysadmin",
    "je suis développeuse web",
    "Je travaille comme ingénieur logiciel",
    "I created this library",
    "I'm one of the maintainers",
    "I'd like to contribute",
    "I'm new to this codebase",
    "c'est mon projet",
    "J'ai créé cette application",
    "je débute sur ce projet",
    "Keep your answers short",
    "no explanations, just the code",
    "explain it step by step",
    "sois bref",
    "explique-moi en détail",
    "I don't know how to code",
    "what is a branch?",
    "c'est quoi un commit ?",
    "je ne suis pas développeur",
    "The mutex in the websocket reconnect deadlocks with the redis transaction: debounce the callback and add a fixture",
    "la migration postgres pose un verrou : rebase, relance vitest, vérifie le schéma et le hook du daemon",
  ])("is there where there is something to find: %s", (text) => {
    const hints = hintsIn(text);
    const found = {
      role: roleIn(text) !== undefined,
      relationship: relationshipIn(text) !== undefined,
      verbosity: verbosityWish(text) !== undefined,
      novice: noviceSigns(text),
      expert: technicalTerms(text) > 5,
    };
    expect(Object.values(found)).toContain(true);
    for (const [name, isFound] of Object.entries(found)) {
      if (isFound) expect(Object.entries(hints)).toContainEqual([name, true]);
    }
  });

  test.each([
    "Add retry to uploads",
    "fix the flaky test",
    "Corrige le bouton de la page d'accueil",
    "oui, continue",
  ])("is not in everyday prompts: %s", (text) => {
    expect(Object.values(hintsIn(text))).not.toContain(true);
  });
});
