import { statSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classify, isSure } from "../../../src/text/sentence/classify.js";
import { LABELS, type Label, type SaidSentence, SURE } from "../../../src/text/sentence/label.js";

const decides: readonly Label[] = ["decision", "reversal"];

const said: readonly (readonly [SaidSentence["by"], before: string, text: string, readonly Label[]])[] = [
  ["user", "Do you prefer option 1 or option 2?", "let's take option 1", decides],
  ["user", "Should the cache live in memory or on disk?", "in memory is enough, no file", decides],
  ["user", "The exporter is ready.", "I want the limit to be 20 by default instead of 100", decides],
  ["user", "I added a lock around the writer.", "no, revert that, the old writer should stay", decides],
  ["user", "", "can you add a spinner to the login page", ["request"]],
  ["user", "All done.", "please write a test for the empty basket", ["request"]],
  ["user", "The report is ready.", "why does the total differ from the invoice?", ["question"]],
  ["user", "Done, the page reloads now.", "the page still crashes when I press save", ["blocker"]],
  ["user", "I moved the tests.", "never commit generated files", ["rule"]],
  ["agent", "Changes:", "Added a retry with a backoff to the mail sender.", ["done"]],
  ["agent", "The mailer is finished.", "All 18 tests pass and the branch is pushed.", ["done"]],
  ["agent", "Next steps", "Add the retry to the mail sender", ["next"]],
  ["agent", "The branch is ready.", "Should I open a pull request?", ["question"]],
  ["user", "Tu préfères la première ou la deuxième ?", "on prend la deuxième option", decides],
  ["user", "C'est fait.", "On garde PostgreSQL plutôt que MySQL.", decides],
  ["user", "C'est fait.", "ajoute une page d'accueil", ["request"]],
  ["user", "C'est fait.", "Pourquoi le total est-il faux ?", ["question"]],
  ["agent", "Voici ce qui a changé :", "J'ai ajouté un test et corrigé le calcul.", ["done"]],
];

describe("a sentence means", () => {
  test.each(said)("%s, after %j: %s", (by, before, text, labels) => {
    expect(labels).toContain(classify({ by, before, text }).label);
  });
});

test("the same words mean something else from the agent and after another question", () => {
  const text = "Add the retry to the mail sender";
  expect(classify({ by: "user", before: "Done.", text }).label).toBe("request");
  expect(classify({ by: "agent", before: "Next steps", text }).label).toBe("next");
});

test("an item of a list is read under its heading", () => {
  const item = {
    by: "agent",
    text: "Docs for the mail sender",
    before: "Tests for the mail sender",
    isBullet: true,
  } as const;
  expect(classify({ ...item, heading: "Remaining work" }).chances.next).toBeGreaterThan(
    2 * classify({ ...item, heading: "What changed" }).chances.next,
  );
});

test("chances add up to one, and the label has the given chance", () => {
  for (const [by, before, text] of said) {
    const { label, chance, chances } = classify({ by, before, text });
    expect(LABELS.reduce((sum, name) => sum + chances[name], 0)).toBeCloseTo(1, 6);
    expect(chance).toBe(chances[label]);
  }
});

test("only labels with a limit are ever sure, and only above it", () => {
  for (const [by, before, text] of said) {
    const got = classify({ by, before, text });
    const sum = decides.includes(got.label) ? got.chances.decision + got.chances.reversal : got.chance;
    expect(isSure(got)).toBe(sum >= (SURE[got.label] ?? 2));
  }
  expect(
    isSure(classify({ by: "user", before: "Option 1 or option 2?", text: "let's go with option 2" })),
  ).toBe(true);
});

test("any text is classified, twice in the same way", () => {
  const sentence = fc.record({
    text: fc.string({ unit: "binary", maxLength: 700 }),
    by: fc.constantFrom("user" as const, "agent" as const),
    before: fc.option(fc.string({ unit: "binary", maxLength: 400 }), { nil: undefined }),
    heading: fc.string({ maxLength: 40 }),
    isBullet: fc.boolean(),
  });
  fc.assert(
    fc.property(sentence, (one) => {
      const first = classify(one);
      expect(LABELS).toContain(first.label);
      expect(first.chance).toBeGreaterThan(0);
      expect(classify({ ...one })).toEqual(first);
    }),
    { numRuns: 200 },
  );
});

test("the weights stay small", () => {
  expect(statSync("src/text/sentence/weights.ts").size).toBeLessThan(400_000);
});
