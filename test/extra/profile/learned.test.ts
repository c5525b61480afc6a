import { describe, expect, test } from "vitest";
import { learn, NOTHING_LEARNED } from "../../../src/extra/profile/learned.js";
import { envelop } from "../../model/fold/envelop.js";

const { level, verbosity, roles, relationships } = NOTHING_LEARNED;
const NO_TRAITS = { level, verbosity, roles, relationships };
const traitsIn = (text: string) => {
  const learned = learn(NOTHING_LEARNED, envelop({ type: "prompt.submitted", data: { text } }, 0));
  return {
    level: learned.level,
    verbosity: learned.verbosity,
    roles: learned.roles,
    relationships: learned.relationships,
  };
};

describe("a trait", () => {
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
  ])("is learned from: %s", (text) => {
    expect(traitsIn(text)).not.toEqual(NO_TRAITS);
  });

  test.each([
    "Add retry to uploads",
    "fix the flaky test",
    "Corrige le bouton de la page d'accueil",
    "oui, continue",
  ])("is not in everyday prompts: %s", (text) => {
    expect(traitsIn(text)).toEqual(NO_TRAITS);
  });
});
