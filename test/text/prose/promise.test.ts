import { describe, expect, test } from "vitest";
import { isAcknowledgement, isPutOff } from "../../../src/text/prose/promise.js";

describe("an agent only repeats what it was told with", () => {
  test.each([
    "Understood: the footer is green instead of blue.",
    "Ok, noted — the totals are rounded per line.",
    "Compris : le pied de page est vert.",
  ])("%j", (text) => {
    expect(isAcknowledgement(text)).toBe(true);
  });

  test.each([
    "Understood, I renamed the helper.",
    "Compris, j'ai corrigé le pied de page.",
    "The footer is green.",
    "I understood the parser: it reads twice.",
  ])("but not with %j", (text) => {
    expect(isAcknowledgement(text)).toBe(false);
  });
});

describe("something is put off by", () => {
  test.each([
    "I'll change it later.",
    "Understood: the helper is renamed, I'll change it later.",
    "We will move the rest tomorrow.",
    "Je le changerai plus tard.",
    "Je vais le déplacer demain.",
  ])("%j", (text) => {
    expect(isPutOff(text)).toBe(true);
  });

  test.each(["I changed it.", "It is read later by the worker.", "Je l'ai changé.", "I'll change it."])(
    "but not by %j",
    (text) => {
      expect(isPutOff(text)).toBe(false);
    },
  );
});
